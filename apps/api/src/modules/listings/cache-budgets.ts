import type { ListingIndex } from './listing-index.ts'

/**
 * Memory limits in bytes for the feed and quote caches; each evicts its least recently used entries. They fit 2,000
 * events of 100 listings. The process needs about 185 MB without them, and about 600 MB with all of them full, uncollected
 * garbage included (`npm run bench -- feed`).
 */
export const cacheBudgets = {
  eventSnapshots: 110_000_000,
  /** Including compressed copies. A feed of 100 listings takes 97 kB. */
  responses: 240_000_000,
  pricedStock: 10_000_000,
  quotes: 10_000_000,
  /** Quotes as clients get them, including compressed copies. */
  clientQuotes: 20_000_000,
  /** Venue plans for quotes, including compressed copies. */
  quotePlans: 10_000_000,
} as const

/**
 * Measured: 350 bytes per listing, without strings shared by the listings of an event. The rest is a margin, and 4 kB for
 * the snapshot itself.
 */
export function snapshotBytes(listings: number): number {
  return 4000 + 400 * listings
}

/** Measured: a row with its share of the columns, plus its place in each sort order and its cached JSON text. */
export function pricedStockBytes({ listings, sortedPositions }: ListingIndex, characters: number): number {
  return (200 + 4 * sortedPositions.size) * listings.length + characters
}

/**
 * Reserves space for the compressed copies, which are made on first request and live as long as the response
 * (http/compress-response.ts). Together they take a tenth of its size; a fifth leaves room for less regular data.
 */
export function responseBytes(key: string, { json }: { json: Buffer }): number {
  return key.length + json.length * 1.2
}

/** A quote with its offers as objects, which are larger than their JSON. */
export function quoteBytes(known: object): number {
  return 2000 + 2 * JSON.stringify(known).length
}
