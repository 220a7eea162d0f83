import { Link } from '@tanstack/react-router'
import type { WireClientOrder, WireClientQuote } from '@terrace/contracts/clients'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { useId, type ReactNode } from 'react'
import { priceText } from '#web/lib/format/price.ts'
import { dayText } from '#web/features/clients/client-texts.ts'

interface ClientHistoryProps {
  quotes: readonly WireClientQuote[]
  orders: readonly WireClientOrder[]
  quoteStatus: (quote: WireClientQuote) => ReactNode
  orderStatus: (order: WireClientOrder) => ReactNode
}

const rowClass =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-4 py-2 text-sm -outline-offset-2 hover:bg-sunken focus-visible:bg-sunken sm:px-5'

const asideClass = 'tabular row-span-2 flex items-center justify-end gap-3 font-semibold'

/** The client's latest quotes and orders; each opens in its own list. */
export function ClientHistory({ quotes, orders, quoteStatus, orderStatus }: ClientHistoryProps) {
  return (
    <>
      <Section title="Quotes" count={quotes.length} emptyText="No quotes for this client yet.">
        {quotes.map((quote) => (
          <li key={quote.id}>
            <Link to="/profile" search={{ tab: 'quotes', quote: quote.id }} className={rowClass}>
              <span className="truncate font-semibold">{quote.title}</span>
              <span className={asideClass}>
                {quote.totals && priceText(quote.totals.client_total)}
                {quoteStatus(quote)}
              </span>
              <span className="truncate text-xs text-muted">
                {dayText(quote.created_at)}
                {quote.event.title !== quote.title && ` · ${quote.event.title}`}
              </span>
            </Link>
          </li>
        ))}
      </Section>
      <Section title="Orders" count={orders.length} emptyText="No orders for this client yet.">
        {orders.map((order) => (
          <li key={order.id}>
            <Link to="/profile" search={{ tab: 'purchases', order: order.id }} className={rowClass}>
              <span className="truncate font-semibold">{order.number}</span>
              <span className={asideClass}>
                {priceText(order.total)}
                {orderStatus(order)}
              </span>
              <span className="truncate text-xs text-muted">
                {dayText(order.placed_at)} · {order.lines[0]?.event.title} ·{' '}
                {formatTickets(order.ticket_quantity)}
              </span>
            </Link>
          </li>
        ))}
      </Section>
    </>
  )
}

interface SectionProps {
  title: string
  count: number
  emptyText: string
  children: ReactNode
}

function Section({ title, count, emptyText, children }: SectionProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="border-b border-line last:border-b-0">
      <h3 id={headingId} className="px-4 pt-4 pb-2 text-sm font-semibold sm:px-5">
        {title} {count > 0 && <span className="tabular font-normal text-muted">{count}</span>}
      </h3>
      {count === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted sm:px-5">{emptyText}</p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">{children}</ul>
      )}
    </section>
  )
}
