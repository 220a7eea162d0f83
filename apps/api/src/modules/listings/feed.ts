import { hash } from 'node:crypto'
import type { FeedQuery } from '@terrace/contracts/listings'
import { toWireMoney, toWirePercent } from '@terrace/contracts/wire-money'
import type { Db } from '#api/db/client.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { createLruCache } from '#api/shared/lru-cache.ts'
import type { EventSnapshot } from './event-snapshot.ts'
import type { EventCache } from './event-cache.ts'
import { addViewerData, presentFeed, type FeedPayload, type PresentedFeed } from './feed.presenter.ts'
import { responseBytes, cacheBudgets } from './cache-budgets.ts'
import { listingErrors } from './listings.errors.ts'
import { findEventsOfListings } from './listings.repo.ts'
import type { StockPricer } from './price-stock.ts'
import type { Rates } from './rates.ts'
import { findUnknownFilterIds } from './unknown-filter-ids.ts'
import { findUnknownSections } from './unknown-sections.ts'
import { searchListings, sortListings } from './search-listings.ts'
import { createSectionMatchers } from './section-matcher.ts'
import { cpuMsSince } from '#api/shared/cpu-time.ts'

/** Each event is a snapshot to load. Baskets and search pages span fewer events than this. */
const maxEvents = 50

export interface FeedDeps {
  db: Db
  eventCache: EventCache
  rates: Rates
  pricer: StockPricer
  metrics: { countReadsOf(cache: string): (isHit: boolean) => void }
  config: { serviceFeeBp: number }
}

/** Valid while its snapshots and rates are unchanged. */
interface CachedFeed extends PresentedFeed {
  /** Snapshot revisions in event order. */
  revisions: readonly number[]
  ratesRevision: string
}

type FeedViewer = Pick<AuthenticatedAccount, 'accountId' | 'teamId' | 'baseCurrency'>

export interface TrackedListings {
  /** Returns the ids of the listings of these events that the account tracks. */
  idsTrackedBy(accountId: string, eventIds: readonly number[]): Promise<readonly string[]>
}

interface Feed {
  /**
   * Returns the listings feed (product.md §3): listings in one currency, filtered, sorted and paged, with the team's
   * holds and the account's tracked listings in `meta.mine`. Unavailable listings appear only if requested by id.
   * `workMs` is the computing time of a page that was not cached.
   */
  read(query: FeedQuery, viewer: FeedViewer): Promise<FeedPayload & { workMs: number }>
}

