import type { Money } from '@terrace/domain/money'
import type { ListingNote } from '@terrace/domain/listing-notes'
import type { DeliveryType } from '@terrace/domain/delivery-types'
import type { SplitType } from '@terrace/domain/split-options'

/** What a seller offers for one event, with what is free of it now. Prices are per ticket (product.md §3). */
export interface Listing {
  id: string
  eventId: number
  category: { id: number; name: string }
  section: string
  row: string
  firstSeat: number | null
  lastSeat: number | null
  seatsHidden: boolean
  generalAdmission: boolean
  ticketType: DeliveryType
  splitType: SplitType
  quantityLimit: number | null
  multipleSaleUnit: number | null
  /** quantity − sold */
  unsold: number
  /** quantity − sold − unexpired holds */
  available: number
  /** Proceed price: what the buyer pays per ticket before the service fee, in the seller's currency. */
  price: Money
  faceValue: Money | null
  /** YYYY-MM-DD */
  inHandDate: string
  instantDownload: boolean
  hospitality: boolean
  attendeeDeliveryDetailsRequired: boolean
  attendeeIdentificationDetailsRequired: boolean
  notes: readonly ListingNote[]
  seller: { id: string; name: string }
  /** Unix milliseconds: there are many listings, and a `Date` is an object of its own. */
  createdMs: number
  /** Grows with every change of what a buyer sees of it, its holds included; where time ends one, within a second. */
  version: number
}

/** All that the database has to say of a listing at one moment. */
export interface ListingState {
  listing: Listing
  /** Those that take tickets away at that moment, the first to end first. */
  holds: readonly OpenHold[]
}

/** A listing with what a currency, the split rule and the moment make of it. */
export interface PricedListing {
  listing: Listing
  price: Money
  /** Published in the last 24 hours. */
  isNew: boolean
  /** In hand today, by the venue's day, or earlier. */
  isInHand: boolean
  /** The quantities that may be bought now. */
  splits: readonly number[]
  wasShown: boolean
  /** JSON as it stands on the wire, from the second time on that it is shown. */
  text: string | undefined
}

/** An unexpired hold on one of an event's listings. */
export interface OpenHold {
  id: string
  listingId: string
  teamId: string
  quantity: number
  /** What the team said it holds them for: a quote's id, or a name of its own. */
  quoteRef: string | null
  expiresAt: Date
  reservedUntil: Date
}

/** Tickets that these holds take away. */
export function sumOf(holds: readonly OpenHold[]): number {
  return holds.reduce((sum, { quantity }) => sum + quantity, 0)
}
