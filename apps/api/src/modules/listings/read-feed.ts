import type { FeedQuery } from '@terrace/contracts/listings'
import { toWireMoney, toWirePercent } from '@terrace/contracts/wire-money'
import { compareMoney, type Money } from '@terrace/domain/money'
import { buyable } from '@terrace/domain/split-options'
import { invalidInput } from '../../shared/app-error.ts'
import type { AnswerCache } from './answer-cache.ts'
import type { EventBook, EventBooks } from './event-book.ts'
import type { Listing, PricedListing } from './listing.ts'
import { listingErrors } from './listings.errors.ts'
import { presentListing } from './listings.presenter.ts'
import type { Rates } from './rates.ts'

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
  const mine = { held: books.flatMap((book) => heldBy(book, reader.teamId)) }
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
  const priced = books.flatMap((book) =>
    book.listings.flatMap((listing) => price(listing, converter.convert) ?? []),
  )
  const wanted = priced.filter((item) => isWanted(item, query, reader))
  const sorted = wanted.toSorted((left, right) => compare(left, right, query))
  const first = (query.page - 1) * query.per_page
  const newSince = books[0]?.newSince ?? new Date(0)
  const rows = sorted.slice(first, first + query.per_page).map((item) => presentListing(item, newSince))
  const prices = wanted.map((item) => item.price).toSorted(compareMoney)
  return {
    dataJson: JSON.stringify(rows),
    meta: {
      total: wanted.length,
      page: query.page,
      per_page: query.per_page,
      last_page: Math.max(1, Math.ceil(wanted.length / query.per_page)),
      min_price: wireOrNull(prices[0]),
      max_price: wireOrNull(prices.at(-1)),
      currency,
      ...(converter.rateDate && { rate_date: converter.rateDate }),
      rate_stale: converter.stale,
      service_fee_percent: toWirePercent(deps.serviceFeeBp),
      version: books.map((book) => book.revision).join('+'),
    },
  }
}

/** Undefined for a listing in a currency of which there is no rate: nobody could say what it costs. */
function price(listing: Listing, convert: (amount: Money) => Money | null): PricedListing | undefined {
  const converted = convert(listing.price)
  if (!converted) return undefined
  return {
    listing,
    price: converted,
    splits: buyable({
      splitType: listing.splitType,
      available: listing.available,
      limit: listing.quantityLimit,
      unit: listing.multipleSaleUnit,
    }),
  }
}

function isWanted({ listing, splits }: PricedListing, query: FeedQuery, reader: Reader): boolean {
  const ids = query['listing_id[]']
  if (ids) return ids.includes(listing.id)
  if (listing.available <= 0) return false
  if (query.my_listings === 'my_listings' && listing.seller.id !== reader.teamId) return false
  // Choice 6 is "Any quantity" (spec §3); the others keep a listing with some allowed split of at least that many.
  return (
    query.min_quantity === 6 ||
    query.min_quantity === 1 ||
    splits.some((split) => split >= query.min_quantity)
  )
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const comparators: Record<FeedQuery['order_by'], (left: PricedListing, right: PricedListing) => number> = {
  price: (left, right) => compareMoney(left.price, right.price),
  section: (left, right) => collator.compare(left.listing.section, right.listing.section),
  row: (left, right) => collator.compare(left.listing.row, right.listing.row),
  quantity: (left, right) => left.listing.available - right.listing.available,
  in_hand_date: (left, right) => collator.compare(left.listing.inHandDate, right.listing.inHandDate),
  // "Newest" ascending begins with the newest, as its name says.
  newest: (left, right) => right.listing.createdAt.getTime() - left.listing.createdAt.getTime(),
}

function compare(left: PricedListing, right: PricedListing, query: FeedQuery): number {
  const direction = query.sort_order === 'asc' ? 1 : -1
  return (
    direction * comparators[query.order_by](left, right) ||
    compareMoney(left.price, right.price) ||
    (left.listing.id < right.listing.id ? -1 : 1)
  )
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

function wireOrNull(amount: Money | undefined) {
  return amount ? toWireMoney(amount) : null
}

/** Which events a feed call is about: the one it names, or those of the listings it names. */
export function requireSubject(query: FeedQuery): void {
  if (query.event_id === undefined && !query['listing_id[]']?.length) {
    throw invalidInput({ event_id: ['is required, unless listing_id[] names listings'] })
  }
}
