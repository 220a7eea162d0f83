import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { formatMoney } from '@terrace/domain/money/money'
import { deliveryLabel } from '@terrace/domain/tickets/delivery-types'
import { cx } from '#web/ui/cx.ts'
import type { TableColumn } from '#web/ui/data-table/table-column.ts'
import { fieldRefusal, refusal, seesMoney } from '#web/lib/http/refusals.ts'
import type { CellField } from '#web/features/inventory/edit/cell-fields.ts'
import {
  dayText,
  inHandText,
  marginOf,
  moneyText,
  noValue,
  seatsText,
  shortDelivery,
  splitText,
} from '#web/features/inventory/texts.ts'
import { PublishCell } from './publish-cell.tsx'

/** A column of the inventory. `text` is what is copied. */
export interface InventoryColumn extends TableColumn<WireInventoryRow> {
  text: (row: WireInventoryRow) => string
  /** Set where the cell can be edited. */
  field?: CellField
  /** Why the user may not change the cell. */
  refusal?: string
}

const countText = (count: number) => (count === 0 ? noValue : String(count))
const quiet = (text: string) => <span className={text === noValue ? 'text-muted' : ''}>{text}</span>

function textColumn(
  column: Omit<InventoryColumn, 'cell'> & { cell?: InventoryColumn['cell'] },
): InventoryColumn {
  return { sort: 'server', cell: (row) => quiet(column.text(row)), ...column }
}

/** Of past sales in the section: optional, and not sorted by, because every listing of a section has the same. */
function marketColumn(
  id: string,
  title: string,
  width: number,
  text: InventoryColumn['text'],
): InventoryColumn {
  return {
    id,
    title,
    width,
    isNumeric: true,
    isOptional: true,
    text,
    cell: (row) => <span className="text-muted">{text(row)}</span>,
  }
}

