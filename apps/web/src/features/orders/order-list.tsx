import type { WireOrder } from '@terrace/contracts/orders'
import { formatTickets } from '@terrace/domain/tickets'
import { Link } from '@tanstack/react-router'
import { priceText } from '#web/lib/price.ts'
import { refundedWord } from '#web/lib/refund-text.ts'
import { StatusPill } from '#web/ui/badge.tsx'
import { RowList, RowListSkeleton, rowLinkClass } from '#web/ui/row-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { eventsText, placedText, statusLook } from './order-texts.ts'

/* Narrow (a phone, or beside an open order): two lines. Wide: one line in columns, below their heads. */
const columns =
  '@3xl:grid @3xl:grid-cols-[9.5rem_minmax(0,1fr)_5.5rem_8rem_8.5rem] @3xl:items-center @3xl:gap-x-5'

/** Orders, newest first. */
export function OrderList({ orders }: { orders: readonly WireOrder[] }) {
  return (
    <RowList
      columns={columns}
      heads={
        <>
          <span>Order</span>
          <span>Event</span>
          <span className="text-right">Tickets</span>
          <span className="text-right">Total</span>
          <span className="pl-4">Status</span>
        </>
      }
    >
      {orders.map((order) => (
        <li key={order.id}>
          <OrderRow order={order} />
        </li>
      ))}
    </RowList>
  )
}

function OrderRow({ order }: { order: WireOrder }) {
  const { label, tone } = statusLook(order.status)
  const backWord = refundedWord(order)
  return (
    <Link
      from="/profile"
      to="/profile"
      // What narrows the list stays as it is.
      search={(address) => ({ ...address, tab: 'purchases', order: order.id })}
      className={rowLinkClass(columns)}
    >
      <span className="font-semibold @3xl:order-2 @3xl:font-normal">{eventsText(order)}</span>
      <span className="tabular text-right @3xl:order-4">
        <span className="font-semibold">{priceText(order.total)}</span>
        {backWord !== null && (
          <span className="block text-xs text-muted">
            {priceText(order.total_refunded)} <span className="whitespace-nowrap">{backWord}</span>
          </span>
        )}
      </span>
      <span className="flex flex-wrap gap-x-3 text-muted @3xl:order-1 @3xl:flex-col">
        <span className="whitespace-nowrap">
          <span className="@3xl:font-semibold @3xl:text-ink">{order.number}</span>
          <span className="@3xl:hidden"> · {formatTickets(order.ticket_quantity)}</span>
        </span>
        <span className="whitespace-nowrap @3xl:text-xs">{placedText(order.placed_at)}</span>
      </span>
      <span className="tabular hidden text-right @3xl:order-3 @3xl:block">{order.ticket_quantity}</span>
      <span className="justify-self-end @3xl:order-5 @3xl:justify-self-start @3xl:pl-4">
        <StatusPill tone={tone}>{label}</StatusPill>
      </span>
    </Link>
  )
}

/** Rows of orders that are on their way. */
export function OrderListSkeleton() {
  return (
    <RowListSkeleton
      label="Purchases are loading"
      rows={6}
      headClass="@3xl:block"
      rowClass="h-17.5 @3xl:h-15.5"
      start={
        <span className="hidden @3xl:block">
          <Skeleton className="h-4 w-20" />
          <Skeleton className="mt-2 h-3 w-24" />
        </span>
      }
      end={<Skeleton className="h-4 w-20" />}
      secondClass="@3xl:hidden"
    />
  )
}
