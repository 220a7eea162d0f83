import type { WireOrder } from '@terrace/contracts/order-shapes'
import { priceText } from '#web/lib/format/price.ts'
import { refundLabel } from '#web/lib/format/refund-text.ts'
import { useServerNow } from '#web/lib/hooks/use-server-now.ts'
import { StatusPill } from '#web/ui/data-display/badge.tsx'
import { twoLines, type TableColumn } from '#web/ui/data-table/table-column.ts'
import {
  deadlineText,
  deliveryState,
  eventDayText,
  eventsText,
  placedAtText,
  seatsText,
  statusStyle,
} from './order-texts.ts'

const deadlineClasses = {
  danger: 'font-semibold text-danger',
  signal: 'font-semibold text-signal',
  neutral: 'text-muted',
}

/** Columns of the purchases. Those that the server can sort by have its names. */
export const orderColumns: readonly TableColumn<WireOrder>[] = [
  { id: 'number', title: 'Order', width: 58, cell: ({ number }) => number, text: ({ number }) => number },
  {
    id: 'event',
    title: 'Event',
    width: 110,
    grow: 2,
    cell: (order) => <span className={twoLines}>{eventsText(order)}</span>,
    text: eventsText,
  },
  {
    id: 'event_date',
    title: 'Event date',
    width: 94,
    sort: 'server',
    cell: (order) => <span className="tabular">{eventDayText(order)}</span>,
    text: eventDayText,
  },
  {
    id: 'seats',
    title: 'Section · row · seats',
    width: 92,
    grow: 1.5,
    cell: (order) => <span className="text-muted">{seatsText(order)}</span>,
    text: seatsText,
  },
  {
    id: 'quote',
    title: 'Quote',
    width: 120,
    grow: 1,
    dropOrder: 1,
    isOptional: true,
    cell: ({ quote }) => quote?.title ?? '–',
    text: ({ quote }) => quote?.title ?? '',
  },
  {
    id: 'client',
    title: 'Client',
    width: 96,
    grow: 1,
    dropOrder: 3,
    cell: ({ client }) => <span className="text-muted">{client?.name ?? '–'}</span>,
    text: ({ client }) => client?.name ?? '',
  },
  {
    id: 'reference',
    title: 'Your reference',
    width: 110,
    dropOrder: 2,
    isOptional: true,
    cell: ({ reference }) => <span className="text-muted">{reference ?? '–'}</span>,
    text: ({ reference }) => reference ?? '',
  },
  {
    id: 'note',
    title: 'Internal note',
    width: 140,
    grow: 1,
    dropOrder: 1,
    isOptional: true,
    cell: ({ internal_note: note }) => <span className="text-muted">{note ?? '–'}</span>,
    text: ({ internal_note: note }) => note ?? '',
  },
  {
    id: 'tickets',
    title: 'Qty',
    width: 34,
    dropOrder: 4,
    isNumeric: true,
    sort: 'server',
    firstDirection: 'desc',
    cell: (order) => order.ticket_quantity,
    text: (order) => String(order.ticket_quantity),
  },
  {
    id: 'status',
    title: 'Status',
    width: 112,
    sort: 'server',
    cell: (order) => <DeliveryState order={order} />,
    text: ({ status }) => statusStyle(status).label,
  },
  {
    id: 'deadline',
    title: 'Deadline',
    width: 112,
    sort: 'server',
    cell: (order) => <Deadline order={order} />,
    text: ({ lines }) =>
      lines
        .filter(({ status }) => status === 'Confirmed')
        .map(({ delivery }) => delivery.expected_by)
        .toSorted()[0] ?? '',
  },
  {
    id: 'refund',
    title: 'Refund',
    width: 150,
    dropOrder: 2,
    isOptional: true,
    cell: (order) => <Refund order={order} />,
    text: (order) =>
      refundLabel(order) === null ? '' : `${priceText(order.total_refunded)} ${refundLabel(order)}`,
  },
  {
    id: 'placed',
    title: 'Placed',
    width: 120,
    dropOrder: 1,
    isOptional: true,
    sort: 'server',
    firstDirection: 'desc',
    cell: ({ placed_at }) => <span className="tabular text-muted">{placedAtText(placed_at)}</span>,
    text: ({ placed_at }) => placed_at,
  },
  {
    id: 'total',
    title: 'All-in',
    width: 72,
    isNumeric: true,
    sort: 'server',
    firstDirection: 'desc',
    cell: ({ total }) => <span className="font-semibold">{priceText(total)}</span>,
    text: ({ total }) => `${total.amount} ${total.currency}`,
  },
]

export function DeliveryState({ order }: { order: WireOrder }) {
  const { label, tone } = deliveryState(order, useServerNow())
  return <StatusPill tone={tone}>{label}</StatusPill>
}

export function Deadline({ order, isOnCard = false }: { order: WireOrder; isOnCard?: boolean }) {
  const deadline = deadlineText(order, useServerNow())
  // A dash means nothing without the column's title.
  if (deadline === null) return !isOnCard && <span className="text-muted">–</span>
  return <span className={`tabular ${deadlineClasses[deadline.tone]}`}>{deadline.text}</span>
}

/** Amount refunded, or not charged after a cancellation: '£248.86 refund pending'. */
export function Refund({ order }: { order: WireOrder }) {
  const label = refundLabel(order)
  if (label === null) return <span className="text-muted">–</span>
  return (
    <span className="tabular text-muted">
      {priceText(order.total_refunded)} {label}
    </span>
  )
}
