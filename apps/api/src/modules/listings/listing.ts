import type { Money } from '@terrace/domain/money/money'
import type { ListingNote } from '@terrace/domain/tickets/listing-notes'
import type { DeliveryType } from '@terrace/domain/tickets/delivery-types'
import type { SplitRule, SplitType } from '@terrace/domain/tickets/split-rules'

/** A seller's listing for one event with its current availability. Prices are per ticket (product.md §3). */
export interface Listing {
  id: string
  eventId: number
  category: { id: number; name: string }
  section: string
  row: string
  firstSeat: number | null
  lastSeat: number | null
  /** Every seat, unless they are adjacent. */
  seats: readonly number[] | null
  seatsHidden: boolean
  generalAdmission: boolean
  deliveryType: DeliveryType
  splitType: SplitType
  quantityLimit: number | null
  multipleSaleUnit: number | null
  /** The seller's own list of quantities. */
  splitQuantities: readonly number[] | null
  /** How many tickets buyers see at most. Never sent to them. */
  shownQuantity: number | null
  /** quantity − sold */
  unsold: number
  /**
   * Tickets that the seller keeps off sale until a time, in Unix milliseconds. Not a hold by a buyer's team. Never sent to
   * buyers.
   */
  ownHold: { quantity: number; untilMs: number } | null
  /** quantity − sold − open holds − `ownHold`, never negative. Not sent to buyers, because the seller may show fewer. */
  free: number
  /** What buyers see of `free`. */
  available: number
  /** The seller's price per ticket in the seller's currency, before conversion and service fee. */
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
  /** When it was first put on sale, in Unix milliseconds because a `Date` object per listing would take more memory. */
  publishedMs: number
  /** Increases with every visible change, holds included; up to a second late when a hold expires. */
  version: number
}

/** A listing and its open holds at one point in time. */
export interface ListingState {
  listing: Listing
  /** Open holds, first to expire first. */
  holds: readonly OpenHold[]
}

/** A listing with its price in one currency, allowed quantities and flags at a point in time. */
export interface PricedListing {
  listing: Listing
  /** What the buying team pays per ticket, without the fee: its cost in a quote. */
  price: Money
  /** Face value in the currency of `price`; the sort key of that column. */
  faceValueMinor: number | null
  /** Published within the last 24 hours. */
  isNew: boolean
  /** Whether the in-hand date has been reached in the venue's time zone. */
  isInHand: boolean
  /** Quantities that can be bought now, under the name that they have in the API; not the split type. */
  splits: readonly number[]
  /** Whether a response has contained it before. */
  wasPresented: boolean
  /** JSON on the wire, cached from the second presentation on. */
  json: string | undefined
}

export interface OpenHold {
  id: string
  listingId: string
  teamId: string
  quantity: number
  quoteId: string | null
  /** Expiry without a payment; a payment can extend it to `reservedUntil`. */
  expiresAt: Date
  /** Until when it reserves stock: `expiresAt`, or the end of a payment's hold extension if that is later. */
  reservedUntil: Date
}

export function heldQuantityOf(holds: readonly OpenHold[]): number {
  return holds.reduce((total, { quantity }) => total + quantity, 0)
}

/** `free` and `available` of a listing with these open holds, at a time. */
export function stockOf(
  { unsold, shownQuantity, ownHold }: Pick<Listing, 'unsold' | 'shownQuantity' | 'ownHold'>,
  holds: readonly OpenHold[],
  nowMs: number,
): Pick<Listing, 'free' | 'available'> {
  const own = ownHold && ownHold.untilMs > nowMs ? ownHold.quantity : 0
  const free = Math.max(0, unsold - heldQuantityOf(holds) - own)
  return { free, available: shownQuantity === null ? free : Math.min(free, shownQuantity) }
}

/**
 * The rule for buying from the listing, for a team that already holds `held` of its tickets and may hold more. What
 * remains is counted from all free tickets; the shown quantity limits a purchase like the seller's own limit.
 */
export function splitRuleOf(listing: Listing, held = 0): SplitRule {
  const { splitType, multipleSaleUnit: unit, splitQuantities: quantities } = listing
  const { quantityLimit, shownQuantity } = listing
  const shown = shownQuantity === null ? Infinity : shownQuantity + held
  const limit = Math.min(quantityLimit ?? Infinity, shown)
  return {
    splitType,
    free: Math.max(0, listing.free) + held,
    limit: limit === Infinity ? null : limit,
    unit,
    quantities,
  }
}
