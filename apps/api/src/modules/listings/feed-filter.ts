import type { FeedQuery, ListingFilter } from '@terrace/contracts/listings'
import { parseDecimal } from '@terrace/domain/money/money'
import type { EventSnapshot } from './event-snapshot.ts'
import type { PricedListing } from './listing.ts'
import type { IndexedField, Label, ListingIndex } from './listing-index.ts'

/** One bit for each filter with a facet. A facet ignores its own filter and applies the others. */
export const filterBit = {
  quantity: 1,
  newListings: 2,
  inHand: 4,
  hospitality: 8,
  instantDownload: 16,
  price: 32,
  deliveryType: 64,
  category: 128,
  seller: 256,
  section: 512,
} as const

export interface ListingMatcher {
  /**
   * Whether the listing passes the filters without a facet: event, "my listings", `listing_id[]`, and being in stock unless
   * its id is given.
   */
  isCandidate(priced: PricedListing): boolean
  /** Returns the bits of the filters that the listing at this position fails. */
  failedFiltersOf(priced: PricedListing, position: number): number
}

export interface FilterContext {
  snapshots: readonly EventSnapshot[]
  index: ListingIndex
  /** Team of the "my listings" filter. */
  teamId: string
  /** Maps all names of a section to one key; only used with a section filter. */
  sectionKey: (name: string) => string
}

/** The part of the feed's query that filters read. */
export type FilterQuery = ListingFilter & Pick<FeedQuery, 'listing_id[]'>

/** The listing filter of spec §3 for one or more events. */
export function createListingMatcher(
  query: FilterQuery,
  { snapshots, index, teamId, sectionKey }: FilterContext,
): ListingMatcher {
  const ids = query['listing_id[]'] && new Set(query['listing_id[]'])
  // Wire names that mislead: `team_id[]` are performers (`teamId` is the caller's company), `category_name[]` ids of
  // seating categories, `broker_id[]` sellers, and `proceed_price` is what the buyer pays for a ticket before the fee.
  const performers = query['team_id[]']
  const events = new Set(
    snapshots
      .filter(({ performerIds }) => performers === undefined || performers.some((id) => performerIds.has(id)))
      .map(({ eventId }) => eventId),
  )
  const isMyListings = query.my_listings === 'my_listings'
  // Choice 6 is "Any quantity" (spec §3).
  const quantity = query.min_quantity === 6 ? 1 : query.min_quantity
  const minPrice = toMinorUnits(query.proceed_price_min) ?? 0
  const maxPrice = toMinorUnits(query.proceed_price_max) ?? Infinity
  const types = selectedValuesOf(index.deliveryType, query['ticket_types[]'], ({ id }) => id)
  const categories = selectedValuesOf(index.category, query['category_name[]'], ({ id }) => id)
  const sellers = selectedValuesOf(index.seller, query['broker_id[]'], ({ id }) => id)
  const sections = selectedValuesOf(index.section, query['section_name[]']?.map(sectionKey), ({ name }) =>
    sectionKey(name),
  )

  return {
    isCandidate({ listing }) {
      if (!events.has(listing.eventId) || (isMyListings && listing.seller.id !== teamId)) return false
      return ids ? ids.has(listing.id) : listing.available > 0
    },
    failedFiltersOf({ listing, price, splits, isNew, isInHand }, position) {
      let failedFilters = 0
      if (quantity > 1 && (splits.at(-1) ?? 0) < quantity) failedFilters |= filterBit.quantity
      if (query.new_listings && !isNew) failedFilters |= filterBit.newListings
      if (query.ticket_in_hand && !isInHand) failedFilters |= filterBit.inHand
      if (query.hospitality && !listing.hospitality) failedFilters |= filterBit.hospitality
      if (query.instant_download && !listing.instantDownload) failedFilters |= filterBit.instantDownload
      if (price.minor < minPrice || price.minor > maxPrice) failedFilters |= filterBit.price
      if (!isSelected(types, index.deliveryType, position)) failedFilters |= filterBit.deliveryType
      if (!isSelected(categories, index.category, position)) failedFilters |= filterBit.category
      if (!isSelected(sellers, index.seller, position)) failedFilters |= filterBit.seller
      if (!isSelected(sections, index.section, position)) failedFilters |= filterBit.section
      return failedFilters
    },
  }
}

/** Returns for each value of the field whether it is selected; `undefined` without a filter. */
function selectedValuesOf(
  field: IndexedField,
  selected: readonly (string | number)[] | undefined,
  keyOf: (label: Label) => string | number,
): readonly boolean[] | undefined {
  const keys = selected && new Set(selected)
  return keys && field.values.map((label) => keys.has(keyOf(label)))
}

function isSelected(
  selectedValues: readonly boolean[] | undefined,
  field: IndexedField,
  position: number,
): boolean {
  return selectedValues === undefined || selectedValues[field.valueIndexes[position] ?? -1] === true
}

/** Tradable currencies have two decimals (product.md §12.1). */
function toMinorUnits(amount: string | undefined): number | undefined {
  if (amount === undefined) return undefined
  const parsed = parseDecimal(amount, 2)
  return parsed.ok ? parsed.minor : undefined
}
