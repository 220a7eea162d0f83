import type pg from 'pg'
import { demoSellers } from '../../../../../seeds/demo.ts'
import { makeListings } from '../../../../../seeds/stock/make-listings.ts'
import { popularityOf } from '../../../../../seeds/stock/popularity.ts'
import { allocateListings } from '../../../../../seeds/stock/allocate-listings.ts'
import type { StockEvent, StockListing } from '../../../../../seeds/stock/stock-types.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { addPopularity, refreshEventStats } from '#api/modules/catalogue/index.ts'
import type { Clock } from '#api/shared/clock.ts'
import { copyListings } from './copy-listings.repo.ts'
import {
  analyzeListings,
  oneListingOfEach,
  findEventsWithoutDemand,
  removeDemoListings,
  type RemovedListing,
} from './demo-stock.repo.ts'
import { readStockEvents } from './stock-events.repo.ts'

// A batch must commit well within the time that a bulk writer may hold the outbox back.
const batchRows = 10_000
const statsBatch = 100

export interface SeedStock {
  db: Db
  pool: pg.Pool
  clock: Clock
  seed: string
  listings: number
  /** Demo stock existed before and may be on display. */
  isReplacement: boolean
  onProgress: (done: number, total: number) => void
}

export interface SeededStock {
  events: number
  listings: number
  tickets: number
}

/** Generates and loads demo listings for all upcoming events, and removes those of an earlier run. */
export async function seedStock(options: SeedStock): Promise<SeededStock> {
  const { db, pool, clock, seed, onProgress } = options
  const { retained, deleted } = await removeDemoListings(db)
  const now = clock.now()
  const events = await readStockEvents(db, now)
  const listingCounts = allocateListings(events, options.listings, now)
  const total = listingCounts.reduce((sum, listingCount) => sum + listingCount, 0)
  const run = { seed, now, sellers: demoSellers }
  const seeded: SeededStock = { events: 0, listings: 0, tickets: 0 }
  let batch: StockListing[] = []
  for (const [index, event] of events.entries()) {
    const listings = makeListings(event, listingCounts[index] ?? 0, run).filter(
      (listing) => !retained.has(listing.id),
    )
    batch.push(...listings)
    seeded.events += listings.length > 0 ? 1 : 0
    if (batch.length >= batchRows || index === events.length - 1) {
      await copyListings(pool, batch)
      seeded.listings += batch.length
      seeded.tickets += batch.reduce((sum, listing) => sum + listing.quantity, 0)
      onProgress(seeded.listings, total)
      batch = []
    }
  }
  await analyzeListings(db)
  await countStock(db, events, { deleted, now })
  if (options.isReplacement) await announceStockChange(db, deleted)
  return seeded
}

/**
 * Publishes one listing per changed event, so that running servers reload their event snapshots and everything that
 * follows listings.
 */
async function announceStockChange(db: Db, deleted: readonly RemovedListing[]): Promise<void> {
  const added = await oneListingOfEach(db)
  const eventIds = new Set([...deleted, ...added].map(({ eventId }) => eventId))
  const events = [
    ...deleted.map((payload) => ({
      topic: 'listing.withdrawn' as const,
      subject: payload.listingId,
      payload,
    })),
    ...added.map((payload) => ({ topic: 'listing.published' as const, subject: payload.listingId, payload })),
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

async function countStock(
  db: Db,
  events: readonly StockEvent[],
  { deleted, now }: { deleted: readonly RemovedListing[]; now: Date },
): Promise<void> {
  const ids = [...new Set([...events.map((event) => event.id), ...deleted.map(({ eventId }) => eventId)])]
  for (let from = 0; from < ids.length; from += statsBatch) {
    await inTransaction(db, (tx) => refreshEventStats(tx, ids.slice(from, from + statsBatch), now))
  }
  // New events start with generated demand, which grows towards their date.
  const eventsWithoutDemand = await findEventsWithoutDemand(db)
  await addPopularity(
    db,
    events
      .filter((event) => eventsWithoutDemand.has(event.id))
      .map((event) => ({ eventId: event.id, weight: firstDemand(event, now) })),
    now,
  )
}

function firstDemand(event: StockEvent, now: Date): number {
  const days = Math.max(0, (event.startsAt.getTime() - now.getTime()) / 86_400_000)
  return Math.round(popularityOf(event) * 20 * (0.2 + 1 / (1 + days / 30)))
}
