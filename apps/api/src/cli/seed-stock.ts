import type pg from 'pg'
import { demoSellers } from '../../../../seeds/demo.ts'
import { makeListings } from '../../../../seeds/stock/make-listings.ts'
import { popularityOf } from '../../../../seeds/stock/popularity.ts'
import { shareListings } from '../../../../seeds/stock/share-listings.ts'
import type { StockEvent, StockListing } from '../../../../seeds/stock/stock-types.ts'
import type { Db } from '../db/client.ts'
import { inTransaction } from '../db/transaction.ts'
import { recordEvents } from '../outbox/outbox.repo.ts'
import { addDemand, refreshEventStats } from '../modules/catalogue/index.ts'
import type { Clock } from '../shared/clock.ts'
import { copyListings } from './copy-listings.repo.ts'
import {
  analyzeListings,
  oneListingOfEach,
  readUnwanted,
  removeDemoListings,
  type ToldListing,
} from './demo-stock.repo.ts'
import { readStockEvents } from './stock-events.repo.ts'

// A batch commits well within the time for which a bulk writer may hold the outbox back (architecture §2).
const batchRows = 10_000
const statsBatch = 100

export interface SeedStock {
  db: Db
  pool: pg.Pool
  clock: Clock
  seed: string
  listings: number
  /** There was demo stock before, which somebody may be looking at. */
  isReplacement: boolean
  onProgress: (done: number, total: number) => void
}

export interface SeededStock {
  events: number
  listings: number
  tickets: number
}

/** Makes up the demo's listings for everything that is still to come and loads them; those of an earlier run go first. */
export async function seedStock(options: SeedStock): Promise<SeededStock> {
  const { db, pool, clock, seed, onProgress } = options
  const { kept, gone } = await removeDemoListings(db)
  const now = clock.now()
  const events = await readStockEvents(db, now)
  const shares = shareListings(events, options.listings, now)
  const total = shares.reduce((sum, share) => sum + share, 0)
  const run = { seed, now, sellers: demoSellers }
  const seeded: SeededStock = { events: 0, listings: 0, tickets: 0 }
  let batch: StockListing[] = []
  for (const [index, event] of events.entries()) {
    const made = makeListings(event, shares[index] ?? 0, run).filter((listing) => !kept.has(listing.id))
    batch.push(...made)
    seeded.events += made.length > 0 ? 1 : 0
    if (batch.length >= batchRows || index === events.length - 1) {
      await copyListings(pool, batch)
      seeded.listings += batch.length
      seeded.tickets += batch.reduce((sum, listing) => sum + listing.quantity, 0)
      onProgress(seeded.listings, total)
      batch = []
    }
  }
  await analyzeListings(db)
  await countStock(db, events, now)
  if (options.isReplacement) await announceStock(db, gone)
  return seeded
}

/**
 * A running server keeps events in memory: it hears of each whose stock has come or gone, to read all of it anew, and of one
 * listing of each, for figures that follow listings.
 */
async function announceStock(db: Db, gone: readonly ToldListing[]): Promise<void> {
  const come = await oneListingOfEach(db)
  const eventIds = new Set([...gone, ...come].map(({ eventId }) => eventId))
  const events = [
    ...gone.map((payload) => ({ topic: 'listing.withdrawn' as const, subject: payload.listingId, payload })),
    ...come.map((payload) => ({ topic: 'listing.published' as const, subject: payload.listingId, payload })),
    ...[...eventIds].map((eventId) => ({
      topic: 'feed.stale' as const,
      subject: String(eventId),
      payload: { eventId },
    })),
  ]
  for (let from = 0; from < events.length; from += statsBatch) {
    const batch = events.slice(from, from + statsBatch)
    await inTransaction(db, (tx) => recordEvents(tx, batch))
  }
}

async function countStock(db: Db, events: readonly StockEvent[], now: Date): Promise<void> {
  const ids = events.map((event) => event.id)
  for (let from = 0; from < ids.length; from += statsBatch) {
    await inTransaction(db, (tx) => refreshEventStats(tx, ids.slice(from, from + statsBatch), now))
  }
  // Nobody has looked at anything yet: the demo's first demand is what such events draw, the nearer the more.
  const unknown = await readUnwanted(db)
  await addDemand(
    db,
    events
      .filter((event) => unknown.has(event.id))
      .map((event) => ({ eventId: event.id, weight: firstDemand(event, now) })),
    now,
  )
}

function firstDemand(event: StockEvent, now: Date): number {
  const days = Math.max(0, (event.startsAt.getTime() - now.getTime()) / 86_400_000)
  return Math.round(popularityOf(event) * 20 * (0.2 + 1 / (1 + days / 30)))
}
