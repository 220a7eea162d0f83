import type { ListingNote } from '@terrace/domain/tickets/listing-notes'
import type { DeliveryType } from '@terrace/domain/tickets/delivery-types'
import type { SplitType } from '@terrace/domain/tickets/split-rules'

/** What a seller's file can set, by column of `listings`. Amounts are per ticket, in minor units. */
export interface ListingValues {
  event_id: number
  section: string
  row: string
  first_seat: number | null
  last_seat: number | null
  /** Every seat, unless they are adjacent. */
  seats: number[] | null
  seats_hidden: boolean
  general_admission: boolean
  ticket_type: DeliveryType
  split_type: SplitType
  multiple_sale_unit: number | null
  split_quantities: number[] | null
  /** All tickets, including sold ones. */
  quantity: number
  shown_quantity: number | null
  price_minor: number
  currency: string
  cost_minor: number | null
  floor_minor: number | null
  face_value_minor: number | null
  /** YYYY-MM-DD */
  in_hand_date: string
  /** The date is this many days before the event, and moves with it. */
  in_hand_days_before: number | null
  instant_download: boolean
  notes: ListingNote[]
  internal_notes: string | null
  tags: string[]
  status: 'active' | 'withdrawn'
}

/** A listing as it is stored. */
export interface StoredListing extends ListingValues {
  id: string
  external_id: string | null
  sold: number
  quantity_limit: number | null
  version: number
  revision: number
}

export interface NewListingValues extends ListingValues {
  id: string
  external_id: string
  category_id: number
}

export interface ListingPatch {
  id: string
  /** `null` frees the seller's number for another listing. */
  external_id: string | null
  values: ListingValues
}

export interface WrittenListing {
  id: string
  eventId: number
  version: number
  revision: number
}
