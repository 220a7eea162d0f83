import type { SelectedLine } from '#web/features/holds/selection.ts'
import { gbp } from './factories.ts'

/** A listing that was selected, as the basket keeps it. */
export function selectedLine(given: Partial<SelectedLine> = {}): SelectedLine {
  return {
    listing_id: 'lst_1',
    quantity: 2,
    event: { id: 17, title: 'Arsenal v Chelsea', slug: 'arsenal-v-chelsea', team_ids: [5, 6] },
    category_name: 'Lower tier side',
    section: 'Block 25',
    row: '18',
    available: 4,
    splits: [1, 2, 3, 4],
    price: gbp('118.50'),
    ...given,
  }
}
