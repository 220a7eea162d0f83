import type { DeliveryType } from '@terrace/domain/delivery-types'
import { addMoney, multiplyMoney, type Money } from '@terrace/domain/money'
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
}
