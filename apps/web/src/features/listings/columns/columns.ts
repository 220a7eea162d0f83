import { columnTrack, columnVariable } from '#web/ui/data-table/column-track.ts'
import type { FeedOrder } from '#web/features/listings/filters/feed-request.ts'

/** Columns of the compact list, in their default order. */
export const columnIds = [
  'section',
  'row',
  'seats',
  'quantity',
  'delivery',
  'in_hand',
  'restrictions',
  'seller',
  'age',
  'face_value',
  'price',
  'all_in',
] as const
export type ColumnId = (typeof columnIds)[number]

export interface ColumnSort {
  order: FeedOrder
  /** Direction of the first press. */
  first: 'asc' | 'desc'
}

export interface Column {
  title: string
  sort: ColumnSort
  /** Smallest width in pixels. */
  width: number
  /** Share of the remaining width. */
  grow?: number
  isNumber?: boolean
}

export const columns: Readonly<Record<ColumnId, Column>> = {
  section: { title: 'Section', sort: { order: 'section', first: 'asc' }, width: 116, grow: 1 },
  row: { title: 'Row', sort: { order: 'row', first: 'asc' }, width: 32 },
  seats: { title: 'Seats', sort: { order: 'seats', first: 'asc' }, width: 56 },
  quantity: { title: 'Quantity', sort: { order: 'quantity', first: 'desc' }, width: 94 },
  delivery: { title: 'Delivery', sort: { order: 'delivery', first: 'asc' }, width: 78 },
  in_hand: { title: 'In hand', sort: { order: 'in_hand_date', first: 'asc' }, width: 60 },
  restrictions: { title: 'Restrictions', sort: { order: 'restrictions', first: 'asc' }, width: 84 },
  seller: { title: 'Seller', sort: { order: 'seller', first: 'asc' }, width: 117, grow: 3 },
  age: { title: 'Listed', sort: { order: 'age', first: 'asc' }, width: 50, isNumber: true },
  face_value: { title: 'Face value', sort: { order: 'face_value', first: 'asc' }, width: 70, isNumber: true },
  price: { title: 'Price', sort: { order: 'price', first: 'asc' }, width: 62, isNumber: true },
  // The fee is one percentage, so both prices have the same order.
  all_in: { title: 'All-in', sort: { order: 'all_in_price', first: 'asc' }, width: 70, isNumber: true },
}

/** Always shown: without them a row cannot be identified, priced or held. */
export const requiredColumns: ReadonlySet<ColumnId> = new Set(['section', 'quantity', 'all_in'])

export const hiddenByDefault: readonly ColumnId[] = ['face_value']

/** Hidden first when the list is narrow. */
const leastImportant: readonly ColumnId[] = [
  'face_value',
  'age',
  'seller',
  'in_hand',
  'price',
  'delivery',
  'restrictions',
  'seats',
  'row',
]

const gap = 6
const padding = 32
const actionsWidth = 88

/** Widths that the user set. */
export type ChosenWidths = ReadonlyMap<ColumnId, number>

/** The columns that fit into the width of the list, in the same order. */
export function fittingColumns(chosen: readonly ColumnId[], width: number): ColumnId[] {
  const fitting = [...chosen]
  for (const id of leastImportant) {
    if (widthOf(fitting) <= width) break
    const index = fitting.indexOf(id)
    if (index !== -1) fitting.splice(index, 1)
  }
  return fitting
}

function widthOf(ids: readonly ColumnId[]): number {
  return padding + actionsWidth + ids.reduce((sum, id) => sum + columns[id].width + gap, 0)
}

/** Value of `grid-template-columns` for these columns and the actions. */
export function gridTemplate(ids: readonly ColumnId[], widths: ChosenWidths): string {
  const tracks = ids.map((id) => {
    const { width, grow } = columns[id]
    const chosen = widths.get(id)
    const usual = grow === undefined ? `${width}px` : `minmax(${width}px, ${grow}fr)`
    return `var(${columnVariable(id)}, ${chosen === undefined ? usual : columnTrack(chosen, width)})`
  })
  return [...tracks, `${actionsWidth}px`].join(' ')
}
