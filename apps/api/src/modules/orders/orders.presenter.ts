import type { WireOrder, WireOrderLine, WireRefund } from '@terrace/contracts/order-shapes'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { estimateDelivery } from '@terrace/domain/time/delivery-estimate'
import { orderState, type OrderLineState } from '@terrace/domain/lifecycles/order-lifecycle'
import { isRun } from './assign-seats.ts'
import {
  lineTotal,
  totalRefunded,
  type LineSnapshot,
  type Order,
  type OrderLine,
  type Refund,
} from './order.ts'

// `Fullfilled` is spelt so on the wire (spec §4, product.md §10).
export const wireStatus = {
  confirmed: 'Confirmed',
  delivered: 'Fullfilled',
  cancelled: 'Cancelled',
} as const satisfies Record<OrderLineState, string>

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
    reference: order.reference,
    internal_note: order.internalNote,
    client: order.client,
    lines: order.lines.map((line) => presentLine(line, order.placedAt)),
  }
}

export function presentLine(line: OrderLine, placedAt: Date): WireOrderLine {
  const { snapshot } = line
  const { rule, expectedBy } = estimateDelivery({ ...snapshot, placedAt })
  return {
    id: line.id,
    status: wireStatus[line.state],
    seller: { id: line.sellerTeamId, name: snapshot.sellerName },
    event: {
      id: line.eventId,
      title: snapshot.eventTitle,
      slug: snapshot.eventSlug,
      event_date_local: snapshot.eventLocalAt,
      timezone: snapshot.timeZone,
      time_confirmed: snapshot.timeConfirmed,
      venue_name: snapshot.venueName,
      city: snapshot.city,
    },
    category_name: snapshot.categoryName,
    section: snapshot.section,
    row: snapshot.row,
    ...presentSeats(snapshot),
    ticket_type: snapshot.deliveryType,
    in_hand_date: snapshot.inHandDate,
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

/** First and last seat, and every seat when they are not adjacent; `null` when the seats are hidden or unknown. */
function presentSeats({
  seats,
  seatsHidden,
}: LineSnapshot): Pick<WireOrderLine, 'first_seat' | 'last_seat' | 'seats'> {
  const [first] = seats
  const last = seats.at(-1)
  if (seatsHidden || first === undefined || last === undefined) return { first_seat: null, last_seat: null }
  return { first_seat: first, last_seat: last, ...(!isRun(seats) && { seats: [...seats] }) }
}
