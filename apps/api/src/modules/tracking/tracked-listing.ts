import type { Money } from '@terrace/domain/money/money'

/** Owner of a tracking record: one account within its team. */
export interface Tracker {
  accountId: string
  teamId: string
}

/** Alert preferences of an account (product.md §7). */
export interface TrackingSettings {
  priceDrop: AlertChannels
  lowStock: AlertChannels & { threshold: number }
}

export interface AlertChannels {
  live: boolean
  mail: boolean
}

export const defaultSettings: TrackingSettings = {
  priceDrop: { live: true, mail: true },
  lowStock: { live: true, mail: true, threshold: 2 },
}

export type UnavailableReason =
  | 'sold_out'
  | 'withdrawn'
  | 'event_over'
  | 'event_postponed'
  | 'event_cancelled'

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

/** A tracked listing with its price when tracked and its current state. */
export interface TrackedListing {
  listingId: string
  event: TrackedEvent
  category: { id: number; name: string }
  section: string
  row: string
  generalAdmission: boolean
  trackedAt: Date
  priceWhenTracked: Money
  /** `null` while the listing can't be bought. */
  currentPrice: Money | null
  unavailable: UnavailableReason | null
  available: number
  /** The listing was unavailable at least once since tracking began. */
  wasUnavailable: boolean
  history: { at: Date; price: Money | null }[]
}

export type AlertKind = 'price_drop' | 'low_stock'

export interface Alert {
  id: string
  kind: AlertKind
  at: Date
  listingId: string
  event: TrackedEvent
  section: string
  row: string
  priceWhenTracked: Money
  previousPrice: Money
  currentPrice: Money
  available: number
}
