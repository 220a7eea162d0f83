import type { DeliveryType } from '@terrace/domain/tickets/delivery-types'
import type { ListingNote } from '@terrace/domain/tickets/listing-notes'
import type { SplitType } from '@terrace/domain/tickets/split-rules'

export interface StockBlock {
  name: string
  categoryId: number
  /** 1 is the most expensive. */
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
  lastRank: number
}

export interface StockEvent {
  id: number
  /** Identifies the event in every database: competition, season, and teams or name. */
  key: string
  competition: string
  title: string
  /** Team slugs, home first; empty for events without teams. */
  teams: readonly string[]
  /** `YYYY-MM-DD` at the venue. */
  localDay: string
  startsAt: Date
  venue: StockVenue
}

/** A generated listing, stored with a marker. */
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
  deliveryType: DeliveryType
  splitType: SplitType
  quantityLimit: number | null
  multipleSaleUnit: number | null
  quantity: number
  priceMinor: number
  currency: string
  faceValueMinor: number | null
  /** `YYYY-MM-DD` */
  inHandDate: string
  instantDownload: boolean
  hospitality: boolean
  deliveryDetails: boolean
  identification: boolean
  notes: ListingNote[]
  createdAt: Date
}