export function createFeed(
  { db, eventCache, rates, pricer, metrics, config }: FeedDeps,
  trackedListings: TrackedListings,
): Feed {
  const cachedFeeds = createLruCache<CachedFeed>(cacheBudgets.responses)
  const countRead = metrics.countReadsOf('feeds')
  const sectionMatchers = createSectionMatchers(db)
  const hashOf = createQueryHasher()

  async function eventsOfListings({ 'listing_id[]': listingIds = [] }: FeedQuery): Promise<number[]> {
    if (listingIds.length === 0) {
      throw invalidInput({ event_id: ['is required unless listing_id[] is given'] })
    }
    const eventIds = await findEventsOfListings(db, listingIds)
    if (eventIds.length > maxEvents) {
      throw invalidInput({ 'listing_id[]': [`must belong to at most ${maxEvents} events`] })
    }
    return eventIds
  }

  async function search(
    query: FeedQuery,
    viewer: FeedViewer,
    snapshots: readonly EventSnapshot[],
    currency: string,
  ): Promise<{ page: CachedFeed; workMs: number }> {
    const converter = await rates.converterTo(currency)
    // Another currency without a rate is an error. A team whose own currency has no rate still sees listings priced
    // in it.
    if (!converter || (!isOwnCurrency(query, viewer) && !converter.hasCurrentRate)) {
      throw listingErrors.make('currency.unknown')
    }
    rejectFields(await findUnknownFilterIds(db, query, snapshots))
    const sectionNames = query['section_name[]'] ?? []
    const sections = await sectionMatchers.forEvents(sectionNames.length > 0 ? snapshots : [])
    rejectFields(await findUnknownSections(db, sectionNames, { snapshots, sections }))
    // No `await` below, because the response must reflect one point in time.
    const from = process.threadCpuUsage()
    const { index, rateDate, isStale, jsonOf: listingJson } = pricer.price(snapshots, converter)
    const { found: foundPositions, facets } = searchListings(query, currency, {
      snapshots,
      index,
      teamId: viewer.teamId,
      sectionKey: sections.keyOf,
    })
    const offset = (query.page - 1) * query.per_page
    const positions = sortListings(index, foundPositions, query).slice(offset, offset + query.per_page)
    const priceOf = (position: number | undefined) => {
      const priced = position === undefined ? undefined : index.listings[position]
      return priced ? toWireMoney(priced.price) : null
    }
    const meta = {
      total: foundPositions.length,
      page: query.page,
      per_page: query.per_page,
      last_page: Math.max(1, Math.ceil(foundPositions.length / query.per_page)),
      ticket_count: foundPositions.reduce(
        (total, position) => total + (index.listings[position]?.listing.available ?? 0),
        0,
      ),
      min_price: priceOf(foundPositions.at(0)),
      max_price: priceOf(foundPositions.at(-1)),
      currency,
      ...(rateDate !== undefined && { rate_date: rateDate }),
      rate_stale: isStale,
      service_fee_percent: toWirePercent(config.serviceFeeBp),
      version: snapshots.map(({ version }) => version).join('+'),
      facets,
    }
    const listings = positions.flatMap((position) => index.listings[position] ?? []).map(listingJson)
    const page = {
      ...presentFeed(listings, meta),
      revisions: snapshots.map(({ revision }) => revision),
      ratesRevision: converter.revision,
    }
    return { page, workMs: cpuMsSince(from) }
  }

  return {
    async read(query, viewer) {
      const eventIds = query.event_id === undefined ? await eventsOfListings(query) : [query.event_id]
      const tracked = await trackedListings.idsTrackedBy(viewer.accountId, eventIds)
      const ratesRevision = await rates.revision()
      // Fast path: usually one event whose snapshot is current.
      const [eventId] = eventIds
      const cachedSnapshot =
        eventIds.length === 1 && eventId !== undefined ? eventCache.peek(eventId) : undefined
      const snapshots = cachedSnapshot
        ? [cachedSnapshot]
        : await Promise.all(eventIds.map((id) => eventCache.get(id)))
      const currency = query.target_currency ?? viewer.baseCurrency
      const currencyScope = isOwnCurrency(query, viewer) ? 'own' : 'other'
      // "My listings" differ per team.
      const sellerScope = query.my_listings === 'my_listings' ? viewer.teamId : ''
      const key = `${hashOf(query)} ${currencyScope} ${currency} ${sellerScope} ${eventIds.join('+')}`
      let cachedFeed = cachedFeeds.get(key)
      const isHit = cachedFeed !== undefined && isCurrentFeed(cachedFeed, snapshots, ratesRevision)
      countRead(isHit)
      let workMs = 0
      if (!cachedFeed || !isHit) {
        const result = await search(query, viewer, snapshots, currency)
        cachedFeed = result.page
        workMs = result.workMs
        cachedFeeds.set(key, cachedFeed, responseBytes(key, cachedFeed))
      }
      const payload = addViewerData(cachedFeed, {
        tracked,
        held: snapshots.flatMap((snapshot) => snapshot.heldBy(viewer.teamId)),
      })
      return { ...payload, workMs }
    },
  }
}

function rejectFields(fields: Record<string, string[]>): void {
  if (Object.keys(fields).length > 0) throw invalidInput(fields)
}

function isOwnCurrency({ target_currency: currency }: FeedQuery, { baseCurrency }: FeedViewer): boolean {
  return currency === undefined || currency === baseCurrency
}

function isCurrentFeed(
  cachedFeed: CachedFeed,
  snapshots: readonly EventSnapshot[],
  ratesRevision: string,
): boolean {
  return (
    cachedFeed.ratesRevision === ratesRevision &&
    snapshots.every(({ revision }, index) => revision === cachedFeed.revisions[index])
  )
}

/** Returns a function that hashes a query, for the cache key; requests often share the same query object. */
function createQueryHasher(): (query: FeedQuery) => string {
  const keys = new WeakMap<FeedQuery, string>()
  return (query) => {
    const known = keys.get(query)
    if (known !== undefined) return known
    const key = hash('sha256', JSON.stringify(query), 'base64url')
    keys.set(query, key)
    return key
  }
}
