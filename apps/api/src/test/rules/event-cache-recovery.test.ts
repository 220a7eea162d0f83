import { holdsRoutes } from '@terrace/contracts/holds'
import { randomInteger, randomItem, seededRandom, type Random } from '@terrace/domain/text/short-hash'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEventCache, type EventCache } from '#api/modules/listings/event-cache.ts'
import { updateListingAsOperator, withdrawListing } from '#api/modules/supply/index.ts'
import { announceExpiredHolds } from '#api/modules/holds/announce-expired-holds.ts'
import type { OutboxRow } from '#api/outbox/outbox.repo.ts'
import { AppError } from '#api/shared/app-error.ts'
import { buildMarketplace, type Marketplace } from '../fixtures/marketplace-fixture.ts'
import type { Caller } from '../harness/build-test-app.ts'
import { addEvent } from '../fixtures/factories.ts'

/**
 * A process with lost, duplicate or reordered notices ends with the same event snapshot as a new process. Seeded
 * random commands run on a real database.
 */

const seeds = Array.from({ length: 8 }, (_, index) => `recovery ${index}`)
const changes = 40

let market: Marketplace
let teams: Caller[]
let committed: OutboxRow[] = []
beforeAll(async () => {
  market = await buildMarketplace()
  teams = [await market.addBuyer(), await market.addBuyer(), await market.addBuyer()]
  market.deps.outbox.onNotice((rows) => void committed.push(...rows))
})
afterAll(() => market.close())

/** Delivers some of the rows; those left in `rows` are delivered later. */
type Network = (random: Random, rows: OutboxRow[], deliver: (rows: OutboxRow[]) => void) => void

const networks: Record<string, Network> = {
  'that are all lost': (_random, rows) => void rows.splice(0),
  'some of which are lost': (random, rows, deliver) => deliver(rows.splice(0).filter(() => random() < 0.5)),
  'that come twice and more': (random, rows, deliver) => {
    const all = rows.splice(0)
    for (let times = 0; times < 3; times += 1) deliver(all.filter(() => times === 0 || random() < 0.7))
  },
  'in the wrong order, some of them much later': (random, rows, deliver) => {
    const shuffled = rows.splice(0).toSorted(() => random() - 0.5)
    const late = shuffled.splice(0, Math.floor(shuffled.length / 2))
    deliver(shuffled)
    rows.push(...late)
  },
}

test.each(Object.keys(networks))('notices %s: the cached snapshot ends like a fresh one', async (name) => {
  for (const seed of seeds) {
    const random = seededRandom(`${seed} ${name}`)
    const field = await openField()
    const { eventCache, deliver } = openEventCache(field)
    const underway: OutboxRow[] = []
    for (let count = 0; count < changes; count += 1) {
      await change(field, random)
      underway.push(...(await takeCommittedRows(field)))
      if (random() < 0.3) networks[name]?.(random, underway, deliver)
      // Read in between, so that a cached snapshot exists.
      if (random() < 0.4) await eventCache.get(field.eventId)
    }
    deliver(underway)
    // Lost notices are recovered by revalidation after a minute; the other cases need none.
    if (name.includes('lost')) field.clockOffsetMs = 61_000
    expect(await contentOf(eventCache, field), seed).toEqual(
      await contentOf(openEventCache(field).eventCache, field),
    )
  }
})

interface FeedFixture {
  eventId: number
  listingIds: string[]
  held: { team: Caller; holdId: string; quantity: number }[]
  /** Offset of the cache's clock from the database's. */
  clockOffsetMs: number
}

async function openField(): Promise<FeedFixture> {
  const eventId = await addEvent(market.db, { venueId: market.venueId })
  const listingIds = await Promise.all(Array.from({ length: 5 }, () => market.list({ eventId, quantity: 6 })))
  return { eventId, listingIds, held: [], clockOffsetMs: 0 }
}

function openEventCache(field: FeedFixture): {
  eventCache: EventCache
  deliver: (rows: OutboxRow[]) => void
} {
  let deliver: (rows: OutboxRow[]) => void = () => undefined
  const eventCache = createEventCache({
    db: market.db,
    clock: { now: () => new Date(Date.now() + field.clockOffsetMs) },
    outbox: { onNotice: (handler) => void (deliver = handler) },
  })
  return { eventCache, deliver: (rows) => deliver(rows) }
}

async function takeCommittedRows({ eventId }: FeedFixture): Promise<OutboxRow[]> {
  await market.deps.outbox.drain()
  const rows = committed.filter(({ payload }) => payload['eventId'] === eventId)
  committed = []
  return rows
}

async function change(field: FeedFixture, random: Random): Promise<void> {
  const listingId = randomItem(random, field.listingIds)
  const chance = random()
  try {
    if (chance < 0.4) await hold(field, random, listingId)
    else if (chance < 0.6) await release(field, random)
    else if (chance < 0.7) await expireHeld(field, random)
    else if (chance < 0.9)
      await updateListingAsOperator(market.deps, { listingId, priceMinor: randomInteger(random, 1000, 9000) })
    else if (chance < 0.93) await withdrawListing(market.deps, listingId)
    else await changeEvent(field, random)
  } catch (error) {
    // Already withdrawn.
    if (!(error instanceof AppError)) throw error
  }
}

async function hold(field: FeedFixture, random: Random, listingId: string): Promise<void> {
  const team = randomItem(random, teams)
  const body = [{ listing_id: listingId, quantity: randomInteger(random, 1, 3) }]
  const response = await team.call(holdsRoutes.place, { body })
  if (!response.ok) return
  for (const { hold_id: holdId, quantity } of response.data.data) field.held.push({ team, holdId, quantity })
}

async function release(field: FeedFixture, random: Random): Promise<void> {
  const [held] = field.held.splice(randomInteger(random, 0, field.held.length), 1)
  if (!held) return
  const quantity = randomInteger(random, 1, held.quantity)
  await held.team.call(holdsRoutes.release, { body: [{ hold_id: held.holdId, quantity }] })
  if (quantity < held.quantity) field.held.push({ ...held, quantity: held.quantity - quantity })
}

async function expireHeld(field: FeedFixture, random: Random): Promise<void> {
  const [held] = field.held.splice(randomInteger(random, 0, field.held.length), 1)
  if (!held) return
  // Expires now instead of in the past: earlier expiries have been published already.
  await sql`update holds set expires_at = clock_timestamp(), reserved_until = clock_timestamp() where id = ${held.holdId}`.execute(
    market.db,
  )
  await announceExpiredHolds(market.deps)
}

async function changeEvent({ eventId }: FeedFixture, random: Random): Promise<void> {
  const status = randomItem(random, ['scheduled', 'rescheduled', 'postponed'] as const)
  await market.db.updateTable('events').set({ status }).where('id', '=', eventId).execute()
}

/** Content of the snapshot: listings in any order, and holds by team. */
async function contentOf(eventCache: EventCache, { eventId }: FeedFixture) {
  const snapshot = await eventCache.get(eventId)
  return {
    listings: [...snapshot.listings()].toSorted((left, right) => (left.id < right.id ? -1 : 1)),
    held: teams.map(({ teamId }) => snapshot.heldBy(teamId)),
  }
}
