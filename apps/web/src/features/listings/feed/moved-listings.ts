import type { WireListing } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import type { MovedRow } from '#web/features/listings/row/rows.ts'
import { compareListings, longestSortedPart, type ListingOrder } from './listing-order.ts'

/** Listings whose position no longer matches the order. */
export interface MovedListings {
  rows: ReadonlyMap<string, MovedRow>
  /** Whether the list is in the order of the price, and all of them became cheaper. */
  areCheaper: boolean
}

/**
 * The fewest listings that have to move to restore the order. Only listings that changed since the list was sorted
 * can be among them; `previous` has them as they were sorted.
 */
export function movedListings(
  listings: readonly WireListing[],
  previous: ReadonlyMap<string, WireListing>,
  order: ListingOrder,
): MovedListings {
  const rows = new Map<string, MovedRow>()
  if (previous.size === 0) return { rows, areCheaper: false }
  const inPlace = listingsInPlace(listings, previous, order)
  let cheaper = 0
  for (const listing of listings) {
    const sorted = previous.get(listing.id)
    if (sorted === undefined || inPlace.has(listing.id)) continue
    const isRepriced = sorted.proceed_price.amount !== listing.proceed_price.amount
    rows.set(listing.id, { previousPrice: isRepriced ? sorted.all_in_price : null })
    if (fromWireMoney(listing.proceed_price).minor < fromWireMoney(sorted.proceed_price).minor) cheaper += 1
  }
  const isByPrice = order.order_by === 'price' || order.order_by === 'all_in_price'
  return { rows, areCheaper: isByPrice && rows.size > 0 && cheaper === rows.size }
}

/** Ids of changed listings that are in order with all unchanged ones and with each other. */
function listingsInPlace(
  listings: readonly WireListing[],
  previous: ReadonlyMap<string, WireListing>,
  order: ListingOrder,
): ReadonlySet<string> {
  const unchanged = listings.filter(({ id }) => !previous.has(id))
  const changed = listings.filter(({ id }) => previous.has(id))
  const places = new Map<string, { first: number; last: number }>()
  let first = 0
  let last = 0
  for (const listing of changed.toSorted((left, right) => compareListings(left, right, order))) {
    first = indexFrom(first, unchanged, (other) => compareListings(other, listing, order) >= 0)
    last = indexFrom(Math.max(first, last), unchanged, (other) => compareListings(other, listing, order) > 0)
    places.set(listing.id, { first, last })
  }
  let unchangedAbove = 0
  const fitting: WireListing[] = []
  for (const listing of listings) {
    const place = places.get(listing.id)
    if (place === undefined) unchangedAbove += 1
    else if (place.first <= unchangedAbove && unchangedAbove <= place.last) fitting.push(listing)
  }
  return new Set(longestSortedPart(fitting, order).map(({ id }) => id))
}

/** Index of the first match from this index on, or the length of the list. */
function indexFrom<Item>(start: number, items: readonly Item[], matches: (item: Item) => boolean): number {
  let index = start
  for (let item = items[index]; item !== undefined && !matches(item); item = items[index]) index += 1
  return index
}

/** For example `1 cheaper listing` or `2 listings moved`. */
export function movedText({ rows: { size }, areCheaper }: MovedListings): string {
  const listings = size === 1 ? 'listing' : 'listings'
  return areCheaper ? `${size} cheaper ${listings}` : `${size} ${listings} moved`
}
