import type { WireOrder } from '@terrace/contracts/order-shapes'
import type { WireOrderDetail } from '@terrace/contracts/orders'
import { multipleSellersNotice } from '@terrace/domain/tickets/multiple-sellers'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cardText } from '#web/features/payments/card-text.ts'
import { priceText } from '#web/lib/format/price.ts'
import { refundTotals } from '#web/lib/format/refund-text.ts'
import { conversionRates } from '#web/lib/format/rate-text.ts'
import { ExchangeRates } from '#web/ui/data-display/exchange-rates.tsx'
import { Facts } from '#web/ui/data-display/facts.tsx'
import { InfoIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/layout/panel.tsx'
import { OrderDispute } from './order-dispute.tsx'
import { OrderDocuments } from './order-documents.tsx'
import { OrderInternalDetails } from './order-internal-details.tsx'
import { OrderLine } from './order-line.tsx'
import { groupBySeller } from './order-texts.ts'

export function OrderDetail({ order }: { order: WireOrderDetail }) {
  const sellerGroups = groupBySeller(order.lines)
  return (
    <div className="space-y-5 p-4 sm:p-5">
      {sellerGroups.length > 1 && order.status !== 'Cancelled' && (
        <Notice icon={<InfoIcon aria-hidden />}>{multipleSellersNotice}</Notice>
      )}
      {sellerGroups.map(({ seller, lines }) => (
        <section key={seller.id} aria-label={`Tickets from ${seller.name}`}>
          <h3 className="text-xs font-semibold text-muted">From {seller.name}</h3>
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {lines.map((line) => (
              <li key={line.id} className="py-3">
                <OrderLine
                  line={line}
                  orderStatus={order.status}
                  refunds={order.refunds.filter(({ line_id }) => line_id === line.id)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Totals order={order} />
      {order.disputes.map((dispute) => (
        <OrderDispute key={dispute.id} dispute={dispute} />
      ))}
      <OrderDocuments orderId={order.id} />
      {order.quote && (
        <p>
          From the quote{' '}
          <Link
            data-command="quote"
            data-title="Open the quote"
            to="/profile"
            search={{ tab: 'quotes', quote: order.quote.id }}
            className="rounded-sm font-medium underline"
          >
            {order.quote.title}
          </Link>
        </p>
      )}
      <OrderInternalDetails order={order} />
      <Contact order={order} />
    </div>
  )
}

function Totals({ order }: { order: WireOrderDetail }) {
  return (
    <div>
      <dl className="tabular space-y-1.5">
        <Amount name={`Cost, ${formatTickets(order.ticket_quantity)}`}>
          {priceText(order.total_tickets_price)}
        </Amount>
        <Amount name="Fee">{priceText(order.total_service_fee)}</Amount>
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-2.5 text-lg font-semibold">
          <dt>Total</dt>
          <dd>{priceText(order.total)}</dd>
        </div>
        {refundTotals(order).map(([name, amount]) => (
          <Amount key={name} name={name}>
            {amount}
          </Amount>
        ))}
      </dl>
      <ExchangeRates rates={conversionRates(order.exchange_rates, order.total.currency)} className="mt-2" />
    </div>
  )
}

function Amount({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Contact({ order }: { order: WireOrder }) {
  return (
    <Facts
      facts={[
        ['Email', order.email_address],
        ['Phone', order.contact_number],
        ['Paid with', order.card ? cardText(order.card) : 'Card'],
      ]}
    />
  )
}
