import { Link } from '@tanstack/react-router'
import type { WireOrder } from '@terrace/contracts/orders'
import { fromWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { formatEventDate } from '@terrace/domain/dates'
import { formatMoney } from '@terrace/domain/money'
import { formatTickets } from '@terrace/domain/tickets'
import type { ReactNode } from 'react'
import { brandName } from '#web/features/payments/card-brand.ts'
import { deliveryTimeText } from '#web/lib/delivery-time.ts'
import { useServerNow } from '#web/lib/use-server-now.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { CheckIcon, CloseIcon, InfoIcon } from '#web/ui/icons.ts'
import { Notice, Panel } from '#web/ui/panel.tsx'
import { deliveryName } from './delivery-facts.ts'
import { NoBreakDates } from './no-break-dates.tsx'
import { multiSellerNotice } from './order-summary.tsx'

type OrderLine = WireOrder['lines'][number]

/** The order is placed: its number, what happens next with each line, its papers, and the ways on. */
export function OrderConfirmed({ order, documents }: { order: WireOrder; documents: ReactNode }) {
  const sellers = new Set(order.lines.map(({ seller }) => seller.id))
  const events = [...new Map(order.lines.map(({ event }) => [event.id, event])).values()]
  // Somebody may come back to this page long after it was paid.
  const isCancelled = order.status === 'Cancelled'
  const Icon = isCancelled ? CloseIcon : CheckIcon
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-10 sm:px-7 max-sm:pt-6">
      <header className="flex items-center gap-4">
        <span
          aria-hidden
          className={cx(
            'inline-flex size-12 shrink-0 items-center justify-center rounded-full',
            isCancelled ? 'bg-danger-soft text-danger' : 'bg-ok-soft text-ok',
          )}
        >
          <Icon className="size-6" strokeWidth={2.5} />
        </span>
        <div>
          <h1 className="text-xl">
            Order <span className="tabular">{order.number}</span>{' '}
            {isCancelled ? 'was cancelled' : 'is confirmed'}
          </h1>
          <p className="text-sm text-muted">
            {formatTickets(order.ticket_quantity)} for {text(order.total)}
            {order.card && `, paid with ${brandName(order.card.brand)} ending in ${order.card.last4}`}
          </p>
        </div>
      </header>

      <Panel className="mt-6">
        <section aria-labelledby="next" className="px-6 py-5 max-sm:px-4">
          <h2 id="next" className="text-lg">
            What happens next
          </h2>
          <p className="mt-1 text-sm text-muted">
            The sellers deliver to <span className="font-medium text-ink">{order.email_address}</span> and
            call <span className="tabular font-medium text-ink">{order.contact_number}</span> if anything is
            unclear.
          </p>
          {events.map((event) => (
            <div key={event.id} className="mt-4 border-t border-line pt-4">
              <h3 className="text-sm font-semibold">{event.title}</h3>
              <p className="tabular text-xs text-muted">
                {formatEventDate({ local: event.event_date_local, timeConfirmed: event.time_confirmed })} ·{' '}
                {event.venue_name}, {event.city}
              </p>
              <ul className="mt-1 divide-y divide-line text-sm">
                {order.lines
                  .filter((line) => line.event.id === event.id)
                  .map((line) => (
                    <Line key={line.id} line={line} />
                  ))}
              </ul>
            </div>
          ))}
          <dl className="tabular mt-1 grid grid-cols-[1fr_auto] gap-y-1 border-t border-line pt-4 text-sm">
            <dt className="text-muted">Tickets</dt>
            <dd className="text-right">{text(order.total_tickets_price)}</dd>
            <dt className="text-muted">Service fee</dt>
            <dd className="text-right">{text(order.total_service_fee)}</dd>
            <dt className="pt-1 text-base font-semibold">Total</dt>
            <dd className="pt-1 text-right text-base font-semibold">{text(order.total)}</dd>
          </dl>
        </section>
      </Panel>

      {sellers.size > 1 && (
        <Notice className="mt-4" icon={<InfoIcon aria-hidden />}>
          {multiSellerNotice}
        </Notice>
      )}

      <div className="mt-6 flex flex-wrap gap-3">
        <Link to="/profile" search={{ tab: 'purchases', order: order.id }} className={buttonClass('primary')}>
          Go to Purchases
        </Link>
        <Link to="/" className={buttonClass('secondary')}>
          Find another event
        </Link>
        <div className="sm:ml-auto">{documents}</div>
      </div>
    </div>
  )
}

function Line({ line }: { line: OrderLine }) {
  const now = useServerNow()
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 py-3 sm:grid-cols-[1fr_1.6fr_6rem]">
      <div className="min-w-0">
        <p className="font-medium">
          {line.section}
          {line.row !== '' && ` · R ${line.row}`}
        </p>
        <p className="text-xs text-muted">{formatTickets(line.quantity)}</p>
      </div>
      <div className="min-w-0 max-sm:order-last max-sm:col-span-2">
        <p>
          {deliveryName(line.ticket_type)} <span className="text-muted">from {line.seller.name}</span>
        </p>
        <p className={cx('text-xs', line.status === 'Cancelled' ? 'text-danger' : 'text-muted')}>
          {line.status === 'Confirmed' ? (
            <NoBreakDates text={deliveryTimeText(line, now)} />
          ) : line.status === 'Fullfilled' ? (
            'Delivered: your tickets are under Purchases.'
          ) : (
            'Cancelled: what it cost goes back to your card.'
          )}
        </p>
      </div>
      <p className="tabular text-right font-medium">{text(line.line_total)}</p>
    </li>
  )
}

function text(amount: WireMoney): string {
  return formatMoney(fromWireMoney(amount))
}
