import { Link } from '@tanstack/react-router'
import type { WireClientOrder, WireClientQuote } from '@terrace/contracts/clients'
import { formatCount, formatTickets } from '@terrace/domain/tickets/format-count'
import { useId, type ReactNode } from 'react'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { amountRange, priceText } from '#web/lib/format/price.ts'
import { dayText } from '#web/features/clients/client-texts.ts'

interface ClientHistoryProps {
  clientId: string
  /** The latest of them. */
  quotes: readonly WireClientQuote[]
  orders: readonly WireClientOrder[]
  quoteCount: number
  orderCount: number
  quoteStatus: (quote: WireClientQuote) => ReactNode
  orderStatus: (order: WireClientOrder) => ReactNode
}

const rowClass =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-4 py-2 text-sm -outline-offset-2 hover:bg-sunken focus-visible:bg-sunken sm:px-5'

const asideClass = 'tabular row-span-2 flex items-center justify-end gap-3 font-semibold'

/** The client's latest quotes and orders; each opens in its own list. */
export function ClientHistory({
  clientId,
  quotes,
  orders,
  quoteCount,
  orderCount,
  quoteStatus,
  orderStatus,
}: ClientHistoryProps) {
  return (
    <>
      <Section
        title="Quotes"
        count={quoteCount}
        emptyText="No quotes for this client yet."
        all={{ tab: 'quotes', clientId }}
      >
        {quotes.map((quote) => (
          <li key={quote.id}>
            <Link to="/profile" search={{ tab: 'quotes', quote: quote.id }} className={rowClass}>
              <span className="truncate font-semibold">{quote.title}</span>
              <span className={asideClass}>
                {clientTotal(quote)}
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
      <Section
        title="Orders"
        count={orderCount}
        emptyText="No orders for this client yet."
        all={{ tab: 'purchases', clientId }}
      >
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

/** What the client pays: one amount, the range of alternatives, or '' for a whole event. */
function clientTotal({ totals, totals_range: range }: WireClientQuote): string {
  if (range)
    return amountRange(fromWireMoney(range.lowest.client_total), fromWireMoney(range.highest.client_total))
  return totals ? priceText(totals.client_total) : ''
}

interface SectionProps {
  title: string
  count: number
  emptyText: string
  /** Address of the list with all of them. */
  all: { tab: 'quotes' | 'purchases'; clientId: string }
  children: ReactNode
}

function Section({ title, count, emptyText, all, children }: SectionProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="border-b border-line last:border-b-0">
      <div className="flex items-baseline justify-between gap-4 px-4 pt-4 pb-2 text-sm sm:px-5">
        <h3 id={headingId} className="font-semibold">
          {title} {count > 0 && <span className="tabular font-normal text-muted">{formatCount(count)}</span>}
        </h3>
        {count > 0 && (
          <Link
            to="/profile"
            search={all}
            aria-label={`See all ${title.toLowerCase()}`}
            className="touch-target rounded-sm font-semibold text-accent hover:underline"
          >
            See all
          </Link>
        )}
      </div>
      {count === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted sm:px-5">{emptyText}</p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">{children}</ul>
      )}
    </section>
  )
}
