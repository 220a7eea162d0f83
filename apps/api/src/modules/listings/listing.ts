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
  notes: ListingNote[]
  seller: { id: string; name: string }
  createdAt: Date
  version: number
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
  splits: number[]
}

/** An unexpired hold on one of an event's listings. */
export interface OpenHold {
  id: string
  listingId: string
  teamId: string
  quantity: number
  expiresAt: Date
  reservedUntil: Date
}
