import type { PriceStep } from './price-scale.ts'

/** Fill classes by price step; 0 means no listings. */
export const priceStepColours: Record<PriceStep | 0, string> = {
  0: 'fill-scale-0',
  1: 'fill-scale-1',
  2: 'fill-scale-2',
  3: 'fill-scale-3',
}
