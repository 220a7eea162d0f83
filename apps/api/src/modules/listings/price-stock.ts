import { wireListing } from '@terrace/contracts/listings'
import { allowedQuantities } from '@terrace/domain/tickets/split-rules'
import { createLruCache } from '#api/shared/lru-cache.ts'
import type { EventSnapshot } from './event-snapshot.ts'
import { splitRuleOf, type Listing, type PricedListing } from './listing.ts'
import { pricedStockBytes, cacheBudgets } from './cache-budgets.ts'
import { presentListing } from './listings.presenter.ts'
import type { Converter } from './rates.ts'
import { createListingIndex, type ListingIndex } from './listing-index.ts'

/** The stock of one or more events in one currency. */
export interface PricedStock {
  index: ListingIndex
  /** Oldest rate date used; `undefined` if nothing was converted. */
  rateDate: string | undefined
  isStale: boolean
  jsonOf(priced: PricedListing): string
}

interface CachedStock extends PricedStock {
  snapshot: EventSnapshot
  /** `EventSnapshot.revision` and `Converter.revision` at the time of pricing. */
  revision: number
  ratesRevision: string
  /** Length of all cached texts. */
  readonly characters: number
}

export interface StockPricer {
  price(snapshots: readonly EventSnapshot[], converter: Converter): PricedStock
}

/** Prices snapshots and caches the result. After a change, only the changed listings are priced again. */
export function createStockPricer({ serviceFeeBp }: { serviceFeeBp: number }): StockPricer {
  const cache = createLruCache<CachedStock>(cacheBudgets.pricedStock)

  function priceSnapshot(snapshot: EventSnapshot, converter: Converter): CachedStock {
    const key = `${snapshot.eventId} ${converter.currency}`
    const known = cache.get(key)
    const previous =
      known?.snapshot === snapshot && known.ratesRevision === converter.revision ? known : undefined
    const stock =
      previous?.revision === snapshot.revision
        ? previous
        : makeStock({ snapshot, converter: converter.withNewRateDate(), previous, serviceFeeBp })
    // Update the size, since texts and sort orders may have been cached since.
    cache.set(key, stock, pricedStockBytes(stock.index, stock.characters))
    return stock
  }

  return {
    price(snapshots: readonly EventSnapshot[], converter: Converter): PricedStock {
      const stocks = new Map(
        snapshots.map((snapshot) => [snapshot.eventId, priceSnapshot(snapshot, converter)]),
      )
      const [only, ...others] = stocks.values()
      if (only && others.length === 0) return only
      const all = [...stocks.values()]
      return {
        index: createListingIndex(all.flatMap(({ index }) => index.listings)),
        rateDate: all.flatMap(({ rateDate }) => rateDate ?? []).toSorted()[0],
        isStale: all.some(({ isStale }) => isStale),
        jsonOf: (priced) => stocks.get(priced.listing.eventId)?.jsonOf(priced) ?? '',
      }
    },
  }
}

interface StockSource {
  snapshot: EventSnapshot
  converter: Converter
  previous: CachedStock | undefined
  serviceFeeBp: number
}

function makeStock({ snapshot, converter, previous, serviceFeeBp }: StockSource): CachedStock {
  const listings = priceListings(snapshot, converter, { previous: previous?.index })
  let characters = listings.reduce((total, { json }) => total + (json?.length ?? 0), 0)
  return {
    index: createListingIndex(listings),
    rateDate: converter.rateDate,
    isStale: converter.isStale,
    snapshot,
    revision: snapshot.revision,
    ratesRevision: converter.revision,
    get characters() {
      return characters
    },
    jsonOf(priced) {
      if (priced.json !== undefined) return priced.json
      // The response is assembled from these texts, so each listing is validated against the contract once.
      const json = JSON.stringify(wireListing.parse(presentListing(priced, serviceFeeBp)))
      // Most listings appear in one response, which is cached itself. Cache a text only on its second use: it takes as
      // much memory as the rest of the listing.
      if (priced.wasPresented) {
        priced.json = json
        characters += json.length
      }
      priced.wasPresented = true
      return json
    },
  }
}

/** Prices listings of the snapshot, by default all of them; unchanged ones of `previous` are reused. */
export function priceListings(
  snapshot: EventSnapshot,
  converter: Converter,
  {
    previous,
    listings = snapshot.listings(),
  }: { previous?: ListingIndex | undefined; listings?: Iterable<Listing> } = {},
): PricedListing[] {
  const known = new Map(previous?.listings.map((each) => [each.listing, each]))
  const priced: PricedListing[] = []
  for (const listing of listings) {
    // Hide listings whose currency has no exchange rate.
    if (!converter.useRateFor(listing.price.currency)) continue
    const isNew = snapshot.isNew(listing)
    const isInHand = snapshot.isInHand(listing)
    const existing = known.get(listing)
    if (existing && existing.isNew === isNew && existing.isInHand === isInHand) {
      priced.push(existing)
      continue
    }
    const price = existing?.price ?? converter.convert(listing.price)
    if (!price) continue
    const faceValueMinor = existing ? existing.faceValueMinor : faceValueIn(listing, converter)
    const splits = splitsOf(listing)
    const wasPresented = existing?.wasPresented ?? false
    priced.push({ listing, price, faceValueMinor, isNew, isInHand, splits, wasPresented, json: undefined })
  }
  return sortByPrevious(priced, previous)
}

function faceValueIn({ faceValue }: Listing, converter: Converter): number | null {
  return faceValue && (converter.convert(faceValue)?.minor ?? null)
}

/** Keeps the previous order first, so that the next sort has little to do. */
function sortByPrevious(priced: PricedListing[], previous: ListingIndex | undefined): PricedListing[] {
  if (!previous) return priced
  const known = new Set(previous.listings)
  const present = new Set(priced)
  return [
    ...previous.listings.filter((each) => present.has(each)),
    ...priced.filter((each) => !known.has(each)),
  ]
}

const maxCachedSplits = 5000
const splitsCache = new Map<string, readonly number[]>()

/** Caches the allowed quantities, which are the same for most listings. */
function splitsOf(listing: Listing): readonly number[] {
  const rule = splitRuleOf(listing)
  const { splitType, free, limit, unit, quantities } = rule
  const key = `${splitType}/${free}/${limit}/${unit}/${quantities?.join() ?? ''}`
  const known = splitsCache.get(key)
  if (known) return known
  if (splitsCache.size >= maxCachedSplits) splitsCache.clear()
  const splits = allowedQuantities(rule)
  splitsCache.set(key, splits)
  return splits
}
