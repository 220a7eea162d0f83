import type { DeliveryType } from '@terrace/domain/delivery-types'
import type { ListingNote } from '@terrace/domain/listing-notes'
import type { SplitType } from '@terrace/domain/split-options'

/** A block of a seating plan as the generator needs it. */
export interface StockBlock {
  name: string
  categoryId: number
  /** 1 is the dearest. */
  rank: number
  isGeneralAdmission: boolean
  rows: number
  seatsPerRow: number
}

export interface StockVenue {
  kind: string
  countryCode: string
  capacity: number
  blocks: readonly StockBlock[]
  /** The highest rank of its blocks. */
  lastRank: number
}

/** An upcoming event for which stock is made. */
export interface StockEvent {
  id: number
  sourceKey: string
  competition: string
  title: string
  /** Slugs of the teams, home first; empty where nobody plays anybody. */
  teams: readonly string[]
  /** 'YYYY-MM-DD' at the venue. */
  localDay: string
  startsAt: Date
  venue: StockVenue
}

/** One generated listing; it is marked as such where it is stored. */
export interface StockListing {
  id: string
  eventId: number
  sellerTeamId: string
  externalId: string | null
  categoryId: number
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
  quantity: number
  priceMinor: number
  currency: string
  faceValueMinor: number | null
  /** 'YYYY-MM-DD' */
  inHandDate: string
  instantDownload: boolean
  hospitality: boolean
  deliveryDetails: boolean
  identification: boolean
  notes: ListingNote[]
  createdAt: Date
}
