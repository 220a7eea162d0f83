import type { WireListing } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import type { MovedRow } from '#web/features/listings/row/rows.ts'
import { listingsInPlace, type ListingOrder } from './listing-order.ts'

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
  const inPlace = listingsInPlace(listings, (id) => previous.has(id), order)
  let cheaper = 0
  for (const listing of listings) {
    const sorted = previous.get(listing.id)
    if (sorted === undefined || inPlace.has(listing)) continue
    const isRepriced = sorted.proceed_price.amount !== listing.proceed_price.amount
    rows.set(listing.id, { previousPrice: isRepriced ? sorted.all_in_price : null })
    if (fromWireMoney(listing.proceed_price).minor < fromWireMoney(sorted.proceed_price).minor) cheaper += 1
  }
  const isByPrice = order.order_by === 'price' || order.order_by === 'all_in_price'
  return { rows, areCheaper: isByPrice && rows.size > 0 && cheaper === rows.size }
}

/** For example `1 cheaper listing` or `2 listings moved`. */
export function movedText({ rows: { size }, areCheaper }: MovedListings): string {
  const listings = size === 1 ? 'listing' : 'listings'
  return areCheaper ? `${size} cheaper ${listings}` : `${size} ${listings} moved`
}
