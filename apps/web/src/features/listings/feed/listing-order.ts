import type { WireListing } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import { countRestrictions } from '@terrace/domain/tickets/listing-notes'
import type { FeedRequest, FeedOrder } from '#web/features/listings/filters/feed-request.ts'

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const priceOf = ({ proceed_price }: WireListing) => fromWireMoney(proceed_price).minor

/** Sort key per order; listings without one come last in both directions. */
const sortKeys: Record<FeedOrder, (listing: WireListing) => number | string | null> = {
  price: priceOf,
  all_in_price: ({ all_in_price: price }) => fromWireMoney(price).minor,
  face_value: faceValueOf,
  section: ({ section }) => section,
  row: ({ row }) => row,
  seats: ({ first_seat: seat }) => seat ?? null,
  quantity: ({ available }) => available,
  delivery: ({ ticket_type: type }) => deliveryTypes.indexOf(type),
  in_hand_date: ({ in_hand_date: day }) => day,
  restrictions: restrictionsOf,
  seller: ({ seller }) => seller.name,
  // Ascending starts with the newest listing.
  age: ({ published_at: time }) => -Date.parse(time),
  newest: ({ published_at: time }) => -Date.parse(time),
}

function restrictionsOf(listing: WireListing): number {
  return countRestrictions({
    notes: listing.notes,
    needsDeliveryDetails: listing.attendee_delivery_details_required,
    needsIdentification: listing.attendee_identification_details_required,
  })
}

/** In the currency of the feed, like the server's sort key. */
function faceValueOf({ face_value: faceValue, proceed_price, original_price }: WireListing): number | null {
  const sellersPrice = fromWireMoney(original_price).minor
  if (faceValue === null || sellersPrice === 0) return null
  return (fromWireMoney(faceValue).minor * fromWireMoney(proceed_price).minor) / sellersPrice
}

function compareKeys(left: number | string | null, right: number | string | null, direction: number): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  if (typeof left === 'number' && typeof right === 'number') return direction * (left - right)
  return direction * collator.compare(String(left), String(right))
}

export type ListingOrder = Pick<FeedRequest, 'order_by' | 'sort_order'>

/** Compares in the feed's order; the same key puts the cheaper listing first. */
export function compareListings(
  left: WireListing,
  right: WireListing,
  { order_by, sort_order }: ListingOrder,
): number {
  const direction = sort_order === 'asc' ? 1 : -1
  const comparison = compareKeys(sortKeys[order_by](left), sortKeys[order_by](right), direction)
  return comparison === 0 ? priceOf(left) - priceOf(right) : comparison
}

/** The longest subsequence that is in order. */
export function longestSortedPart(listings: readonly WireListing[], order: ListingOrder): WireListing[] {
  interface Part {
    last: WireListing
    before: Part | undefined
  }
  /** For each length, the part of that length whose last listing comes first in the order. */
  const parts: Part[] = []
  for (const last of listings) {
    let low = 0
    let high = parts.length
    while (low < high) {
      const middle = (low + high) >> 1
      const part = parts[middle]
      if (part && compareListings(part.last, last, order) <= 0) low = middle + 1
      else high = middle
    }
    parts[low] = { last, before: parts[low - 1] }
  }
  const longest: WireListing[] = []
  for (let part = parts.at(-1); part !== undefined; part = part.before) longest.push(part.last)
  return longest
}

/**
 * Position of a new listing among the loaded ones, in the feed's order; the list's length when it belongs after them.
 */
export function insertPosition(
  listing: WireListing,
  listings: readonly WireListing[],
  order: ListingOrder,
): number {
  const index = listings.findIndex((other) => compareListings(listing, other, order) < 0)
  return index === -1 ? listings.length : index
}

/** The closest alternative to an unavailable listing: same category first, then by price. */
export function nearestListing(
  target: WireListing,
  listings: readonly WireListing[],
): WireListing | undefined {
  const price = priceOf(target)
  const distance = (listing: WireListing) => Math.abs(priceOf(listing) - price)
  const others = listings.filter(({ id }) => id !== target.id)
  const sameCategory = others.filter(({ category }) => category.id === target.category.id)
  return (sameCategory.length > 0 ? sameCategory : others).reduce<WireListing | undefined>(
    (best, listing) => (best === undefined || distance(listing) < distance(best) ? listing : best),
    undefined,
  )
}
