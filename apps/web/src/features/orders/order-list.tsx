import type { WireOrder } from '@terrace/contracts/orders'
import { formatTickets } from '@terrace/domain/tickets'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { priceText } from '#web/lib/price.ts'
import { useRowKeys } from '#web/lib/use-row-keys.ts'
import { StatusPill } from '#web/ui/badge.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/skeleton.tsx'
import { eventsText, placedText, statusLook } from './order-texts.ts'

/* Narrow (a phone, or beside an open order): two lines. Wide: one line in columns, below their heads. */
const columns =
  '@3xl:grid-cols-[9.5rem_minmax(0,1fr)_5.5rem_8rem_8.5rem] @3xl:items-center @3xl:gap-x-5 @3xl:px-5'

/** Orders as rows of links, newest first; the arrow keys walk them. The open one is marked. */
export function OrderList({ orders }: { orders: readonly WireOrder[] }) {
  const list = useRef<HTMLDivElement>(null)
  const { onListKeyDown } = useRowKeys({ list })
  return (
    <div className="@container">
      <div
        aria-hidden
        className={`hidden h-9 border-b border-line text-xs font-semibold text-muted @3xl:grid ${columns}`}
      >
        <span>Order</span>
        <span>Event</span>
        <span className="text-right">Tickets</span>
        <span className="text-right">Total</span>
        <span className="pl-4">Status</span>
      </div>
      {/* Only passes on arrow keys between its links; it is not a control itself. */}
      <div ref={list} role="presentation" onKeyDown={onListKeyDown}>
        <ul className="divide-y divide-line">
          {orders.map((order) => (
            <li key={order.id}>
              <OrderRow order={order} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function OrderRow({ order }: { order: WireOrder }) {
  const { label, tone } = statusLook(order.status)
  return (
    <Link
      from="/profile"
      to="/profile"
      // What narrows the list stays as it is.
      search={(address) => ({ ...address, tab: 'purchases', order: order.id })}
      className={`grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5 px-4 py-3 -outline-offset-2 transition-colors duration-150 ease-out hover:bg-sunken focus-visible:bg-sunken aria-[current=page]:bg-accent-soft ${columns}`}
    >
      <span className="font-semibold @3xl:order-2 @3xl:font-normal">{eventsText(order)}</span>
      <span className="tabular text-right font-semibold @3xl:order-4">{priceText(order.total)}</span>
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
    <SkeletonRegion label="Purchases are loading" className="@container divide-y divide-line">
      <div className="hidden h-9 @3xl:block" />
      {Array.from({ length: 6 }, (_, place) => (
        <div key={place} className="flex h-18 items-center gap-12 px-4 @3xl:h-15.5 @3xl:px-5">
          <span className="hidden @3xl:block">
            <Skeleton className="h-4 w-20" />
            <Skeleton className="mt-2 h-3 w-24" />
          </span>
          <span className="flex-1">
            <Skeleton className="h-4 w-4/5 max-w-72" />
            <Skeleton className="mt-2.5 h-3.5 w-1/2 @3xl:hidden" />
          </span>
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </SkeletonRegion>
  )
}
