import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase, type Db } from '#api/db/client.ts'
import type { OutboxRow } from '#api/outbox/outbox.repo.ts'
import { addAccount, addEvent, addListing, addTeam, addVenue } from '#api/test/fixtures/factories.ts'
import { createTestClock } from '#api/test/harness/test-clock.ts'
import { createTestDatabase } from '#api/test/harness/test-database.ts'
import { createEventCache, type EventCache } from './event-cache.ts'

const clock = createTestClock('2026-11-20T12:00:00Z')

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db
let venueFixture: Awaited<ReturnType<typeof addVenue>>
let sellerTeamId: string
let eventId: number
let eventCache: EventCache
/** Number of statements the cache has sent in the current test. */
let statements = 0
let isBroken = false
let deliverRows: (rows: OutboxRow[]) => void = () => undefined

beforeAll(async () => {
  database = await createTestDatabase()
  const opened = openDatabase({ url: database.databaseUrl, poolSize: 3 })
  db = opened.db
  venueFixture = await addVenue(db)
  sellerTeamId = await addTeam(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

beforeEach(async () => {
  clock.set('2026-11-20T12:00:00Z')
  eventCache = openCache()
  eventId = await newEvent()
  statements = 0
  isBroken = false
})

function newEvent(): Promise<number> {
  return addEvent(db, { venueId: venueFixture.venueId, startsAt: new Date('2026-12-20T15:00:00Z') })
}

function openCache(maxBytes?: number): EventCache {
  const outbox = { onNotice: (handler: typeof deliverRows) => void (deliverRows = handler) }
  const loggedDb = db.withPlugin({
    transformQuery({ node }) {
      statements += 1
      if (isBroken) throw new Error('the database is unavailable')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return createEventCache({ db: loggedDb, clock, outbox, ...(maxBytes !== undefined && { maxBytes }) })
}

function addTestListing(values: { quantity?: number; priceMinor?: number } = {}): Promise<string> {
  const createdAt = new Date('2026-11-01T12:00:00Z')
  return addListing(db, { eventId, sellerTeamId, ...venueFixture, createdAt, ...values })
}

/** Changes the listing as a command does and returns its notice. */
async function change(id: string, changes: { price_minor?: number; sold?: number; status?: 'withdrawn' }) {
  const { version } = await db
    .updateTable('listings')
    .set((query) => ({ ...changes, version: query('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return notice({ eventId, listingId: id, version })
}

function notice(payload: Record<string, unknown>): OutboxRow {
  return { xid: '1', id: 1, topic: 'listing.updated', subject: 'x', payload, occurred_at: clock.now() }
}

async function pricesOf(event = eventId): Promise<Record<string, number>> {
  const snapshot = await eventCache.get(event)
  return Object.fromEntries([...snapshot.listings()].map(({ id, price }) => [id, price.minor]))
}

test('concurrent reads load a snapshot once', async () => {
  const id = await addTestListing()
  await Promise.all([pricesOf(), pricesOf(), pricesOf()])
  expect(await pricesOf()).toEqual({ [id]: 8500 })
  expect(statements).toBe(2)
})

test('a notice reloads only the listing it names', async () => {
  const [id, other] = [await addTestListing(), await addTestListing({ priceMinor: 9000 })]
  await pricesOf()
  statements = 0
  deliverRows([await change(id, { price_minor: 7000 })])
  expect(await pricesOf()).toEqual({ [id]: 7000, [other]: 9000 })
  expect(statements).toBe(1)
})

test('many notices cause one read, at the next request', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => addTestListing()))
  await pricesOf()
  const notices = await Promise.all(ids.map((id) => change(id, { price_minor: 100 })))
  statements = 0
  for (const row of notices) deliverRows([row])
  expect(statements).toBe(0)
  expect(new Set(Object.values(await pricesOf()))).toEqual(new Set([100]))
  expect(statements).toBe(1)
})

test('repeated, late and reordered notices change nothing and cause no read', async () => {
  const id = await addTestListing()
  await pricesOf()
  const first = await change(id, { price_minor: 7000 })
  const second = await change(id, { price_minor: 6000 })
  deliverRows([second, first])
  expect(await pricesOf()).toEqual({ [id]: 6000 })
  statements = 0
  deliverRows([first, second, first])
  expect(await pricesOf()).toEqual({ [id]: 6000 })
  expect(statements).toBe(0)
  deliverRows([await change(id, { price_minor: 5000 })])
  expect(await pricesOf()).toEqual({ [id]: 5000 })
})

test('published listings appear and withdrawn ones disappear after their notice', async () => {
  const id = await addTestListing()
  await pricesOf()
  const added = await addTestListing({ priceMinor: 4000 })
  deliverRows([notice({ eventId, listingId: added, version: 1 })])
  expect(await pricesOf()).toEqual({ [id]: 8500, [added]: 4000 })
  deliverRows([await change(id, { status: 'withdrawn' })])
  expect(await pricesOf()).toEqual({ [added]: 4000 })
})

test('a change announced during a load is included in later reads', async () => {
  const id = await addTestListing()
  const loading = pricesOf()
  const row = await change(id, { price_minor: 7000 })
  deliverRows([row])
  await loading
  expect(await pricesOf()).toEqual({ [id]: 7000 })
})

test('a read during an older refresh includes all changes announced before', async () => {
  const id = await addTestListing()
  await pricesOf()
  deliverRows([await change(id, { price_minor: 7000 })])
  const reading = pricesOf()
  deliverRows([await change(id, { price_minor: 6000 })])
  expect(await pricesOf()).toEqual({ [id]: 6000 })
  await reading
})

test('a snapshot not compared for 30 seconds is revalidated in the background', async () => {
  const [id, withdrawnId] = [await addTestListing(), await addTestListing()]
  await pricesOf()
  await change(id, { price_minor: 7000 })
  await change(withdrawnId, { status: 'withdrawn' })
  const added = await addTestListing({ priceMinor: 4000 })
  clock.advance(29_000)
  expect(await pricesOf()).toEqual({ [id]: 8500, [withdrawnId]: 8500 })
  clock.advance(1000)
  expect(await pricesOf()).toEqual({ [id]: 8500, [withdrawnId]: 8500 })
  await vi.waitFor(async () => expect(await pricesOf()).toEqual({ [id]: 7000, [added]: 4000 }), {
    timeout: 30_000,
  })
})

test('revalidating a started event reads the event only, not its stock', async () => {
  await addTestListing()
  clock.set('2026-12-20T14:59:00Z')
  await pricesOf()
  clock.set('2026-12-20T15:01:00Z')
  expect(await pricesOf()).toEqual({})
  const { version, revision } = await eventCache.get(eventId)
  statements = 0
  clock.advance(60_000)
  expect(await eventCache.get(eventId)).toMatchObject({ version, revision })
  expect(statements).toBe(1)
})

test('readers wait for a comparison if the last one was a minute ago', async () => {
  const id = await addTestListing()
  await pricesOf()
  await change(id, { price_minor: 7000 })
  clock.advance(60_000)
  expect(await pricesOf()).toEqual({ [id]: 7000 })
})

test('an invalidated snapshot is compared at the next read', async () => {
  const id = await addTestListing()
  await pricesOf()
  await change(id, { price_minor: 7000 })
  eventCache.invalidate(eventId)
  expect(await pricesOf()).toEqual({ [id]: 7000 })
})

test('a moved, cancelled or renamed event is reloaded completely', async () => {
  const id = await addTestListing()
  await pricesOf()
  await db.updateTable('events').set({ status: 'postponed' }).where('id', '=', eventId).execute()
  deliverRows([notice({ eventId })])
  expect(await pricesOf()).toEqual({})
  await db.updateTable('events').set({ status: 'rescheduled' }).where('id', '=', eventId).execute()
  // The snapshot changes even without the notice.
  clock.advance(60_000)
  expect(await pricesOf()).toEqual({ [id]: 8500 })
})

test('expiring holds, ageing listings, a new day and the event’s start need no notice', async () => {
  const id = await addTestListing({ quantity: 4 })
  await db
    .updateTable('listings')
    .set({ created_at: new Date('2026-11-20T11:00:00Z'), in_hand_date: '2026-11-21' })
    .where('id', '=', id)
    .execute()
  const teamId = await addTeam(db)
  const account = await addAccount(db, { teamId })
  await hold({ id: 'hld_book1', teamId, account, listingId: id, until: '2026-11-20T12:20:00Z' })
  const seen = async () => {
    const snapshot = await eventCache.get(eventId)
    return [...snapshot.listings()].map((listing) => ({
      available: listing.available,
      isNew: snapshot.isNew(listing),
      isInHand: snapshot.isInHand(listing),
      held: snapshot.heldBy(teamId).length,
    }))
  }
  expect(await seen()).toEqual([{ available: 1, isNew: true, isInHand: false, held: 1 }])
  const { revision } = await eventCache.get(eventId)
  clock.set('2026-11-20T12:20:00Z')
  expect(await seen()).toEqual([{ available: 4, isNew: true, isInHand: false, held: 0 }])
  expect((await eventCache.get(eventId)).revision).not.toBe(revision)
  clock.set('2026-11-21T00:00:00Z')
  expect(await seen()).toMatchObject([{ isNew: true, isInHand: true }])
  clock.set('2026-11-21T11:00:00Z')
  expect(await seen()).toMatchObject([{ isNew: false, isInHand: true }])
  clock.set('2026-12-20T15:00:00Z')
  expect(await seen()).toEqual([])
})

test('a day of 25 hours ends at midnight of the venue', async () => {
  const id = await addTestListing()
  await db.updateTable('listings').set({ in_hand_date: '2026-10-26' }).where('id', '=', id).execute()
  const isInHand = async () => {
    const snapshot = await eventCache.get(eventId)
    return [...snapshot.listings()].map((listing) => snapshot.isInHand(listing))
  }
  clock.set('2026-10-24T23:00:00Z')
  expect(await isInHand()).toEqual([false])
  clock.set('2026-10-25T23:59:00Z')
  expect(await isInHand()).toEqual([false])
  clock.set('2026-10-26T00:00:00Z')
  expect(await isInHand()).toEqual([true])
})

async function hold(values: {
  id: string
  teamId: string
  account: string
  listingId: string
  until: string
}) {
  await db
    .insertInto('holds')
    .values({
      id: values.id,
      team_id: values.teamId,
      created_by: values.account,
      listing_id: values.listingId,
      event_id: eventId,
      quantity: 3,
      state: 'active',
      seller_price_minor: 8500,
      seller_currency: 'GBP',
      ticket_price_minor: 8500,
      buyer_currency: 'GBP',
      rate: '1',
      rate_date: null,
      fee_bp: 500,
      quote_ref: null,
      attempt_id: null,
      expires_at: new Date(values.until),
      reserved_until: new Date(values.until),
    })
    .execute()
}

test('the least recently used snapshots are evicted when the budget is exceeded', async () => {
  const events = [eventId, await newEvent(), await newEvent()]
  const [first = 0, second = 0, third = 0] = events
  const size = (await eventCache.get(first)).bytes
  eventCache = openCache(size * 2)
  for (const event of [first, second, first, third]) await eventCache.get(event)
  statements = 0
  await eventCache.get(first)
  expect(statements).toBe(0)
  await eventCache.get(second)
  expect(statements).toBe(2)
})

test('an event that is dropped, changed and read again takes its size from the budget once', async () => {
  const second = await newEvent()
  const id = await addTestListing()
  const size = (await eventCache.get(eventId)).bytes
  eventCache = openCache(size * 2)
  for (let version = 1; version <= 3; version += 1) {
    await eventCache.get(eventId)
    deliverRows([await change(id, { price_minor: 7000 + version })])
    await eventCache.get(eventId)
    deliverRows([notice({ eventId })])
  }
  await eventCache.get(eventId)
  await eventCache.get(second)
  statements = 0
  await eventCache.get(eventId)
  await eventCache.get(second)
  expect(statements).toBe(0)
})

test('processes with the same stock compute the same version', async () => {
  const id = await addTestListing()
  const [early, late] = [eventCache, openCache()]
  const before = (await early.get(eventId)).version
  await change(id, { price_minor: 7000 })
  early.invalidate(eventId)
  const { version } = await early.get(eventId)
  expect(version).not.toBe(before)
  expect((await late.get(eventId)).version).toBe(version)
})

test('a database outage loses no pending change', async () => {
  const id = await addTestListing()
  isBroken = true
  await expect(pricesOf()).rejects.toThrow('unavailable')
  isBroken = false
  await pricesOf()
  deliverRows([await change(id, { price_minor: 7000 })])
  isBroken = true
  await expect(pricesOf()).rejects.toThrow('unavailable')
  isBroken = false
  expect(await pricesOf()).toEqual({ [id]: 7000 })
})

test('an unknown event has no snapshot', async () => {
  await expect(eventCache.get(999_999)).rejects.toMatchObject({ code: 'event.not_found' })
})
