import { once } from 'node:events'
import { sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
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
import { readStockEvents } from './seed-stock-events.ts'

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
  await sql`analyze listings`.execute(db)
  await countStock(db, events, now)
  if (options.isReplacement) await announceStock(db, gone)
  return seeded
}

interface Told {
  eventId: number
  listingId: string
  version: number
}

/** A running server keeps events in memory: one listing of each event, come or gone, tells it to look again. */
async function announceStock(db: Db, gone: readonly Told[]): Promise<void> {
  const { rows: come } = await sql<Told>`
    select distinct on (event_id) event_id as "eventId", id as "listingId", version from listings
    where is_demo and status = 'active' order by event_id, id`.execute(db)
  const events = [
    ...gone.map((payload) => ({ topic: 'listing.withdrawn' as const, subject: payload.listingId, payload })),
    ...come.map((payload) => ({ topic: 'listing.published' as const, subject: payload.listingId, payload })),
  ]
  for (let from = 0; from < events.length; from += statsBatch) {
    const batch = events.slice(from, from + statsBatch)
    await inTransaction(db, (tx) => recordEvents(tx, batch))
  }
}

/** Removes demo listings that nobody has held or bought; answers the ids of the others, and one that is gone of each event. */
async function removeDemoListings(db: Db): Promise<{ kept: Set<string>; gone: Told[] }> {
  const { rows: gone } = await sql<Told>`
    with removed as (
      delete from listings l where l.is_demo
        and not exists (select 1 from holds h where h.listing_id = l.id)
        and not exists (select 1 from order_lines o where o.listing_id = l.id)
        and not exists (select 1 from checkout_attempt_lines c where c.listing_id = l.id)
      returning event_id, id, version
    )
    select distinct on (event_id) event_id as "eventId", id as "listingId", version from removed`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from listings where is_demo`.execute(db)
  return { kept: new Set(rows.map((row) => row.id)), gone }
}

async function countStock(db: Db, events: readonly StockEvent[], now: Date): Promise<void> {
  const ids = events.map((event) => event.id)
  for (let from = 0; from < ids.length; from += statsBatch) {
    await inTransaction(db, (tx) => refreshEventStats(tx, ids.slice(from, from + statsBatch), now))
  }
  // Nobody has looked at anything yet: the demo's first demand is what such events draw, the nearer the more.
  const { rows } = await sql<{ id: number }>`select event_id as id from event_stats where demand = 0`.execute(
    db,
  )
  const unknown = new Set(rows.map((row) => row.id))
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

const columns = [
  'id',
  'event_id',
  'seller_team_id',
  'external_id',
  'category_id',
  'section',
  '"row"',
  'first_seat',
  'last_seat',
  'seats_hidden',
  'general_admission',
  'ticket_type',
  'split_type',
  'quantity_limit',
  'multiple_sale_unit',
  'quantity',
  'price_minor',
  'currency',
  'face_value_minor',
  'in_hand_date',
  'instant_download',
  'hospitality',
  'attendee_delivery_details_required',
  'attendee_identification_details_required',
  'notes',
  'is_demo',
  'created_at',
  'updated_at',
]

async function copyListings(pool: pg.Pool, listings: readonly StockListing[]): Promise<void> {
  if (listings.length === 0) return
  const client = await pool.connect()
  try {
    const stream = client.query(copyFrom(`copy listings (${columns.join(', ')}) from stdin`))
    const ended = once(stream, 'finish')
    stream.end(listings.map(copyLine).join(''))
    await ended
  } finally {
    client.release()
  }
}

function copyLine(listing: StockListing): string {
  const created = listing.createdAt.toISOString()
  const cells = [
    listing.id,
    listing.eventId,
    listing.sellerTeamId,
    listing.externalId,
    listing.categoryId,
    listing.section,
    listing.row,
    listing.firstSeat,
    listing.lastSeat,
    listing.seatsHidden,
    listing.generalAdmission,
    listing.ticketType,
    listing.splitType,
    listing.quantityLimit,
    listing.multipleSaleUnit,
    listing.quantity,
    listing.priceMinor,
    listing.currency,
    listing.faceValueMinor,
    listing.inHandDate,
    listing.instantDownload,
    listing.hospitality,
    listing.deliveryDetails,
    listing.identification,
    JSON.stringify(listing.notes),
    true,
    created,
    created,
  ]
  return `${cells.map(copyCell).join('\t')}\n`
}

function copyCell(value: string | number | boolean | null): string {
  if (value === null) return String.raw`\N`
  if (typeof value !== 'string') return String(value)
  return /[\\\t\n\r]/.test(value)
    ? value.replaceAll(/[\\\t\n\r]/g, (letter) => copyEscapes[letter] ?? letter)
    : value
}

const copyEscapes: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
}
