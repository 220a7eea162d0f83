import type { DeliveryType } from '@terrace/domain/tickets/delivery-types'
import { addMoney, multiplyMoney, sumMoney, type Money } from '@terrace/domain/money/money'
import type { OrderLineState } from '@terrace/domain/lifecycles/order-lifecycle'

/** The ticket as it was bought; later changes to the listing or event don't affect it. */
export interface LineSnapshot {
  eventTitle: string
  eventSlug: string
  /** Venue-local time, `YYYY-MM-DDTHH:mm`. */
  eventLocalAt: string
  /** IANA zone of the venue, such as `Europe/London`. */
  timeZone: string
  timeConfirmed: boolean
  venueName: string
  city: string
  categoryName: string
  section: string
  row: string
  /** Empty when the seller gave no seat numbers. */
  seats: number[]
  seatsHidden: boolean
  deliveryType: DeliveryType
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
  snapshot: LineSnapshot
}

/** The assigned seats by hold id. */
export function seatsOf({ lines }: Pick<Order, 'lines'>): Map<string, readonly number[]> {
  return new Map(lines.map(({ holdId, snapshot }) => [holdId, snapshot.seats]))
}

/** Line total paid by the buyer: quantity × (price + fee). */
export function lineTotal({ price, fee, quantity }: Pick<OrderLine, 'price' | 'fee' | 'quantity'>): Money {
  return multiplyMoney(addMoney(price, fee), quantity)
}

/** The gateway and its id of the payment. */
export interface OrderPayment {
  gateway: string
  gatewayPaymentId: string
}

/** The refund of a cancelled line; a line has at most one. */
export interface Refund {
  id: string
  lineId: string
  amount: Money
  state: 'pending' | 'succeeded' | 'failed'
  requestedAt: Date
  refundedAt: Date | null
  /** Gateway refund id; `null` when the gateway has not assigned one. */
  gatewayRefundId: string | null
  /** How the refund was paid when the gateway could not pay it. */
  manualPaymentNote: string | null
}

/** One purchase of a team: one payment, one line per hold, any number of sellers. */
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
  quote: { id: string; title: string } | null
  /** Private to the team, as is the internal note. */
  reference: string | null
  internalNote: string | null
  /** Who the tickets are for; `id` is `null` for a name that is not in the client book. */
  client: { id: string | null; name: string } | null
  placedAt: Date
  lines: OrderLine[]
  /** Oldest first. */
  refunds: Refund[]
}

/**
 * Whether the payment could not be captured and the whole order was rolled back. A paid order that is cancelled has
 * refunds instead.
 */
export function isReversed({ lines, refunds }: Pick<Order, 'lines' | 'refunds'>): boolean {
  return refunds.length === 0 && lines.every(({ state }) => state === 'cancelled')
}

/** An amount deducted from the invoice. */
export interface Credit extends Pick<Refund, 'lineId' | 'amount' | 'refundedAt'> {
  /** `void`: the payment was never captured. */
  state: 'pending' | 'succeeded' | 'void'
}

/**
 * Amounts refunded, pending or never captured. A refund rejected by the bank is still owed and is not a credit.
 */
export function creditsOf(order: Pick<Order, 'lines' | 'refunds'>): Credit[] {
  if (isReversed(order))
    return order.lines.map((line) => ({
      lineId: line.id,
      amount: lineTotal(line),
      refundedAt: null,
      state: 'void',
    }))
  return order.refunds.flatMap(({ state, ...refund }) => (state === 'failed' ? [] : [{ ...refund, state }]))
}

export function totalRefunded(order: Pick<Order, 'lines' | 'refunds' | 'total'>): Money {
  return sumMoney(
    creditsOf(order).map(({ amount }) => amount),
    order.total.currency,
  )
}
