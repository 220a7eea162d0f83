import type { WireOrder, WireOrderLine, WireRefund } from '@terrace/contracts/orders'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { deliveryClock } from '@terrace/domain/delivery-clock'
import { orderState, type OrderLineState } from '@terrace/domain/order-lifecycle'
import { isRun } from './assign-seats.ts'
import { lineTotal, totalRefunded, type LineFacts, type Order, type OrderLine, type Refund } from './order.ts'

// The wire's own spelling (spec §4; product.md §10).
export const wireStatus = {
  confirmed: 'Confirmed',
  fulfilled: 'Fullfilled',
  cancelled: 'Cancelled',
} as const satisfies Record<OrderLineState, string>

/** An order as lists and the checkout show it. */
export function presentOrder(order: Order): WireOrder {
  return {
    id: order.id,
    number: order.number,
    placed_at: order.placedAt.toISOString(),
    status: wireStatus[orderState(order.lines)],
    email_address: order.email,
    contact_number: order.phone,
    ticket_quantity: order.lines.reduce((sum, line) => sum + line.quantity, 0),
    total_tickets_price: toWireMoney(order.tickets),
    total_service_fee: toWireMoney(order.fee),
    total: toWireMoney(order.total),
    refunds: order.refunds.map(presentRefund),
    total_refunded: toWireMoney(totalRefunded(order)),
    card: order.card,
    quote: order.quote,
    lines: order.lines.map((line) => presentLine(line, order.placedAt)),
  }
}

export function presentLine(line: OrderLine, placedAt: Date): WireOrderLine {
  const { facts } = line
  const { rule, expectedBy } = deliveryClock({ ...facts, placedAt })
  return {
    id: line.id,
    status: wireStatus[line.state],
    seller: { id: line.sellerTeamId, name: facts.sellerName },
    event: {
      id: line.eventId,
      title: facts.eventTitle,
      slug: facts.eventSlug,
      event_date_local: facts.eventLocalAt,
      timezone: facts.timeZone,
      time_confirmed: facts.timeConfirmed,
      venue_name: facts.venueName,
      city: facts.city,
    },
    category_name: facts.categoryName,
    section: facts.section,
    row: facts.row,
    ...presentSeats(facts),
    ticket_type: facts.ticketType,
    in_hand_date: facts.inHandDate,
    delivery: { rule, expected_by: expectedBy.toISOString() },
    quantity: line.quantity,
    price: toWireMoney(line.price),
    service_fee: toWireMoney(line.fee),
    line_total: toWireMoney(lineTotal(line)),
  }
}

function presentRefund({ id, lineId, amount, state, requestedAt, refundedAt }: Refund): WireRefund {
  return {
    id,
    line_id: lineId,
    amount: toWireMoney(amount),
    status: state,
    requested_at: requestedAt.toISOString(),
    refunded_at: refundedAt && refundedAt.toISOString(),
  }
}

/** First and last of seats side by side; hidden ones, and ones that are apart, come with the tickets. */
function presentSeats({ seats, seatsHidden }: LineFacts): {
  first_seat: number | null
  last_seat: number | null
} {
  const [first] = seats
  const last = seats.at(-1)
  if (seatsHidden || first === undefined || last === undefined || !isRun(seats)) {
    return { first_seat: null, last_seat: null }
  }
  return { first_seat: first, last_seat: last }
}
