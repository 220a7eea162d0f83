import type { WireListing } from '@terrace/contracts/listings'
import type { FeedRequest } from '#web/features/listings/filters/feed-request.ts'
import type { MovedRow } from '#web/features/listings/row/rows.ts'
import { insertPosition } from './listing-order.ts'

type Order = Pick<FeedRequest, 'order_by' | 'sort_order'>

/** Listings whose position no longer matches the order. */
export interface MovedListings {
  rows: ReadonlyMap<string, MovedRow>
  /** Whether all of them became cheaper than their position suggests. */
  areCheaper: boolean
}

/**
 * Compares listings that changed since the list was sorted with the others, whose order is still right.
 * `previous` has them as they were sorted.
 */
export function movedListings(
  listings: readonly WireListing[],
  previous: ReadonlyMap<string, WireListing>,
  order: Order,
): MovedListings {
  const rows = new Map<string, MovedRow>()
  if (previous.size === 0) return { rows, areCheaper: false }
  let earlier = 0
  let before: WireListing | undefined
  for (const [index, listing] of listings.entries()) {
    const sorted = previous.get(listing.id)
    const after = sorted && listings.slice(index + 1).find(({ id }) => !previous.has(id))
    const belongsEarlier = sorted !== undefined && before !== undefined && precedes(listing, before, order)
    const belongsLater = after !== undefined && precedes(after, listing, order)
    if (sorted === undefined || !(belongsEarlier || belongsLater)) {
      before = listing
      continue
    }
    const isRepriced = sorted.proceed_price.amount !== listing.proceed_price.amount
    rows.set(listing.id, { previousPrice: isRepriced ? sorted.all_in_price : null })
    if (belongsEarlier) earlier += 1
  }
  return { rows, areCheaper: rows.size > 0 && cheaperCount(order, rows.size, earlier) === rows.size }
}

function precedes(left: WireListing, right: WireListing, order: Order): boolean {
  return insertPosition(left, [right], order) === 0
}

function cheaperCount({ order_by, sort_order }: Order, moved: number, earlier: number): number {
  if (order_by !== 'price' && order_by !== 'all_in_price') return 0
  return sort_order === 'asc' ? earlier : moved - earlier
}

/** For example `1 cheaper listing` or `2 listings moved`. */
export function movedText({ rows: { size }, areCheaper }: MovedListings): string {
  const listings = size === 1 ? 'listing' : 'listings'
  return areCheaper ? `${size} cheaper ${listings}` : `${size} ${listings} moved`
}