const columns: readonly InventoryColumn[] = [
  textColumn({
    id: 'section',
    title: 'Section',
    width: 124,
    grow: 1,
    text: ({ section }) => section,
    cell: ({ section }) => <span className="font-semibold">{section}</span>,
  }),
  textColumn({
    id: 'event',
    title: 'Event',
    width: 190,
    grow: 1,
    text: ({ event }) => event.title,
  }),
  textColumn({
    id: 'category',
    title: 'Category',
    width: 110,
    isOptional: true,
    text: ({ category }) => category.name,
  }),
  textColumn({ id: 'row', title: 'Row', width: 46, text: ({ row }) => row || noValue }),
  textColumn({ id: 'seats', title: 'Seats', width: 90, text: seatsText }),
  textColumn({
    id: 'quantity',
    title: 'Qty',
    width: 56,
    isNumeric: true,
    text: ({ quantity }) => String(quantity),
  }),
  textColumn({ id: 'sold', title: 'Sold', width: 48, isNumeric: true, text: ({ sold }) => countText(sold) }),
  textColumn({
    id: 'held',
    title: 'Held',
    width: 56,
    isNumeric: true,
    text: heldText,
    cell: (row) => (
      <span
        title={row.own_hold ? `${row.own_hold.quantity} held by you` : undefined}
        className={row.held > 0 || row.own_hold ? 'font-semibold text-accent' : 'text-muted'}
      >
        {heldText(row)}
      </span>
    ),
  }),
  textColumn({
    id: 'shown_quantity',
    title: 'Shown',
    width: 62,
    isNumeric: true,
    isOptional: true,
    field: 'shown_quantity',
    text: ({ shown_quantity: shown }) => (shown === null ? 'All' : String(shown)),
  }),
  textColumn({ id: 'split', title: 'Split', width: 84, text: splitText }),
  textColumn({
    id: 'cost',
    title: 'Cost',
    width: 80,
    isNumeric: true,
    field: 'cost',
    text: ({ cost = null }) => moneyText(cost),
    cell: ({ cost = null }) => <span className="text-muted">{moneyText(cost)}</span>,
  }),
  textColumn({
    id: 'floor',
    title: 'Floor',
    width: 80,
    isNumeric: true,
    isOptional: true,
    field: 'floor',
    text: ({ floor }) => moneyText(floor),
  }),
  textColumn({
    id: 'price',
    title: 'Price',
    width: 86,
    isNumeric: true,
    field: 'price',
    text: ({ price }) => moneyText(price),
    cell: ({ price }) => <span className="font-semibold">{moneyText(price)}</span>,
  }),
  textColumn({
    id: 'proceeds',
    title: 'Proceeds',
    width: 82,
    isNumeric: true,
    text: ({ proceeds = null }) => moneyText(proceeds),
  }),
  textColumn({
    id: 'margin',
    title: 'Margin',
    width: 78,
    isNumeric: true,
    text: marginText,
    cell: (row) => (
      <span className={(marginOf(row)?.minor ?? 0) < 0 ? 'text-danger' : 'text-muted'}>
        {marginText(row)}
      </span>
    ),
  }),
  textColumn({
    id: 'face_value',
    title: 'Face value',
    width: 86,
    isNumeric: true,
    isOptional: true,
    text: ({ face_value: value }) => moneyText(value),
  }),
  textColumn({
    id: 'lowest',
    title: 'Lowest',
    width: 80,
    isNumeric: true,
    text: ({ market }) => moneyText(market.lowest),
  }),
  textColumn({
    id: 'rank',
    title: 'Rank',
    width: 68,
    isNumeric: true,
    text: rankText,
    cell: (row) => (
      <span
        className={cx(
          row.market.rank === 1 && row.market.count > 1 && 'font-semibold text-ok',
          row.market.rank !== null && row.market.rank > 3 && 'text-signal',
          (row.market.rank === null || row.market.count === 1) && 'text-muted',
        )}
      >
        {rankText(row)}
      </span>
    ),
  }),
  marketColumn('past_median', 'Past median', 88, ({ market: { past_sales: past } }) =>
    moneyText(past?.median ?? null),
  ),
  marketColumn('past_sales', 'Past sales', 80, ({ market: { past_sales: past } }) =>
    past === null ? noValue : String(past.sales),
  ),
  textColumn({
    id: 'in_hand_date',
    title: 'In hand',
    width: 70,
    field: 'in_hand_date',
    text: ({ in_hand_date: day }) => day,
    cell: (row) => <span className={row.is_in_hand ? '' : 'text-muted'}>{inHandText(row)}</span>,
  }),
  textColumn({
    id: 'delivery',
    title: 'Delivery',
    width: 98,
    text: ({ ticket_type: type }) => deliveryLabel(type),
    cell: ({ ticket_type: type }) => (
      <>
        <span aria-hidden>{shortDelivery(type)}</span>
        <span className="sr-only">{deliveryLabel(type)}</span>
      </>
    ),
  }),
  textColumn({
    id: 'tags',
    title: 'Tags',
    width: 120,
    isOptional: true,
    field: 'tags',
    text: ({ tags }) => tags.join(', ') || noValue,
  }),
  {
    id: 'internal_notes',
    title: 'Internal notes',
    width: 160,
    isOptional: true,
    field: 'internal_notes',
    text: ({ internal_notes: notes }) => notes ?? '',
    cell: ({ internal_notes: notes }) => quiet(notes ?? noValue),
  },
  textColumn({
    id: 'external_id',
    title: 'Your id',
    width: 100,
    isOptional: true,
    text: ({ external_id: id }) => id ?? noValue,
  }),
  textColumn({
    id: 'updated_at',
    title: 'Updated',
    width: 80,
    isOptional: true,
    firstDirection: 'desc',
    text: ({ updated_at: at }) => dayText(at.slice(0, 10)),
  }),
  textColumn({
    id: 'status',
    title: 'Published',
    width: 80,
    text: ({ status }) => statusText[status],
    cell: (row) => <PublishCell row={row} />,
  }),
]

const statusText = { published: 'Published', unpublished: 'Off', sold_out: 'Sold' } as const

/** By buyers, and by the seller: '2', '2+1 own'. */
function heldText({ held, own_hold: own }: WireInventoryRow): string {
  return own === null ? countText(held) : `${held === 0 ? '' : `${held}+`}${own.quantity} own`
}

function marginText(row: WireInventoryRow): string {
  const margin = marginOf(row)
  return margin === null ? noValue : formatMoney(margin)
}

function rankText({ market: { rank, count } }: WireInventoryRow): string {
  return rank === null ? noValue : `${rank} of ${count}`
}

/** The columns with the reason where the user may not change their cells. */
export function withRefusals(all: readonly InventoryColumn[]): readonly InventoryColumn[] {
  if (refusal('list') === null && refusal('price') === null) return all
  return all.map((column) => {
    const reason = column.field || column.id === 'status' ? fieldRefusal(column.field ?? column.id) : null
    if (reason === null) return column
    return column.id === 'status'
      ? { ...column, refusal: reason, cell: (row) => <PublishCell row={row} refusal={reason} /> }
      : { ...column, refusal: reason }
  })
}

/** Of members who do not see money. */
const plainColumns = columns.filter(({ id }) => !['cost', 'proceeds', 'margin'].includes(id))
const withoutEvent = (all: readonly InventoryColumn[]) => all.filter(({ id }) => id !== 'event')
const grouped = { all: withoutEvent(columns), plain: withoutEvent(plainColumns) }

/** Below headings, the event needs no column of its own. */
export function inventoryColumns(isGrouped: boolean): readonly InventoryColumn[] {
  if (isGrouped) return seesMoney() ? grouped.all : grouped.plain
  return seesMoney() ? columns : plainColumns
}
