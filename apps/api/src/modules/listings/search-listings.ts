import type { FeedFacets, FeedQuery } from '@terrace/contracts/listings'
import { countRestrictions } from '@terrace/domain/tickets/listing-notes'
import { createFacetCounter } from './facets.ts'
import { createListingMatcher, type FilterContext } from './feed-filter.ts'
import type { Listing } from './listing.ts'
import type { ListingIndex } from './listing-index.ts'

export interface FoundListings {
  /** Positions of the matching listings, cheapest first. */
  found: readonly number[]
  facets: FeedFacets
}

/** Filters the index and counts the facets in one pass. */
export function searchListings(query: FeedQuery, currency: string, context: FilterContext): FoundListings {
  const { index } = context
  const filter = createListingMatcher(query, context)
  const counter = createFacetCounter(index, currency)
  const found: number[] = []
  for (let position = 0; position < index.listings.length; position += 1) {
    const listing = index.listings[position]
    if (!listing || !filter.isCandidate(listing)) continue
    const failedFilters = filter.failedFiltersOf(listing, position)
    if (failedFilters === 0) found.push(position)
    // Zero or one bit: a listing that fails two filters is in no facet.
    if ((failedFilters & (failedFilters - 1)) === 0) counter.count(listing, position, failedFilters)
  }
  return { found, facets: counter.facets() }
}

type FeedOrder = FeedQuery['order_by']

type SortKey = (index: ListingIndex, position: number) => number | null

/** Numeric sort key per order; listings without one come last in both directions. */
const sortKeys: Record<Exclude<FeedOrder, 'all_in_price' | 'age'>, SortKey> = {
  price: ({ listings }, position) => listings[position]?.price.minor ?? 0,
  face_value: ({ listings }, position) => listings[position]?.faceValueMinor ?? null,
  section: ({ section }, position) => section.valueIndexes[position] ?? 0,
  row: ({ seatRow }, position) => seatRow.valueIndexes[position] ?? 0,
  seats: ({ listings }, position) => firstSeatOf(listings[position]?.listing),
  quantity: ({ listings }, position) => listings[position]?.listing.available ?? 0,
  delivery: ({ deliveryType }, position) => deliveryType.valueIndexes[position] ?? 0,
  in_hand_date: ({ inHandDate }, position) => inHandDate.valueIndexes[position] ?? 0,
  restrictions: ({ listings }, position) => restrictionsOf(listings[position]?.listing),
  seller: ({ seller }, position) => seller.valueIndexes[position] ?? 0,
  // Ascending "newest" starts with the newest listing.
  newest: ({ listings }, position) => -(listings[position]?.listing.publishedMs ?? 0),
}

/** Hidden seats do not influence the order, which would reveal them. */
function firstSeatOf(listing: Listing | undefined): number | null {
  return listing === undefined || listing.seatsHidden ? null : listing.firstSeat
}

function restrictionsOf(listing: Listing | undefined): number {
  if (listing === undefined) return 0
  return countRestrictions({
    notes: listing.notes,
    needsDeliveryDetails: listing.attendeeDeliveryDetailsRequired,
    needsIdentification: listing.attendeeIdentificationDetailsRequired,
  })
}

/** Sorts as requested; ties are cheapest first in both directions. */
export function sortListings(
  index: ListingIndex,
  found: readonly number[],
  { order_by, sort_order }: Pick<FeedQuery, 'order_by' | 'sort_order'>,
): readonly number[] {
  const column = sortColumnOf(order_by)
  // The index is sorted by price already.
  if (column === 'price' && sort_order === 'asc') return found
  const name = `${column} ${sort_order}`
  const positions =
    index.sortedPositions.get(name) ?? sortPositions(index, sortKeys[column], sort_order === 'asc' ? 1 : -1)
  index.sortedPositions.set(name, positions)
  const isFound = new Uint8Array(index.listings.length)
  for (const position of found) isFound[position] = 1
  const sorted: number[] = []
  for (const position of positions) if (isFound[position] === 1) sorted.push(position)
  return sorted
}

/**
 * The column whose order this one shares: the all-in price sorts like the price, because the fee never falls as the price
 * rises, and the age like the time of publication.
 */
function sortColumnOf(order: FeedOrder): keyof typeof sortKeys {
  if (order === 'all_in_price') return 'price'
  return order === 'age' ? 'newest' : order
}

function sortPositions(index: ListingIndex, keyOf: SortKey, direction: number): Int32Array {
  const keys = Float64Array.from(index.listings, (_, position) => {
    const key = keyOf(index, position)
    return key === null ? Number.MAX_VALUE : direction * key
  })
  const positions = Int32Array.from(index.listings, (_, position) => position)
  return positions.sort((left, right) => (keys[left] ?? 0) - (keys[right] ?? 0) || left - right)
}
