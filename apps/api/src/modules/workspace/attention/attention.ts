import type { Money } from '@terrace/domain/money/money'

export interface AttentionEvent {
  id: number
  title: string
  slug: string
  startsAt: Date
}

/** A hold of the team that is not being paid for. */
export interface HeldTickets {
  id: string
  listingId: string
  quantity: number
  price: Money
  feeBp: number
  expiresAt: Date
  isExpiring: boolean
  quoteId: string | null
  requirements: { delivery: boolean; identification: boolean }
  event: AttentionEvent
}

/** Holds of one event and quote in one currency, which are checked out together. */
export interface DueHolds {
  kind: 'hold'
  holdIds: [string, ...string[]]
  quantity: number
  total: Money
  expiresAt: Date
  missingAttendees: number
  event: AttentionEvent
}

/** A quote that has a response or expires soon. */
export type DueQuote = { id: string; expiresAt: Date } & (
  | { kind: 'quote_expiring' }
  | { kind: 'quote_accepted' | 'quote_declined'; respondedAt: Date }
)

export interface PriceDrop {
  kind: 'price_drop'
  listingId: string
  section: string
  row: string
  available: number
  price: Money
  priceWhenTracked: Money
  event: AttentionEvent
}

export interface LateDelivery {
  kind: 'delivery_late'
  orderId: string
  number: string
  quantity: number
  total: Money
  expectedBy: Date
  event: AttentionEvent
}

/** How long before its expiry a hold is listed: half of the time that new holds get. */
export const holdNoticeMs = ({ holdMinutes }: { holdMinutes: number }): number => (holdMinutes * 60_000) / 2

/** Quotes are listed in their last quarter, and at most two hours before the end. */
export const quoteNoticeHours = 2

/** Client responses are listed for a week unless dismissed. */
export const responseDays = 7
