import type { PriceStep } from './price-scale.ts'

/** The colour of a step on a drawing; 0 is where nothing is on offer. */
export const stepFills: Record<PriceStep | 0, string> = {
  0: 'fill-scale-0',
  1: 'fill-scale-1',
  2: 'fill-scale-2',
  3: 'fill-scale-3',
}
