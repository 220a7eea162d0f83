import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase, type Db } from '../../db/client.ts'
import type { OutboxRow } from '../../outbox/outbox.repo.ts'
import { addAccount, addEvent, addListing, addTeam, addVenue } from '../../test/factories.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { createTestDatabase } from '../../test/test-database.ts'
import { createEventBooks, type EventBooks } from './event-books.ts'

const clock = createTestClock('2026-11-20T12:00:00Z')

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db
let ground: Awaited<ReturnType<typeof addVenue>>
let sellerTeamId: string
let eventId: number
let books: EventBooks
/** How many statements the books have sent since the test began. */
let statements = 0
let isBroken = false
let tell: (rows: OutboxRow[]) => void = () => undefined

beforeAll(async () => {
  database = await createTestDatabase()
  const opened = openDatabase({ url: database.databaseUrl, poolSize: 3 })
  db = opened.db
  ground = await addVenue(db)
  sellerTeamId = await addTeam(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

beforeEach(async () => {
  clock.set('2026-11-20T12:00:00Z')
  books = openBooks()
  eventId = await newEvent()
  statements = 0
  isBroken = false
})

function newEvent(): Promise<number> {
  return addEvent(db, { venueId: ground.venueId, startsAt: new Date('2026-12-20T15:00:00Z') })
}

function openBooks(mostBytes?: number): EventBooks {
  const outbox = { onNotice: (handler: typeof tell) => void (tell = handler) }
  const watched = db.withPlugin({
    transformQuery({ node }) {
      statements += 1
      if (isBroken) throw new Error('the database is away')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return createEventBooks({ db: watched, clock, outbox, ...(mostBytes !== undefined && { mostBytes }) })
}

function list(values: { quantity?: number; priceMinor?: number } = {}): Promise<string> {
  const createdAt = new Date('2026-11-01T12:00:00Z')
  return addListing(db, { eventId, sellerTeamId, ...ground, createdAt, ...values })
}

/** Changes the listing as a command does, and answers what is told of it. */
async function change(id: string, facts: { price_minor?: number; sold?: number; status?: 'withdrawn' }) {
  const { version } = await db
    .updateTable('listings')
    .set((query) => ({ ...facts, version: query('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return notice({ eventId, listingId: id, version })
}

function notice(payload: Record<string, unknown>): OutboxRow {
  return { xid: '1', id: 1, topic: 'listing.revised', subject: 'x', payload, occurred_at: clock.now() }
}

async function pricesOf(event = eventId): Promise<Record<string, number>> {
  const book = await books.get(event)
  return Object.fromEntries([...book.listings()].map(({ id, price }) => [id, price.minor]))
}

test('a book is loaded once, however many ask', async () => {
  const id = await list()
  await Promise.all([pricesOf(), pricesOf(), pricesOf()])
  expect(await pricesOf()).toEqual({ [id]: 8500 })
  expect(statements).toBe(2)
})

test('after a notice the one listing that it names is read again, and nothing else', async () => {
  const [id, other] = [await list(), await list({ priceMinor: 9000 })]
  await pricesOf()
  statements = 0
  tell([await change(id, { price_minor: 7000 })])
  expect(await pricesOf()).toEqual({ [id]: 7000, [other]: 9000 })
  expect(statements).toBe(1)
})

test('many notices are one reading, and none of it is done before somebody asks', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => list()))
  await pricesOf()
  const notices = await Promise.all(ids.map((id) => change(id, { price_minor: 100 })))
  statements = 0
  for (const told of notices) tell([told])
  expect(statements).toBe(0)
  expect(new Set(Object.values(await pricesOf()))).toEqual(new Set([100]))
  expect(statements).toBe(1)
})

test('a notice that comes twice, late or out of order changes nothing and asks nothing', async () => {
  const id = await list()
  await pricesOf()
  const first = await change(id, { price_minor: 7000 })
  const second = await change(id, { price_minor: 6000 })
  tell([second, first])
  expect(await pricesOf()).toEqual({ [id]: 6000 })
  statements = 0
  tell([first, second, first])
  expect(await pricesOf()).toEqual({ [id]: 6000 })
  expect(statements).toBe(0)
  tell([await change(id, { price_minor: 5000 })])
  expect(await pricesOf()).toEqual({ [id]: 5000 })
})

test('what was published is there after its notice, and what was withdrawn is gone', async () => {
  const id = await list()
  await pricesOf()
  const added = await list({ priceMinor: 4000 })
  tell([notice({ eventId, listingId: added, version: 1 })])
  expect(await pricesOf()).toEqual({ [id]: 8500, [added]: 4000 })
  tell([await change(id, { status: 'withdrawn' })])
  expect(await pricesOf()).toEqual({ [added]: 4000 })
})

test('a change that is told of while the book is loading is in what is asked for afterwards', async () => {
  const id = await list()
  const loading = pricesOf()
  const told = await change(id, { price_minor: 7000 })
  tell([told])
  await loading
  expect(await pricesOf()).toEqual({ [id]: 7000 })
})

test('who asks while an older reading is under way gets what was told of before', async () => {
  const id = await list()
  await pricesOf()
  tell([await change(id, { price_minor: 7000 })])
  const reading = pricesOf()
  tell([await change(id, { price_minor: 6000 })])
  expect(await pricesOf()).toEqual({ [id]: 6000 })
  await reading
})

test('lost notices are made up for: a book that was not compared for 30 seconds is, behind whoever asks', async () => {
  const [id, gone] = [await list(), await list()]
  await pricesOf()
  await change(id, { price_minor: 7000 })
  await change(gone, { status: 'withdrawn' })
  const added = await list({ priceMinor: 4000 })
  clock.advance(29_000)
  expect(await pricesOf()).toEqual({ [id]: 8500, [gone]: 8500 })
  clock.advance(1000)
  expect(await pricesOf()).toEqual({ [id]: 8500, [gone]: 8500 })
  await vi.waitFor(async () => expect(await pricesOf()).toEqual({ [id]: 7000, [added]: 4000 }), {
    timeout: 30_000,
  })
})

test('a book of an event that has started costs one look at the event, not its stock again', async () => {
  await list()
  clock.set('2026-12-20T14:59:00Z')
  await pricesOf()
  clock.set('2026-12-20T15:01:00Z')
  expect(await pricesOf()).toEqual({})
  const { version, revision } = await books.get(eventId)
  statements = 0
  clock.advance(60_000)
  expect(await books.get(eventId)).toMatchObject({ version, revision })
  expect(statements).toBe(1)
})

test('nobody is given a book that was not compared for a minute', async () => {
  const id = await list()
  await pricesOf()
  await change(id, { price_minor: 7000 })
  clock.advance(60_000)
  expect(await pricesOf()).toEqual({ [id]: 7000 })
})

test('a book in doubt compares itself at once', async () => {
  const id = await list()
  await pricesOf()
  await change(id, { price_minor: 7000 })
  books.doubt(eventId)
  expect(await pricesOf()).toEqual({ [id]: 7000 })
})

test('an event that was moved, called off or renamed is read as a whole', async () => {
  const id = await list()
  await pricesOf()
  await db.updateTable('events').set({ status: 'postponed' }).where('id', '=', eventId).execute()
  tell([notice({ eventId })])
  expect(await pricesOf()).toEqual({})
  await db.updateTable('events').set({ status: 'rescheduled' }).where('id', '=', eventId).execute()
  // Also where the notice is lost.
  clock.advance(60_000)
  expect(await pricesOf()).toEqual({ [id]: 8500 })
})

test('what time alone changes needs no notice: the end of a hold, of being new, of a day, and the start', async () => {
  const id = await list({ quantity: 4 })
  await db
    .updateTable('listings')
    .set({ created_at: new Date('2026-11-20T11:00:00Z'), in_hand_date: '2026-11-21' })
    .where('id', '=', id)
    .execute()
  const teamId = await addTeam(db)
  const account = await addAccount(db, { teamId })
  await hold({ id: 'hld_book1', teamId, account, listingId: id, until: '2026-11-20T12:20:00Z' })
  const seen = async () => {
    const book = await books.get(eventId)
    return [...book.listings()].map((listing) => ({
      available: listing.available,
      isNew: book.isNew(listing),
      isInHand: book.isInHand(listing),
      held: book.heldBy(teamId).length,
    }))
  }
  expect(await seen()).toEqual([{ available: 1, isNew: true, isInHand: false, held: 1 }])
  const { revision } = await books.get(eventId)
  clock.set('2026-11-20T12:20:00Z')
  expect(await seen()).toEqual([{ available: 4, isNew: true, isInHand: false, held: 0 }])
  expect((await books.get(eventId)).revision).not.toBe(revision)
  clock.set('2026-11-21T00:00:00Z')
  expect(await seen()).toMatchObject([{ isNew: true, isInHand: true }])
  clock.set('2026-11-21T11:00:00Z')
  expect(await seen()).toMatchObject([{ isNew: false, isInHand: true }])
  clock.set('2026-12-20T15:00:00Z')
  expect(await seen()).toEqual([])
})

test('a day of 25 hours ends when it is over at the venue', async () => {
  const id = await list()
  await db.updateTable('listings').set({ in_hand_date: '2026-10-26' }).where('id', '=', id).execute()
  const isInHand = async () => {
    const book = await books.get(eventId)
    return [...book.listings()].map((listing) => book.isInHand(listing))
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
      seller_minor: 8500,
      seller_currency: 'GBP',
      buyer_minor: 8500,
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

test('books that were not asked for the longest go when there is no more room', async () => {
  const events = [eventId, await newEvent(), await newEvent()]
  const [first = 0, second = 0, third = 0] = events
  const size = (await books.get(first)).bytes
  books = openBooks(size * 2)
  for (const event of [first, second, first, third]) await books.get(event)
  statements = 0
  await books.get(first)
  expect(statements).toBe(0)
  await books.get(second)
  expect(statements).toBe(2)
})

test('processes with the same stock name it alike, however they came to it', async () => {
  const id = await list()
  const [early, late] = [books, openBooks()]
  const before = (await early.get(eventId)).version
  await change(id, { price_minor: 7000 })
  early.doubt(eventId)
  const { version } = await early.get(eventId)
  expect(version).not.toBe(before)
  expect((await late.get(eventId)).version).toBe(version)
})

test('a database that was away for a moment leaves nothing forgotten', async () => {
  const id = await list()
  isBroken = true
  await expect(pricesOf()).rejects.toThrow('away')
  isBroken = false
  await pricesOf()
  tell([await change(id, { price_minor: 7000 })])
  isBroken = true
  await expect(pricesOf()).rejects.toThrow('away')
  isBroken = false
  expect(await pricesOf()).toEqual({ [id]: 7000 })
})

test('there is no book of an event that does not exist', async () => {
  await expect(books.get(999_999)).rejects.toMatchObject({ code: 'event.not_found' })
})
