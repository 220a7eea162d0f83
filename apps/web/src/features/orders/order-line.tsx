import type { WireOrder } from '@terrace/contracts/order-shapes'
import type { WireOrderDetail } from '@terrace/contracts/orders'
import { formatDate, formatEventDate } from '@terrace/domain/time/dates'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { priceText } from '#web/lib/format/price.ts'
import { refundText } from '#web/lib/format/refund-text.ts'
import { StatusPill } from '#web/ui/data-display/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { LineDelivery } from './line-delivery.tsx'
import { LineDetails } from './line-details.tsx'
import { LineTickets } from './line-tickets.tsx'
import { deliveryText, seatLabel, statusStyle, type FullOrderLine } from './order-texts.ts'
import { ReportIssue } from './report-issue.tsx'

interface OrderLineProps {
  line: FullOrderLine
  orderStatus: WireOrder['status']
  refunds: WireOrderDetail['refunds']
}

/** One line of an order with its delivery, tickets, details and issue report. */
export function OrderLine({ line, orderStatus, refunds }: OrderLineProps) {
  const [isReporting, setReporting] = useState(false)
  const { event } = line
  const { label, tone } = statusStyle(line.status)
  return (
    <div className="space-y-2">
      <div className="space-y-0.5">
        <div className="flex items-start justify-between gap-4">
          <Link
            to="/tickets/$name/$id"
            params={{ name: event.slug, id: event.id }}
            className="touch-target rounded-sm font-semibold hover:underline"
          >
            {event.title}
          </Link>
          <span className="tabular font-semibold">{priceText(line.line_total)}</span>
        </div>
        <p className="text-muted">
          {formatEventDate({ local: event.event_date_local, timeConfirmed: event.time_confirmed })} ·{' '}
          {event.venue_name}, {event.city}
        </p>
        <p className="pt-1">{seatLabel(line)}</p>
        <p>
          {deliveryText(line)},{' '}
          <span className="whitespace-nowrap">in hand {formatDate(line.in_hand_date)}</span>
        </p>
        <p className="tabular flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pt-1 text-muted">
          <span>
            {formatTickets(line.quantity)}, each {priceText(line.price)} + {priceText(line.service_fee)} fee
          </span>
          {line.status !== orderStatus && <StatusPill tone={tone}>{label}</StatusPill>}
        </p>
      </div>
      <div className="text-xs">
        <LineDelivery line={line} />
        {refunds.map((refund) => (
          <p key={refund.id} className={refund.status === 'failed' ? 'text-danger' : 'text-muted'}>
            {refundText(refund)}
          </p>
        ))}
      </div>
      <LineTickets tickets={line.tickets} />
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <LineDetails line={line} />
        <Button size="sm" tone="quiet" onPress={() => setReporting(true)} className="-mr-3 ml-auto">
          Report an issue
        </Button>
      </div>
      <ReportIssue line={line} isOpen={isReporting} onClose={() => setReporting(false)} />
    </div>
  )
}
