import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addListing, addTeam } from '#api/test/fixtures/factories.ts'
import { importAny, loadDemoCompetitions } from '#api/test/fixtures/demo-competitions.ts'
import { createTestClock } from '#api/test/harness/test-clock.ts'
import { addPopularity, refreshEventStats } from './events/event-stats.repo.ts'
import { finishImport, importFile } from './importers/import-file.ts'

const clock = createTestClock('2026-11-21T12:00:00Z')
const venues = `kind,venue,aliases,city,country_code,timezone,capacity,latitude,longitude
bowl,RheinEnergieStadion,Müngersdorf,Köln,DE,Europe/Berlin,50000,,
theatre,David Geffen Hall,,New York,US,America/New_York,2200,,
`
const clubs = `league,source_name,name,aliases
de.1,1. FC Köln,1. FC Köln,FC Cologne
de.1,FC Bayern München,Bayern München,Bayern Munich
de.1,Borussia Dortmund,Borussia Dortmund,BVB
`
const grounds = `league,club,venue,city,country_code,timezone,capacity,latitude,longitude
de.1,1. FC Köln,RheinEnergieStadion,Köln,DE,Europe/Berlin,50000,,
de.1,FC Bayern München,Allianz Arena,München,DE,Europe/Berlin,75024,,
`
const league = `{"name": "Deutsche Bundesliga 2026/27", "matches": [
 {"round": "1", "date": "2026-12-05", "time": "15:30", "team1": "1. FC Köln", "team2": "FC Bayern München"},
 {"round": "2", "date": "2027-03-06", "time": "15:30", "team1": "FC Bayern München", "team2": "1. FC Köln"},
 {"round": "3", "date": "2026-11-28", "time": "18:30", "team1": "FC Bayern München", "team2": "Borussia Dortmund"},
 {"round": "0", "date": "2026-11-01", "time": "15:30", "team1": "1. FC Köln", "team2": "Borussia Dortmund"}
]}`

let app: TestApp
let buyer: Caller
beforeAll(async () => {
  app = await buildTestApp({ clock })
  buyer = await app.addBuyer({ baseCurrency: 'EUR' })
  const context = { db: app.db, clock }
  await loadDemoCompetitions(context)
  await importFile(context, { kind: 'clubs', content: clubs })
  await importFile(context, { kind: 'venues', content: venues })
  await importFile(context, { kind: 'venues', content: grounds })
  await importAny(context, { kind: 'football-json', content: league, fileName: 'de.1.json' })
  await finishImport(context)
  const sellerTeamId = await addTeam(app.db)
  const { rows } = await sql<{ eventId: number; categoryId: number }>`
    select e.id as "eventId", min(c.id) as "categoryId" from events e join seating_categories c on c.venue_id = e.venue_id
    group by e.id`.execute(app.db)
  for (const { eventId, categoryId } of rows) {
    await addListing(app.db, {
      eventId,
      sellerTeamId,
      seatingCategoryId: categoryId,
      quantity: 4,
      priceMinor: 8550,
      currency: 'EUR',
    })
  }
  await app.db.transaction().execute((tx) =>
    refreshEventStats(
      tx,
      rows.map((row) => row.eventId),
      clock.now(),
    ),
  )
})
afterAll(() => app.close())

