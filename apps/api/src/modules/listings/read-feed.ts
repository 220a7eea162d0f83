import type { FeedQuery } from '@terrace/contracts/listings'
import { toWireMoney, toWirePercent } from '@terrace/contracts/wire-money'
import type { Money } from '@terrace/domain/money'
import { buyable } from '@terrace/domain/split-options'
import { invalidInput } from '../../shared/app-error.ts'
import type { AnswerCache } from './answer-cache.ts'
import type { EventBook, EventBooks } from './event-book.ts'
import { createFacetCounter } from './facets.ts'
import { createFeedFilter } from './feed-filter.ts'
import type { Listing, PricedListing } from './listing.ts'
import { listingErrors } from './listings.errors.ts'
import { presentListing } from './listings.presenter.ts'
import type { Rates } from './rates.ts'
import { createStockView, type StockView } from './stock-view.ts'

interface FeedDeps {
  books: EventBooks
  rates: Rates
  answers: AnswerCache<SharedAnswer>
  serviceFeeBp: number
}

interface Reader {
  teamId: string
  baseCurrency: string
}

/** The part of the answer that is the same for everybody who asks the same of the same book. */
export interface SharedAnswer {
  dataJson: string
  meta: Record<string, unknown>
}

/**
 * Answers `tickets/feed` as JSON text (product.md §3): the event's listings in one currency, filtered, sorted, paged,
 * and in `meta.mine` what the reader's team holds. Only listings with `available > 0`, unless asked for by id.
 */
export async function readFeed(
  deps: FeedDeps,
  query: FeedQuery,
  reader: Reader,
  eventIds: number[],
): Promise<string> {
  const currency = query.target_currency ?? reader.baseCurrency
  const books = await Promise.all(eventIds.map((eventId) => deps.books.get(eventId)))
  const [only] = books
  // What one team alone sees must not be kept for all.
  const shareable = books.length === 1 && query.my_listings === 'all_listings'
  const answer =
    only && shareable
      ? await sharedAnswer(deps, only, query, currency, reader)
      : await compute(deps, books, query, currency, reader)
  const mine = { tracked: [], held: books.flatMap((book) => heldBy(book, reader.teamId)) }
  return `{"data":${answer.dataJson},"meta":${JSON.stringify({ ...answer.meta, mine })}}`
}

async function sharedAnswer(
  deps: FeedDeps,
  book: EventBook,
  query: FeedQuery,
  currency: string,
  reader: Reader,
): Promise<SharedAnswer> {
  // A changed book has another revision: what was made of the old one is never found again, and goes in time.
  const key = JSON.stringify([book.revision, await deps.rates.revision(), currency, query])
  const kept = deps.answers.get(key)
  if (kept) return kept
  const answer = await compute(deps, [book], query, currency, reader)
  deps.answers.set(key, answer, key.length + answer.dataJson.length)
  return answer
}

async function compute(
  deps: FeedDeps,
  books: EventBook[],
  query: FeedQuery,
  currency: string,
  reader: Reader,
): Promise<SharedAnswer> {
  const converter = await deps.rates.converterTo(currency)
  // Who asks for a currency is told that it has no rate; whose own it is still sees what is priced in it.
  if (!converter || (query.target_currency !== undefined && !converter.hasRate)) {
    throw listingErrors.make('currency.unknown')
  }
  const view = createStockView(
    books.flatMap((book) =>
      book.listings.flatMap((listing) => price(listing, book, converter.convert) ?? []),
    ),
  )
  const { places, facets } = search(view, query, { books, currency, teamId: reader.teamId })
  const first = (query.page - 1) * query.per_page
  const rows = inOrder(view, places, query)
    .slice(first, first + query.per_page)
    .flatMap((place) => view.rows[place] ?? [])
    .map(presentListing)
  return {
    dataJson: JSON.stringify(rows),
    meta: {
      total: places.length,
      page: query.page,
      per_page: query.per_page,
      last_page: Math.max(1, Math.ceil(places.length / query.per_page)),
      min_price: priceAt(view, places.at(0)),
      max_price: priceAt(view, places.at(-1)),
      currency,
      ...(converter.rateDate && { rate_date: converter.rateDate }),
      rate_stale: converter.stale,
      service_fee_percent: toWirePercent(deps.serviceFeeBp),
      version: books.map((book) => book.revision).join('+'),
      facets,
    },
  }
}

/** The places of the rows that pass all filters, cheapest first, and what there is to choose from. */
function search(
  view: StockView,
  query: FeedQuery,
  { books, currency, teamId }: { books: EventBook[]; currency: string; teamId: string },
) {
  const filter = createFeedFilter(query, { books, view, teamId })
  const counter = createFacetCounter(view, currency)
  const places: number[] = []
  for (const [place, row] of view.rows.entries()) {
    if (!filter.isCandidate(row)) continue
    const misses = filter.missesOf(row, place)
    if (misses === 0) places.push(place)
    // Who misses two filters is in no facet.
    if ((misses & (misses - 1)) === 0) counter.count(row, place, misses)
  }
  return { places, facets: counter.facets() }
}

/** Undefined for a listing in a currency of which there is no rate: nobody could say what it costs. */
function price(
  listing: Listing,
  { newSince, today }: EventBook,
  convert: (amount: Money) => Money | null,
): PricedListing | undefined {
  const converted = convert(listing.price)
  if (!converted) return undefined
  return {
    listing,
    price: converted,
    isNew: listing.createdAt > newSince,
    isInHand: listing.inHandDate <= today,
    splits: buyable({
      splitType: listing.splitType,
      available: listing.available,
      limit: listing.quantityLimit,
      unit: listing.multipleSaleUnit,
    }),
  }
}

const sortKeys: Record<FeedQuery['order_by'], (view: StockView, place: number) => number> = {
  // The rows stand in the order of their prices.
  price: (view, place) => view.rows[place]?.price.minor ?? 0,
  section: ({ section }, place) => section.at[place] ?? 0,
  row: ({ row }, place) => row.at[place] ?? 0,
  quantity: ({ rows }, place) => rows[place]?.listing.available ?? 0,
  in_hand_date: ({ inHandDate }, place) => inHandDate.at[place] ?? 0,
  // "Newest" ascending begins with the newest, as its name says.
  newest: ({ rows }, place) => -(rows[place]?.listing.createdAt.getTime() ?? 0),
}

/** Rows that are alike in what they are sorted by stay cheapest first, whichever the direction. */
function inOrder(view: StockView, places: readonly number[], query: FeedQuery): readonly number[] {
  if (query.order_by === 'price' && query.sort_order === 'asc') return places
  const direction = query.sort_order === 'asc' ? 1 : -1
  const keyOf = sortKeys[query.order_by]
  return places.toSorted(
    (left, right) => direction * (keyOf(view, left) - keyOf(view, right)) || left - right,
  )
}

function priceAt(view: StockView, place: number | undefined) {
  const row = place === undefined ? undefined : view.rows[place]
  return row ? toWireMoney(row.price) : null
}

function heldBy(book: EventBook, teamId: string): Record<string, unknown>[] {
  return book.holds
    .filter((hold) => hold.teamId === teamId)
    .map((hold) => ({
      listing_id: hold.listingId,
      hold_id: hold.id,
      quantity: hold.quantity,
      expires_at: hold.expiresAt.toISOString(),
    }))
}

/** Which events a feed call is about: the one it names, or those of the listings it names. */
export function requireSubject(query: FeedQuery): void {
  if (query.event_id === undefined && !query['listing_id[]']?.length) {
    throw invalidInput({ event_id: ['is required, unless listing_id[] names listings'] })
  }
}
