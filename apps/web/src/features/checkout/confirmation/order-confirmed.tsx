import { Link } from '@tanstack/react-router'
import type { WireOrder, WireRefund } from '@terrace/contracts/order-shapes'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatEventDate } from '@terrace/domain/time/dates'
import { formatMoney, multiplyMoney } from '@terrace/domain/money/money'
import { multipleSellersNotice } from '@terrace/domain/tickets/multiple-sellers'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import type { ReactNode } from 'react'
import { cardBrandName } from '@terrace/domain/text/card-brand'
import { deliveryTimeText } from '#web/lib/format/delivery-time.ts'
import { priceText } from '#web/lib/format/price.ts'
import { refundTotals, refundText } from '#web/lib/format/refund-text.ts'
import { useServerNow } from '#web/lib/hooks/use-server-now.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { CheckIcon, CloseIcon, InfoIcon } from '#web/ui/icons.ts'
import { NoBreakDates } from '#web/ui/data-display/no-break-dates.tsx'
import { Notice, Panel } from '#web/ui/layout/panel.tsx'
import { deliveryName } from '#web/features/checkout/form/delivery-details.ts'

type OrderLine = WireOrder['lines'][number]

/** A placed order: its number, the next step, its lines and documents. */
export function OrderConfirmed({ order, documents }: { order: WireOrder; documents: ReactNode }) {
  const sellers = new Set(order.lines.map(({ seller }) => seller.id))
  const events = [...new Map(order.lines.map(({ event }) => [event.id, event])).values()]
  // The buyer may open this page again after the order was cancelled.
  const isCancelled = order.status === 'Cancelled'
  const Icon = isCancelled ? CloseIcon : CheckIcon
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-10 sm:px-5 max-sm:pt-6">
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
            {order.card && `, paid with ${cardBrandName(order.card.brand)} ending in ${order.card.last4}`}
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
            <dt className="text-muted">Cost</dt>
            <dd className="text-right">{priceText(order.total_tickets_price)}</dd>
            <dt className="text-muted">Fee</dt>
            <dd className="text-right">{priceText(order.total_service_fee)}</dd>
            <dt className="pt-1 text-base font-semibold">Total</dt>
            <dd className="pt-1 text-right text-base font-semibold">{priceText(order.total)}</dd>
            {refundTotals(order).map(([name, amount]) => (
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
        {documents}
      </div>
    </div>
  )
}

const nextHeadings: Readonly<Record<WireOrder['status'], string>> = {
  Confirmed: 'What happens next',
  Fullfilled: 'Your tickets are ready',
  Cancelled: 'Your refund',
}

function NextStep({ order }: { order: WireOrder }) {
  switch (order.status) {
    case 'Confirmed':
      return (
        <>
          Sellers deliver to <span className="font-medium text-ink">{order.email_address}</span> and call{' '}
          <span className="tabular font-medium text-ink">{order.contact_number}</span> if they have questions.
        </>
      )
    case 'Fullfilled':
      return 'Find them in Purchases.'
    default:
      return 'This order was cancelled. You’ll be refunded in full, including the fee, within a few days.'
  }
}

interface LineProps {
  line: OrderLine
  /** Refund of the line, if it was cancelled. */
  refund: WireRefund | undefined
}

/** A line with its ticket price; the service fee is shown once, in the totals. */
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
            'Delivered. Find your tickets in Purchases.'
          ) : refund ? (
            `Cancelled. The fee is refunded too. ${refundText(refund)}.`
          ) : (
            'Cancelled. Refund to your card pending.'
          )}
        </p>
      </div>
      <p className="tabular text-right font-medium">{formatMoney(multiplyMoney(price, line.quantity))}</p>
    </li>
  )
}
