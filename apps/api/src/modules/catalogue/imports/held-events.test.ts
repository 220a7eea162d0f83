import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addListing, heldQuantity } from '#api/test/fixtures/factories.ts'
import { importAny, loadDemoCompetitions } from '#api/test/fixtures/demo-competitions.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { seedData } from '#api/test/fixtures/read-fixture-file.ts'
import { seasonFile, seasonMatches } from '#api/test/fixtures/season-file.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { withTransaction } from '#api/test/harness/with-transaction.ts'
import { systemClock } from '#api/shared/clock.ts'
import type { Db } from '#api/db/client.ts'
import { undoLastImport } from './undo-import.ts'

const matches = seasonMatches(6)
const moved = matches.map((match) => ({ ...match, date: `2028${match.date.slice(4)}` }))

let market: Marketplace
let buyer: Caller

beforeAll(async () => {
  market = await buildMarketplace()
  const context = { db: market.db, clock: systemClock }
  await loadDemoCompetitions(context)
  for (const [kind, path] of [
    ['clubs', 'clubs.csv'],
    ['venues', 'venues/football-venues-2026-27.csv'],
  ] as const)
    await importAny(context, { kind, content: seedData(path).toString(), fileName: path })
})
afterAll(() => market.close())
beforeEach(async () => {
  buyer = await market.addBuyer()
})

const load = (rows: readonly object[], db: Db = market.db) =>
  importAny(
    { db, clock: systemClock },
    { kind: 'football-json', content: seasonFile(rows), fileName: 'season.json' },
  )

async function eventTitled(title: string): Promise<{ id: number; at: string } | undefined> {
  const { rows } = await sql<{ id: number; at: string }>`
    select id, to_char(source_local_at, 'YYYY-MM-DD') as at from events where title = ${title}`.execute(
    market.db,
  )
  return rows[0]
}

/** Tickets on sale for an imported event. */
async function listTickets(eventId: number): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    insert into seating_categories (venue_id, name, level, rank)
    select venue_id, 'Lower tier', 'lower', 1 from events where id = ${eventId}
    on conflict (venue_id, name) do update set rank = 1 returning id`.execute(market.db)
  return addListing(market.db, {
    eventId,
    sellerTeamId: market.sellerTeamId,
    seatingCategoryId: rows[0]?.id ?? 0,
  })
}

test('tickets that are held while their event is being moved stay held, and the event moves', async () => {
  await load(matches)
  const event = await eventTitled('Arsenal vs Chelsea')
  const listing = await listTickets(event?.id ?? 0)
  let isHeld = false
  const during = withTransaction(market.db, async (work) => {
    const { rows } = await sql`select from import_runs where state = 'staged'`.execute(market.db)
    if (rows.length > 0 && !isHeld) {
      isHeld = true
      await market.hold(buyer, listing, 2)
    }
    return market.db.transaction().execute(work)
  })
  expect((await load(moved, during)).counts).toMatchObject({ moved: 6 })
  expect(isHeld).toBe(true)
  expect(await heldQuantity(market.db, listing)).toBe(2)
  expect(await eventTitled('Arsenal vs Chelsea')).toEqual({ id: event?.id, at: '2028-08-01' })
})

test('an undo keeps an event with a hold, and its tickets stay held', async () => {
  const later = seasonMatches(8).slice(6)
  await load(later)
  const [first] = later
  const title = `${first?.team1.replace(' FC', '')} vs ${first?.team2.replace(' FC', '')}`
  const event = await eventTitled(title)
  const listing = await listTickets(event?.id ?? 0)
  await market.hold(buyer, listing, 3)
  const { counts, kept } = await undoLastImport({ db: market.db, clock: systemClock }, { startedBy: 'test' })
  expect(counts).toMatchObject({ removed: 1, kept: 1 })
  expect(kept).toMatchObject([{ eventId: event?.id, title, reason: 'held' }])
  expect(await eventTitled(title)).toMatchObject({ id: event?.id })
  expect(await heldQuantity(market.db, listing)).toBe(3)
})
