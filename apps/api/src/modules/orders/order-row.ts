import { activeSpan } from '#api/tracing/active-span.ts'
import type { OrderPlaced } from '#api/outbox/domain-events.ts'
import { entriesOfSale, toEntryColumns } from '#api/modules/ledger/index.ts'
import { eventDaysOf, searchTextOf } from './list/order-search.ts'
import type { Order, OrderLine } from './order.ts'
import { toSaleLine } from './sale-line.ts'

/** An order that is about to be inserted. */
export interface NewOrder {
  order: Order
  hadExpiredHolds: boolean
  /** Encrypted, by line id. */
  attendees?: ReadonlyMap<string, Buffer>
}

/** An element of the parameter of the SQL function `insert_orders`. */
export function toOrderRow(placed: NewOrder) {
  const { order, attendees } = placed
  return {
    id: order.id,
    number: order.number,
    team_id: order.teamId,
    account_id: order.accountId,
    attempt_id: order.attemptId,
    tickets_minor: order.tickets.minor,
    fee_minor: order.fee.minor,
    total_minor: order.total.minor,
    currency: order.total.currency,
    email: order.email,
    phone: order.phone,
    card_brand: order.card?.brand,
    card_last4: order.card?.last4,
    gateway: order.payment.gateway,
    gateway_payment_id: order.payment.gatewayPaymentId,
    quote_id: order.quote?.id,
    quote_title: order.quote?.title,
    reference: order.reference,
    internal_note: order.internalNote,
    client_id: order.client?.id,
    client_name: order.client?.name,
    // The order number comes first in this text; the database assigns it and adds it.
    search_text: searchTextOf({ ...order, number: '' }),
    event_days: eventDaysOf(order),
    placed_at: order.placedAt,
    lines: order.lines.map((line) => toLineRow(line, attendees?.get(line.id))),
    ...toEntryColumns(entriesOfSale({ ...order, lines: order.lines.map(toSaleLine) })),
    event: eventPayloadOf(placed),
  }
}

function toLineRow(line: OrderLine, attendees: Buffer | undefined) {
  return {
    id: line.id,
    seller_team_id: line.sellerTeamId,
    listing_id: line.listingId,
    hold_id: line.holdId,
    event_id: line.eventId,
    quantity: line.quantity,
    price_minor: line.price.minor,
    fee_minor: line.fee.minor,
    currency: line.price.currency,
    seller_price_minor: line.sellerPrice.minor,
    seller_currency: line.sellerPrice.currency,
    state: line.state,
    snapshot: line.snapshot,
    attendees: attendees?.toString('hex'),
  }
}

/** Without the number, which the database adds. */
function eventPayloadOf({ order, hadExpiredHolds }: NewOrder) {
  const traceparent = activeSpan()?.traceparent
  return {
    orderId: order.id,
    teamId: order.teamId,
    accountId: order.accountId,
    eventIds: [...new Set(order.lines.map((line) => line.eventId))],
    ...(hadExpiredHolds && { hadExpiredHolds: true }),
    ...(traceparent !== undefined && { traceparent }),
  } satisfies Omit<OrderPlaced, 'number'>
}

export type OrderRow = ReturnType<typeof toOrderRow>