async function idOf(title: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from events where title = ${title}`.execute(app.db)
  return rows[0]?.id ?? 0
}

test('[X-API-08] [X-API-10] [X-API-11] [X-API-12] [X-CAT-02] [X-CAT-04] an event response has every documented field', async () => {
  const id = await idOf('1. FC Köln vs Bayern München')
  const { data } = await buyer.call(catalogueRoutes.event, { params: { event_id: id } })
  expect(data.data).toEqual({
    id,
    title: '1. FC Köln vs Bayern München',
    type: 'event',
    slug: '1-fc-koln-vs-bayern-munchen',
    event_date_local: '2026-12-05T15:30',
    date_confirmed: true,
    time_confirmed: true,
    timezone: 'Europe/Berlin',
    status: 'scheduled',
    venue: { id: expect.any(Number), name: 'RheinEnergieStadion', city: 'Köln', country_code: 'DE' },
    category: { id: expect.any(Number), name: 'Bundesliga', slug: 'bundesliga' },
    art: { colours: null, pattern: 'pitch' },
    performers: [
      { id: expect.any(Number), name: '1. FC Köln', slug: '1-fc-koln', role: 'home' },
      { id: expect.any(Number), name: 'Bayern München', slug: 'bayern-munchen', role: 'away' },
    ],
    min_price: { amount: '85.50', currency: 'EUR' },
    min_all_in_price: { amount: '89.78', currency: 'EUR' },
    ticket_count: 4,
  })
})

test('[X-API-09] without a known time, the local date is midnight and the time is unconfirmed', async () => {
  const id = await idOf('Bayern München vs 1. FC Köln')
  const { data } = await buyer.call(catalogueRoutes.event, { params: { event_id: id } })
  expect(data.data).toMatchObject({
    event_date_local: '2027-03-06T00:00',
    time_confirmed: false,
    date_confirmed: true,
  })
})

test('an unknown event id returns 404, and a non-numeric id returns 422 for that field', async () => {
  const missing = await buyer.call(catalogueRoutes.event, { params: { event_id: 999_999 } })
  expect([missing.status, missing.error.code]).toEqual([404, 'event.not_found'])
  // Simulates a hand-typed URL.
  const odd = await buyer.call(catalogueRoutes.event, { params: { event_id: 'x' as unknown as number } })
  expect([odd.status, odd.error.errors]).toEqual([
    422,
    expect.objectContaining({ fields: { event_id: ['must be a number'] } }),
  ])
})

test('[API-12] hot events work with and without a body, highest score first, without past events', async () => {
  const expectedId = await idOf('1. FC Köln vs Bayern München')
  await addPopularity(
    app.db,
    [
      { eventId: expectedId, weight: 1000 },
      { eventId: await idOf('1. FC Köln vs Borussia Dortmund'), weight: 5000 },
    ],
    clock.now(),
  )
  const { data } = await buyer.call(catalogueRoutes.hotEvents)
  expect(data.data[0]?.id).toBe(expectedId)
  expect(data.data.map((event) => event.title)).not.toContain('1. FC Köln vs Borussia Dortmund')
  const withBody = await buyer.call(catalogueRoutes.hotEvents, { body: { anything: 1 } })
  expect(withBody.status).toBe(200)
})

test('[X-CAT-10] [X-CAT-11] a generated plan has polygons, levels and categories, and is flagged as a schematic', async () => {
  const { rows } = await sql<{ id: number }>`select id from venues where name = 'Allianz Arena'`.execute(
    app.db,
  )
  const { data } = await buyer.call(catalogueRoutes.seatingPlan, { params: { venue_id: rows[0]?.id ?? 0 } })
  const plan = data.data
  expect(plan.schematic).toBe(true)
  expect(plan.blocks.length).toBeGreaterThan(40)
  const categories = new Map(plan.categories.map((category) => [category.id, category]))
  for (const block of plan.blocks) {
    expect(block.polygon.length).toBeGreaterThan(3)
    expect(categories.get(block.category_id)?.level).toBe(block.level)
  }
})

test('a venue without a plan returns 404', async () => {
  const response = await buyer.call(catalogueRoutes.seatingPlan, { params: { venue_id: 999_999 } })
  expect([response.status, response.error.code]).toEqual([404, 'venue.not_found'])
})

test('viewing an event raises its demand', async () => {
  const id = await idOf('Bayern München vs Borussia Dortmund')
  const demand = async () => {
    const { rows } = await sql<{
      demand: number
    }>`select demand from event_stats where event_id = ${id}`.execute(app.db)
    return rows[0]?.demand ?? 0
  }
  const before = await demand()
  await buyer.call(catalogueRoutes.event, { params: { event_id: id } })
  await expect.poll(demand, { timeout: 30_000 }).toBe(before + 1)
})

test('[MENU-02] [MENU-06] the menu nests sport, competition and teams', async () => {
  const { data } = (await buyer.call(catalogueRoutes.menu)).data
  const [sport] = data['{product}_menu']
  expect(sport).toMatchObject({
    type: 'category',
    title: 'Football',
    parent_id: null,
    link: '/category/football',
  })
  const league = sport?.sub_menu[0]
  expect(league).toMatchObject({ title: 'Bundesliga', hasThreeLevelSubMenu: false })
  expect(league?.sub_menu.map(({ type, title, link }) => [type, title, link])).toEqual([
    ['performer', '1. FC Köln', '/performer/1-fc-koln'],
    ['performer', 'Bayern München', '/performer/bayern-munchen'],
    ['performer', 'Borussia Dortmund', '/performer/borussia-dortmund'],
  ])
  const raw = await app.app.inject({
    method: 'POST',
    url: '/api/trade/get-trade-menu',
    headers: { authorization: `Bearer ${buyer.token}` },
  })
  expect(raw.json()).toMatchObject({ data: { trade_menu: [{ title: 'Football' }] } })
})
