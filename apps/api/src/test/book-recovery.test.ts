import { holdsRoutes } from '@terrace/contracts/holds'
import { randomInteger, randomItem, seededRandom, type Random } from '@terrace/domain/short-hash'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEventBooks, type EventBooks } from '../modules/listings/event-books.ts'
import { reviseListing, withdrawListing } from '../modules/supply/index.ts'
import { tellLapses } from '../modules/holds/tell-lapses.ts'
import type { OutboxRow } from '../outbox/outbox.repo.ts'
import { AppError } from '../shared/app-error.ts'
import { buildMarket, type Market } from './build-market.ts'
import type { Caller } from './build-test-app.ts'
import { addEvent } from './factories.ts'

/**
 * A process whose notices are lost, come twice or in the wrong order ends with the book that one has which has just
 * started. What happens is made by the commands themselves, on a real database, by chance from a seed.
 */

const seeds = Array.from({ length: 8 }, (_, index) => `recovery ${index}`)
const changes = 40

let market: Market
let teams: Caller[]
let committed: OutboxRow[] = []
beforeAll(async () => {
  market = await buildMarket()
  teams = [await market.addBuyer(), await market.addBuyer(), await market.addBuyer()]
  market.deps.outbox.onNotice((rows) => void committed.push(...rows))
})
afterAll(() => market.close())

/** Hands over some of the rows; what it leaves in `rows` comes later. */
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

test.each(Object.keys(networks))('notices %s: the book ends as a fresh one', async (name) => {
  for (const seed of seeds) {
    const random = seededRandom(`${seed} ${name}`)
    const field = await openField()
    const { books, deliver } = openBooks(field)
    const underway: OutboxRow[] = []
    for (let count = 0; count < changes; count += 1) {
      await change(field, random)
      underway.push(...(await takeCommitted(field)))
      if (random() < 0.3) networks[name]?.(random, underway, deliver)
      // Looked at in between, so that there is a book which can be wrong.
      if (random() < 0.4) await books.get(field.eventId)
    }
    deliver(underway)
    // What was lost is made up for by the book's own look, for which one waits after a minute; the rest needs none.
    if (name.includes('lost')) field.aheadMs = 61_000
    expect(await contentOf(books, field), seed).toEqual(await contentOf(openBooks(field).books, field))
  }
})

interface Field {
  eventId: number
  listingIds: string[]
  held: { team: Caller; holdId: string; quantity: number }[]
  /** How far the clock of the books is ahead of the database's. */
  aheadMs: number
}

async function openField(): Promise<Field> {
  const eventId = await addEvent(market.db, { venueId: market.venueId })
  const listingIds = await Promise.all(Array.from({ length: 5 }, () => market.list({ eventId, quantity: 6 })))
  return { eventId, listingIds, held: [], aheadMs: 0 }
}

function openBooks(field: Field): { books: EventBooks; deliver: (rows: OutboxRow[]) => void } {
  let deliver: (rows: OutboxRow[]) => void = () => undefined
  const books = createEventBooks({
    db: market.db,
    clock: { now: () => new Date(Date.now() + field.aheadMs) },
    outbox: { onNotice: (handler) => void (deliver = handler) },
  })
  return { books, deliver: (rows) => deliver(rows) }
}

async function takeCommitted({ eventId }: Field): Promise<OutboxRow[]> {
  await market.deps.outbox.drain()
  const rows = committed.filter(({ payload }) => payload['eventId'] === eventId)
  committed = []
  return rows
}

async function change(field: Field, random: Random): Promise<void> {
  const listingId = randomItem(random, field.listingIds)
  const what = random()
  try {
    if (what < 0.4) await hold(field, random, listingId)
    else if (what < 0.6) await release(field, random)
    else if (what < 0.7) await runOut(field, random)
    else if (what < 0.9)
      await reviseListing(market.deps, { listingId, priceMinor: randomInteger(random, 1000, 9000) })
    else if (what < 0.93) await withdrawListing(market.deps, listingId)
    else await changeEvent(field, random)
  } catch (error) {
    // Withdrawn already.
    if (!(error instanceof AppError)) throw error
  }
}

async function hold(field: Field, random: Random, listingId: string): Promise<void> {
  const team = randomItem(random, teams)
  const body = [{ listing_id: listingId, quantity: randomInteger(random, 1, 3) }]
  const answer = await team.call(holdsRoutes.place, { body })
  if (!answer.ok) return
  for (const { hold_id: holdId, quantity } of answer.data.data) field.held.push({ team, holdId, quantity })
}

async function release(field: Field, random: Random): Promise<void> {
  const [held] = field.held.splice(randomInteger(random, 0, field.held.length), 1)
  if (!held) return
  const quantity = randomInteger(random, 1, held.quantity)
  await held.team.call(holdsRoutes.release, { body: [{ hold_id: held.holdId, quantity }] })
  if (quantity < held.quantity) field.held.push({ ...held, quantity: held.quantity - quantity })
}

async function runOut(field: Field, random: Random): Promise<void> {
  const [held] = field.held.splice(randomInteger(random, 0, field.held.length), 1)
  if (!held) return
  // From now on, rather than since a while ago: what ended before that was told of the last time.
  await sql`update holds set expires_at = clock_timestamp(), reserved_until = clock_timestamp() where id = ${held.holdId}`.execute(
    market.db,
  )
  await tellLapses(market.deps)
}

async function changeEvent({ eventId }: Field, random: Random): Promise<void> {
  const status = randomItem(random, ['scheduled', 'rescheduled', 'postponed'] as const)
  await market.db.updateTable('events').set({ status }).where('id', '=', eventId).execute()
}

/** All that the book says: listings in any order, and what each team holds. */
async function contentOf(books: EventBooks, { eventId }: Field) {
  const book = await books.get(eventId)
  return {
    listings: [...book.listings()].toSorted((left, right) => (left.id < right.id ? -1 : 1)),
    held: teams.map(({ teamId }) => book.heldBy(teamId)),
  }
}
