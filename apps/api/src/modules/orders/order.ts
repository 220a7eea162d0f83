import type { DeliveryType } from '@terrace/domain/delivery-types'
import { addMoney, multiplyMoney, sumMoney, type Money } from '@terrace/domain/money'
import type { OrderLineState } from '@terrace/domain/order-lifecycle'

/** What a line was when it was bought; later changes of the listing or the event do not reach it. */
export interface LineFacts {
  eventTitle: string
  eventSlug: string
  /** Venue's wall clock, `YYYY-MM-DDTHH:mm`. */
  eventLocalAt: string
  /** Of the venue, as `Europe/London`. */
  timeZone: string
  timeConfirmed: boolean
  venueName: string
  city: string
  categoryName: string
  section: string
  row: string
  /** The seats of this line; empty where the seller gave none. */
  seats: number[]
  seatsHidden: boolean
  ticketType: DeliveryType
  /** YYYY-MM-DD */
  inHandDate: string
  sellerName: string
}

export interface OrderLine {
  id: string
  sellerTeamId: string
  listingId: string
  holdId: string
  eventId: number
  quantity: number
  /** Per ticket, frozen by the hold. */
  price: Money
  /** Per ticket. */
  fee: Money
  /** Per ticket, in the seller's currency. */
  sellerPrice: Money
  state: OrderLineState
  facts: LineFacts
}

/** What the buyer paid for the line: quantity × (price + fee). */
export function lineTotal({ price, fee, quantity }: Pick<OrderLine, 'price' | 'fee' | 'quantity'>): Money {
  return multiplyMoney(addMoney(price, fee), quantity)
}

/** By what an order was paid, in the words of the gateway that took it. */
export interface OrderPayment {
  gateway: string
  intentId: string
}

/** Money that goes back for a line that was cancelled; a line has at most one. */
export interface Refund {
  id: string
  lineId: string
  amount: Money
  state: 'pending' | 'succeeded' | 'failed'
  requestedAt: Date
  refundedAt: Date | null
  /** The gateway's name of it, where it has one. */
  gatewayRefundId: string | null
  /** How it was paid where the gateway could not. */
  paidOtherwise: string | null
}

/** What a team has bought at once: one payment, a line for each hold, of as many sellers as there are. */
export interface Order {
  id: string
  number: string
  teamId: string
  accountId: string
  attemptId: string
  tickets: Money
  fee: Money
  total: Money
  email: string
  phone: string
  card: { brand: string; last4: string } | null
  payment: OrderPayment
  /** The quote that it came of. */
  quote: { id: string; title: string } | null
  placedAt: Date
  lines: OrderLine[]
  /** The oldest first. */
  refunds: Refund[]
}

/** Whether its payment could not be taken, so that all of it was undone: whatever else is cancelled is owed back by a refund. */
export function isUndone({ lines, refunds }: Pick<Order, 'lines' | 'refunds'>): boolean {
  return refunds.length === 0 && lines.every(({ state }) => state === 'cancelled')
}

/** What of a line the buyer does not pay in the end. */
export interface Credit extends Pick<Refund, 'lineId' | 'amount' | 'refundedAt'> {
  /** `void`: it was never taken. */
  state: 'pending' | 'succeeded' | 'void'
}

/** What went back to the buyer or is on its way, or was never taken: what the bank has refused is still owed. */
export function creditsOf(order: Pick<Order, 'lines' | 'refunds'>): Credit[] {
  if (isUndone(order))
    return order.lines.map((line) => ({
      lineId: line.id,
      amount: lineTotal(line),
      refundedAt: null,
      state: 'void',
    }))
  return order.refunds.flatMap(({ state, ...refund }) => (state === 'failed' ? [] : [{ ...refund, state }]))
}

/** The sum of an order's credits. */
export function totalRefunded(order: Pick<Order, 'lines' | 'refunds' | 'total'>): Money {
  return sumMoney(
    creditsOf(order).map(({ amount }) => amount),
    order.total.currency,
  )
}
