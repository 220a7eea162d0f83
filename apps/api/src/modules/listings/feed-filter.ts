import type { FeedQuery } from '@terrace/contracts/listings'
import { parseDecimal } from '@terrace/domain/money'
import type { EventBook } from './event-book.ts'
import type { PricedListing } from './listing.ts'
import type { Column, Label, StockView } from './stock-view.ts'

/** The filters that have a facet, which ignores its own filter and obeys the others: a bit for each. */
export const filterBit = {
  quantity: 1,
  newListings: 2,
  inHand: 4,
  hospitality: 8,
  instantDownload: 16,
  price: 32,
  ticketType: 64,
  category: 128,
  broker: 256,
  section: 512,
} as const

export interface FeedFilter {
  /** Whether the row is asked for at all, by the filters that have no facet. */
  isCandidate(row: PricedListing): boolean
  /** The bits of the filters that the row at this place of the view does not pass. */
  missesOf(row: PricedListing, place: number): number
}

export interface FilterContext {
  books: readonly EventBook[]
  view: StockView
  /** Whose "my listings" are. */
  teamId: string
  /** The same text for all names of one section; needed where sections are asked for. */
  sectionKey: (name: string) => string
}

/** The listing filter of spec §3 over the stock of one event, or of several. */
export function createFeedFilter(
  query: FeedQuery,
  { books, view, teamId, sectionKey }: FilterContext,
): FeedFilter {
  const ids = query['listing_id[]'] && new Set(query['listing_id[]'])
  const performers = query['team_id[]']
  const events = new Set(
    books
      .filter(({ performerIds }) => performers === undefined || performers.some((id) => performerIds.has(id)))
      .map(({ eventId }) => eventId),
  )
  const own = query.my_listings === 'my_listings'
  // Choice 6 is "Any quantity" (spec §3), and any listing has a split of at least one.
  const quantity = query.min_quantity === 6 ? 1 : query.min_quantity
  const cheapest = minorOf(query.proceed_price_min) ?? 0
  const dearest = minorOf(query.proceed_price_max) ?? Infinity
  const types = chosen(view.ticketType, query['ticket_types[]'], ({ id }) => id)
  const categories = chosen(view.category, query['category_name[]'], ({ id }) => id)
  const brokers = chosen(view.broker, query['broker_id[]'], ({ id }) => id)
  const sections = chosen(view.section, query['section_name[]']?.map(sectionKey), ({ name }) =>
    sectionKey(name),
  )

  return {
    isCandidate({ listing }) {
      if (!events.has(listing.eventId) || (own && listing.seller.id !== teamId)) return false
      return ids ? ids.has(listing.id) : listing.available > 0
    },
    missesOf({ listing, price, splits, isNew, isInHand }, place) {
      let misses = 0
      if (quantity > 1 && (splits.at(-1) ?? 0) < quantity) misses |= filterBit.quantity
      if (query.new_listings && !isNew) misses |= filterBit.newListings
      if (query.ticket_in_hand && !isInHand) misses |= filterBit.inHand
      if (query.hospitality && !listing.hospitality) misses |= filterBit.hospitality
      if (query.instant_download && !listing.instantDownload) misses |= filterBit.instantDownload
      if (price.minor < cheapest || price.minor > dearest) misses |= filterBit.price
      if (!isChosen(types, view.ticketType, place)) misses |= filterBit.ticketType
      if (!isChosen(categories, view.category, place)) misses |= filterBit.category
      if (!isChosen(brokers, view.broker, place)) misses |= filterBit.broker
      if (!isChosen(sections, view.section, place)) misses |= filterBit.section
      return misses
    },
  }
}

/** Which of a column's values are among the wanted; undefined where nothing is asked of it. */
function chosen(
  column: Column,
  wanted: readonly (string | number)[] | undefined,
  keyOf: (label: Label) => string | number,
): readonly boolean[] | undefined {
  const keys = wanted && new Set(wanted)
  return keys && column.values.map((label) => keys.has(keyOf(label)))
}

function isChosen(choice: readonly boolean[] | undefined, column: Column, place: number): boolean {
  return choice === undefined || choice[column.at[place] ?? -1] === true
}

/** Marketplace currencies are those with two decimals (product.md §12). */
function minorOf(amount: string | undefined): number | undefined {
  if (amount === undefined) return undefined
  const parsed = parseDecimal(amount, 2)
  return parsed.ok ? parsed.minor : undefined
}
