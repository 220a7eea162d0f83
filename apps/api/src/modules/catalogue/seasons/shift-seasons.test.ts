import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Db } from '#api/db/client.ts'
import { importAny, loadDemoCompetitions } from '#api/test/fixtures/demo-competitions.ts'
import { addAccount, addListing, addTeam } from '#api/test/fixtures/factories.ts'
import { createTestClock } from '#api/test/harness/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '#api/test/harness/test-database.ts'
import { confirmKickOffs } from './confirm-kick-offs.ts'
import { finishImport } from '../importers/import-file.ts'
import { shiftSeasons } from './shift-seasons.ts'

let database: TestDatabase
let db: Db
const clock = createTestClock()
beforeEach(async () => {
  clock.set('2028-03-14T12:00:00Z')
  database = await createTestDatabase()
  db = openDatabase({ url: database.databaseUrl, poolSize: 3 }).db
  await loadDemoCompetitions({ db, clock })
  await load('clubs', 'clubs.csv')
  await load('venues', 'venues/football-venues-2026-27.csv')
  await load('football-json', 'football/en.1.json')
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
})

function load(kind: string, path: string, season?: string) {
  const content = readFileSync(new URL(`../../../../../../seeds/data/${path}`, import.meta.url), 'utf8')
  return importAny({ db, clock }, { kind, content, fileName: path, season })
}

interface Row {
  id: number
  local: string
  source: string
  weeks: number
  confirmed: boolean
}

async function fixture(title: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select id, to_char(local_at, 'YYYY-MM-DD"T"HH24:MI') as local, to_char(source_local_at, 'YYYY-MM-DD"T"HH24:MI') as source,
      shift_weeks as weeks, time_confirmed as confirmed
    from events where title = ${title}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`${title} not found`)
  return row
}

test('[X-CAT-09] a past season is moved by whole weeks, once', async () => {
  expect(await shiftSeasons({ db, clock })).toEqual([{ name: 'Premier League', weeks: 52, events: 380 }])
  const moved = await fixture('Arsenal vs Coventry City')
  expect(moved).toMatchObject({ local: '2027-08-20T20:00', source: '2026-08-21T20:00', weeks: 52 })
  const { rows } = await sql<{ ahead: number; behind: number }>`
    select count(*) filter (where starts_at > ${clock.now()})::int as ahead,
      count(*) filter (where starts_at <= ${clock.now()})::int as behind from events`.execute(db)
  expect(rows[0]?.ahead).toBeGreaterThan(60)
  expect(rows[0]?.behind).toBeGreaterThan(200)
  clock.set('2035-01-01T00:00:00Z')
  expect(await shiftSeasons({ db, clock })).toEqual([])
  expect(await fixture('Arsenal vs Coventry City')).toEqual(moved)
})

test('[X-CAT-09] a season with upcoming fixtures is not moved, now or later', async () => {
  clock.set('2026-11-21T12:00:00Z')
  expect(await shiftSeasons({ db, clock })).toEqual([{ name: 'Premier League', weeks: 0, events: 0 }])
  clock.set('2028-03-14T12:00:00Z')
  expect(await shiftSeasons({ db, clock })).toEqual([])
  expect(await fixture('Arsenal vs Coventry City')).toMatchObject({ weeks: 0, local: '2026-08-21T20:00' })
})

test('[X-CAT-09] an event with holds is not moved', async () => {
  await finishImport({ db, clock })
  const held = await fixture('Arsenal vs Coventry City')
  const sellerTeamId = await addTeam(db)
  const { rows } = await sql<{ id: number }>`
    select c.id from seating_categories c join events e on e.venue_id = c.venue_id where e.id = ${held.id}`.execute(
    db,
  )
  const listingId = await addListing(db, {
    eventId: held.id,
    sellerTeamId,
    seatingCategoryId: rows[0]?.id ?? 0,
  })
  const teamId = await addTeam(db)
  const accountId = await addAccount(db, { teamId })
  await sql`
    insert into holds (id, team_id, created_by, listing_id, event_id, quantity, state, seller_price_minor, seller_currency,
      ticket_price_minor, buyer_currency, rate, fee_bp, expires_at, reserved_until)
    values ('hld_1', ${teamId}, ${accountId}, ${listingId}, ${held.id}, 1, 'released', 1, 'GBP', 1, 'GBP', 1, 500, now(), now())
  `.execute(db)
  expect(await shiftSeasons({ db, clock })).toEqual([{ name: 'Premier League', weeks: 52, events: 379 }])
  expect(await fixture('Arsenal vs Coventry City')).toEqual(held)
})

test('[X-CAT-09] the shift applies to rescheduled dates and survives later imports', async () => {
  await load('premier-league-changes', 'football/en.1-2026-27-reschedules.json', '2026-27')
  await shiftSeasons({ db, clock })
  const moved = await fixture('Leeds United vs Crystal Palace')
  expect(moved).toMatchObject({ source: '2026-09-20T14:00', local: '2027-09-19T14:00' })
  const again = await load('football-json', 'football/en.1.json')
  expect(again.counts).toMatchObject({ new: 0, moved: 0, changed: 0 })
  expect(await fixture('Leeds United vs Crystal Palace')).toEqual(moved)
})

test('the next run confirms kick-offs that are now within six weeks', async () => {
  await shiftSeasons({ db, clock })
  const last = 'Crystal Palace vs Leeds United'
  expect(await fixture(last)).toMatchObject({ confirmed: false, local: '2028-05-28T00:00' })
  expect(await confirmKickOffs({ db, clock })).toBe(0)
  clock.set('2028-05-01T12:00:00Z')
  expect(await confirmKickOffs({ db, clock })).toBeGreaterThan(9)
  expect(await fixture(last)).toMatchObject({ confirmed: true, local: '2028-05-28T16:00' })
})
