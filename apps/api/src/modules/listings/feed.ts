import { hash } from 'node:crypto'
import type { FeedQuery } from '@terrace/contracts/listings'
import { toWireMoney, toWirePercent } from '@terrace/contracts/wire-money'
import type { Db } from '../../db/client.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { invalidInput } from '../../shared/app-error.ts'
import { createSizedCache } from './sized-cache.ts'
import type { EventBook } from './event-book.ts'
import type { EventBooks } from './event-books.ts'
import { joinMine, presentFeed, type FeedAnswer, type PresentedFeed } from './feed.presenter.ts'
import { bytesOfAnswer, keptBytes } from './kept-bytes.ts'
import { listingErrors } from './listings.errors.ts'
import { findEventsOfListings } from './listings.repo.ts'
import type { StockPricer } from './price-stock.ts'
import type { Rates } from './rates.ts'
import { refuseUnknownIds } from './refuse-unknown-ids.ts'
import { searchStock, sortStock } from './search-stock.ts'
import { createSectionKeys } from './section-keys.ts'

/** Each is a book to load; a basket or a page of the search never spans more. */
const mostEvents = 50

interface FeedDeps {
  db: Db
  books: EventBooks
  rates: Rates
  pricer: StockPricer
  config: { serviceFeeBp: number }
}

/** True for as long as nothing has changed of what it was made of. */
interface SharedAnswer extends PresentedFeed {
  /** Of the books, in their order. */
  revisions: readonly number[]
  ratesRevision: string
}

type Reader = Pick<SignedIn, 'accountId' | 'teamId' | 'baseCurrency'>

/** The listings of these events that an account has marked. */
interface Marks {
  of(accountId: string, eventIds: readonly number[]): Promise<readonly string[]>
}

interface Feed {
  /**
   * Answers `tickets/feed` (product.md §3): listings in one currency, filtered, sorted, paged, and in `meta.mine` what the
   * reader's team holds and the account has marked. Only what is available, unless listings are asked for by their ids.
   */
  read(query: FeedQuery, reader: Reader): Promise<FeedAnswer>
}

export function createFeed({ db, books, rates, pricer, config }: FeedDeps, marks: Marks): Feed {
  const answers = createSizedCache<SharedAnswer>(keptBytes.answers)
  const sectionKeys = createSectionKeys(db)
  const keyOf = rememberKeys()

  async function eventsNamedBy({ 'listing_id[]': listingIds = [] }: FeedQuery): Promise<number[]> {
    if (listingIds.length === 0) {
      throw invalidInput({ event_id: ['is required, unless listing_id[] names listings'] })
    }
    const eventIds = await findEventsOfListings(db, listingIds)
    if (eventIds.length > mostEvents) {
      throw invalidInput({ 'listing_id[]': [`must be listings of at most ${mostEvents} events`] })
    }
    return eventIds
  }

  async function search(
    query: FeedQuery,
    reader: Reader,
    open: readonly EventBook[],
    currency: string,
  ): Promise<SharedAnswer> {
    const converter = await rates.converterTo(currency)
    // Who asks for a currency is told that it has no rate; whose own it is still sees what is priced in it.
    if (!converter || (query.target_currency !== undefined && !converter.hasRate)) {
      throw listingErrors.make('currency.unknown')
    }
    await refuseUnknownIds(db, query, open)
    const sectionKey = await sectionKeys.of(query['section_name[]'] ? open : [])
    // From here on nothing is waited for: the answer is of one moment.
    const { view, rateDate, isStale, textOf: rowText } = pricer.price(open, converter)
    const { found, facets } = searchStock(query, currency, {
      books: open,
      view,
      teamId: reader.teamId,
      sectionKey,
    })
    const first = (query.page - 1) * query.per_page
    const places = sortStock(view, found, query).slice(first, first + query.per_page)
    const priceOf = (place: number | undefined) => {
      const row = place === undefined ? undefined : view.rows[place]
      return row ? toWireMoney(row.price) : null
    }
    const meta = {
      total: found.length,
      page: query.page,
      per_page: query.per_page,
      last_page: Math.max(1, Math.ceil(found.length / query.per_page)),
      ticket_count: found.reduce((sum, place) => sum + (view.rows[place]?.listing.available ?? 0), 0),
      min_price: priceOf(found.at(0)),
      max_price: priceOf(found.at(-1)),
      currency,
      ...(rateDate !== undefined && { rate_date: rateDate }),
      rate_stale: isStale,
      service_fee_percent: toWirePercent(config.serviceFeeBp),
      version: open.map(({ version }) => version).join('+'),
      facets,
    }
    const rows = places.flatMap((place) => view.rows[place] ?? []).map(rowText)
    return {
      ...presentFeed(rows, meta),
      revisions: open.map(({ revision }) => revision),
      ratesRevision: converter.revision,
    }
  }

  return {
    async read(query, reader) {
      const eventIds = query.event_id === undefined ? await eventsNamedBy(query) : [query.event_id]
      const tracked = await marks.of(reader.accountId, eventIds)
      const ratesRevision = await rates.revision()
      // Nearly always it is the book of one event, and at hand.
      const [eventId] = eventIds
      const atHand = eventIds.length === 1 && eventId !== undefined ? books.peek(eventId) : undefined
      const open = atHand ? [atHand] : await Promise.all(eventIds.map((id) => books.get(id)))
      const currency = query.target_currency ?? reader.baseCurrency
      // Everybody's own listings are different ones.
      const whose = query.my_listings === 'my_listings' ? reader.teamId : ''
      const key = `${keyOf(query)} ${currency} ${whose} ${eventIds.join('+')}`
      let answer = answers.get(key)
      if (!answer || !isMadeOf(answer, open, ratesRevision)) {
        answer = await search(query, reader, open, currency)
        answers.set(key, answer, bytesOfAnswer(key, answer))
      }
      return joinMine(answer, { tracked, held: open.flatMap((book) => book.heldBy(reader.teamId)) })
    },
  }
}

function isMadeOf(answer: SharedAnswer, open: readonly EventBook[], ratesRevision: string): boolean {
  return (
    answer.ratesRevision === ratesRevision &&
    open.every(({ revision }, index) => revision === answer.revisions[index])
  )
}

/** A short name of what is asked; many requests come with the same object. */
function rememberKeys(): (query: FeedQuery) => string {
  const keys = new WeakMap<FeedQuery, string>()
  return (query) => {
    const known = keys.get(query)
    if (known !== undefined) return known
    const key = hash('sha256', JSON.stringify(query), 'base64url')
    keys.set(query, key)
    return key
  }
}
