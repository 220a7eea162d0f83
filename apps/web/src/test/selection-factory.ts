import type { SelectedLine } from '#web/features/holds/basket/selection.ts'
import { gbp } from './factories.ts'

/** A selected listing, as stored by the basket. */
export function selectedLine(overrides: Partial<SelectedLine> = {}): SelectedLine {
  return {
    listing_id: 'lst_1',
    quantity: 2,
    event: { id: 17, title: 'Arsenal v Chelsea', slug: 'arsenal-v-chelsea', performer_ids: [5, 6] },
    category_name: 'Lower tier side',
    section: 'Block 25',
    row: '18',
    available: 4,
    splits: [1, 2, 3, 4],
    price: gbp('118.50'),
    ...overrides,
  }
}
