import type { RowsView } from '#web/features/inventory-imports/import-place.ts'
import { seesMoney } from '#web/lib/http/refusals.ts'

interface GridColumn {
  title: string
  /** Track of `grid-template-columns`. */
  track: string
  sortBy?: NonNullable<RowsView['sort']>['by']
  isNumeric?: boolean
  /** Shown only with the seller permission `money`. */
  needsMoney?: boolean
  /** For screen readers only. */
  isTitleHidden?: boolean
}

// Old values, arrow and new values share one cell.
const columns: readonly GridColumn[] = [
  { title: 'Line', track: '2.25rem', sortBy: 'line', isNumeric: true },
  { title: 'Event', track: 'minmax(7rem,2fr)' },
  { title: 'Section', track: 'minmax(4.5rem,0.6fr)' },
  { title: 'Row · seats', track: 'minmax(6.25rem,1fr)' },
  { title: 'Quantity', track: '3.5rem', isNumeric: true },
  { title: 'Price', track: '8rem', isNumeric: true },
  { title: 'Change', track: '4.25rem', sortBy: 'price_change', isNumeric: true },
  { title: 'Proceeds', track: '8rem', isNumeric: true, needsMoney: true },
  { title: 'Notes', track: '1rem', isTitleHidden: true },
]

/** The columns that the user may see, in order. */
export function gridColumns(): readonly GridColumn[] {
  return seesMoney() ? columns : columns.filter(({ needsMoney }) => needsMoney !== true)
}

/** Columns of a row's values: all but line and notes. */
export const valueColumnCount = (): number => gridColumns().length - 2

export const gridTracks = (): string =>
  gridColumns()
    .map(({ track }) => track)
    .join(' ')
