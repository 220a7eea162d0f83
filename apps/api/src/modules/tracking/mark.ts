import type { Money } from '@terrace/domain/money'

/** Whose a mark is: one account's, within its team. */
export interface Tracker {
  accountId: string
  teamId: string
}

/** Of what an account is told, and how (product.md §7). */
export interface TrackingSettings {
  priceDrop: Ways
  lowStock: Ways & { atMost: number }
}

export interface Ways {
  live: boolean
  mail: boolean
}

/** What applies until an account says otherwise. */
export const defaultSettings: TrackingSettings = {
  priceDrop: { live: true, mail: true },
  lowStock: { live: true, mail: true, atMost: 2 },
}

export type GoneReason = 'sold_out' | 'withdrawn' | 'event_over' | 'event_postponed' | 'event_cancelled'

/** What is shown of a tracked listing's event. */
export interface TrackedEvent {
  id: number
  title: string
  slug: string
  localAt: string
  dateConfirmed: boolean
  timeConfirmed: boolean
  venueName: string
  city: string
}

/** A listing that somebody tracks, as it was then and as it is now. */
export interface TrackedListing {
  listingId: string
  event: TrackedEvent
  category: { id: number; name: string }
  section: string
  row: string
  generalAdmission: boolean
  trackedAt: Date
  priceThen: Money
  /** Null while it cannot be bought. */
  priceNow: Money | null
  gone: GoneReason | null
  available: number
  /** It was gone at some time since it is tracked. */
  wasGone: boolean
  history: { at: Date; price: Money | null }[]
}

export type AlertKind = 'price_drop' | 'low_stock'

/** One thing that somebody was told of a listing. */
export interface Alert {
  id: string
  kind: AlertKind
  at: Date
  listingId: string
  event: TrackedEvent
  section: string
  row: string
  priceThen: Money
  priceBefore: Money
  priceNow: Money
  available: number
}
