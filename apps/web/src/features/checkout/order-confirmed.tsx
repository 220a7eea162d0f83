import { Link } from '@tanstack/react-router'
import type { WireOrder, WireRefund } from '@terrace/contracts/orders'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatEventDate } from '@terrace/domain/dates'
import { formatMoney, multiplyMoney } from '@terrace/domain/money'
import { multipleSellersNotice } from '@terrace/domain/multiple-sellers'
import { formatTickets } from '@terrace/domain/tickets'
import type { ReactNode } from 'react'
import { brandName } from '#web/features/payments/card-brand.ts'
import { deliveryTimeText } from '#web/lib/delivery-time.ts'
import { priceText } from '#web/lib/price.ts'
import { refundSums, refundText } from '#web/lib/refund-text.ts'
import { useServerNow } from '#web/lib/use-server-now.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { CheckIcon, CloseIcon, InfoIcon } from '#web/ui/icons.ts'
import { NoBreakDates } from '#web/ui/no-break-dates.tsx'
import { Notice, Panel } from '#web/ui/panel.tsx'
import { deliveryName } from './delivery-facts.ts'

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
            {formatTickets(order.ticket_quantity)} for {priceText(order.total)}
            {order.card && `, paid with ${brandName(order.card.brand)} ending in ${order.card.last4}`}
          </p>
        </div>
      </header>

      <Panel className="mt-6">
        <section aria-labelledby="next" className="px-6 py-5 max-sm:px-4">
          <h2 id="next" className="text-lg">
            {nextHeadings[order.status]}
          </h2>
          <p className="mt-1 text-sm text-muted">
            <NextStep order={order} />
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
                    <Line
                      key={line.id}
                      line={line}
                      refund={order.refunds.find(({ line_id }) => line_id === line.id)}
                    />
                  ))}
              </ul>
            </div>
          ))}
          <dl className="tabular mt-1 grid grid-cols-[1fr_auto] gap-y-1 border-t border-line pt-4 text-sm">
            <dt className="text-muted">Tickets</dt>
            <dd className="text-right">{priceText(order.total_tickets_price)}</dd>
            <dt className="text-muted">Service fee</dt>
            <dd className="text-right">{priceText(order.total_service_fee)}</dd>
            <dt className="pt-1 text-base font-semibold">Total</dt>
            <dd className="pt-1 text-right text-base font-semibold">{priceText(order.total)}</dd>
            {refundSums(order).map(([name, amount]) => (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="text-right">{amount}</dd>
              </div>
            ))}
          </dl>
        </section>
      </Panel>

      {sellers.size > 1 && !isCancelled && (
        <Notice className="mt-4" icon={<InfoIcon aria-hidden />}>
          {multipleSellersNotice}
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

const nextHeadings: Readonly<Record<WireOrder['status'], string>> = {
  Confirmed: 'What happens next',
  Fullfilled: 'Your tickets are there',
  Cancelled: 'What happens with your money',
}

/** What is still to come of an order, in a sentence. */
function NextStep({ order }: { order: WireOrder }) {
  switch (order.status) {
    case 'Confirmed':
      return (
        <>
          The sellers deliver to <span className="font-medium text-ink">{order.email_address}</span> and call{' '}
          <span className="tabular font-medium text-ink">{order.contact_number}</span> if anything is unclear.
        </>
      )
    case 'Fullfilled':
      return 'You find them with your order under Purchases.'
    default:
      return 'No tickets will come. All that you paid goes back, with its service fee; your bank may take a few days to show it.'
  }
}

interface LineProps {
  line: OrderLine
  /** Of its money, where it was cancelled. */
  refund: WireRefund | undefined
}

/** A line with the price of its tickets, as at the checkout: the service fee of all of them stands below. */
function Line({ line, refund }: LineProps) {
  const now = useServerNow()
  const price = fromWireMoney(line.price)
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 py-3 sm:grid-cols-[1fr_1.6fr_6rem]">
      <div className="min-w-0">
        <p className="font-medium">
          {line.section}
          {line.row !== '' && ` · R ${line.row}`}
        </p>
        <p className="tabular text-xs text-muted">
          {formatTickets(line.quantity)} × {formatMoney(price)}
        </p>
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
          ) : refund ? (
            `Cancelled with its service fee: ${refundText(refund)}.`
          ) : (
            'Cancelled: what it cost goes back to your card.'
          )}
        </p>
      </div>
      <p className="tabular text-right font-medium">{formatMoney(multiplyMoney(price, line.quantity))}</p>
    </li>
  )
}
