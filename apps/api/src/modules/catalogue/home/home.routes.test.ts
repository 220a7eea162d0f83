import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { homeRoutes } from '@terrace/contracts/home'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { buildDiscoveryFixture, discoveryNow } from '#api/test/fixtures/discovery-fixture.ts'
import { addListing, addRates } from '#api/test/fixtures/factories.ts'
import { createTestClock } from '#api/test/harness/test-clock.ts'
import { addBanner, removeBanner } from '../banners/change-banners.ts'
import { addPopularity } from '../events/event-stats.repo.ts'

const clock = createTestClock(discoveryNow)
const dayMs = 86_400_000
const soon = 'Bayern München vs Borussia Dortmund'
const december = '1. FC Köln vs Bayern München'
const march = 'Bayern München vs 1. FC Köln'
const english = 'Arsenal vs Chelsea'
const past = '1. FC Köln vs Borussia Dortmund'

let fixture: Awaited<ReturnType<typeof buildDiscoveryFixture>>
let buyer: Caller
beforeAll(async () => {
  fixture = await buildDiscoveryFixture(clock)
  buyer = await fixture.addBuyer({ baseCurrency: 'EUR' })
  await addRates(fixture.db, '2026-11-20', { GBP: '0.8000', USD: '1.2000' })
})
beforeEach(async () => {
  clock.set(discoveryNow)
  await sql`update event_stats set demand = 0, trend_score = '-Infinity'`.execute(fixture.db)
  await sql`delete from recent_views`.execute(fixture.db)
})
afterAll(() => fixture.close())

type ListRoute = typeof homeRoutes.newEvents
async function titles(route: ListRoute, caller = buyer): Promise<string[]> {
  const { data } = await caller.call(route)
  return data.data.map((event) => event.title)
}

async function addWeight(title: string, weight: number, at = clock.now()): Promise<void> {
  await addPopularity(fixture.db, [{ eventId: await fixture.idOf(title), weight }], at)
}

test('[API-12] [X-API-06] hot events rank recent demand above older demand', async () => {
  await addWeight(december, 100, new Date(clock.now().getTime() - 30 * dayMs))
  await addWeight(march, 20, new Date(clock.now().getTime() - 3 * dayMs))
  await addWeight(soon, 6)
  await addWeight(soon, 6)
  await addWeight(past, 1000)
  // After three days, 20 points count as 10; after a month, 100 points count as 0.1.
  expect(await titles(catalogueRoutes.hotEvents)).toEqual([soon, march, december, english])
  const { data } = await buyer.call(catalogueRoutes.hotEvents, { body: {} })
  expect(data.meta).toEqual({ currency: 'EUR', rate_date: '2026-11-20', rate_stale: false })
  expect(data.data.at(-1)?.min_price).toEqual({ amount: '150.00', currency: 'EUR' })
})

test('[API-13] [X-API-06] last-minute events start within 72 hours, to the minute, and have tickets', async () => {
  expect(await titles(homeRoutes.lastMinute)).toEqual([soon])
  clock.set('2026-12-02T14:29:00Z')
  expect(await titles(homeRoutes.lastMinute)).toEqual([])
  clock.set('2026-12-02T14:30:00Z')
  expect(await titles(homeRoutes.lastMinute)).toEqual([december])
  clock.set('2026-12-05T14:30:00Z')
  expect(await titles(homeRoutes.lastMinute)).toEqual([])
})

test('[API-14] [X-API-06] new events are sorted by their first listing, latest first', async () => {
  const before = await titles(homeRoutes.newEvents)
  expect(before).toEqual([english, soon, march, december])
  // More listings for an event on sale do not make it newer.
  const { rows } = await sql<{ id: number }>`
    select min(c.id) as id from seating_categories c join events e on e.venue_id = c.venue_id
    where e.title = ${december}`.execute(fixture.db)
  await addListing(fixture.db, {
    eventId: await fixture.idOf(december),
    sellerTeamId: fixture.sellerTeamId,
    seatingCategoryId: rows[0]?.id ?? 0,
    createdAt: new Date(discoveryNow),
  })
  await fixture.refresh()
  expect(await titles(homeRoutes.newEvents)).toEqual(before)
})

test('[API-16] [API-17] [X-API-06] recently viewed events belong to the account, latest view first', async () => {
  const viewEvent = async (title: string, caller = buyer) =>
    caller.call(homeRoutes.recordView, { body: { event_id: await fixture.idOf(title) } })
  expect(await titles(homeRoutes.recentlyViewed)).toEqual([])
  for (const title of [soon, march, past, soon]) {
    clock.advance(1000)
    expect((await viewEvent(title)).data).toEqual({ data: { event_id: await fixture.idOf(title) } })
  }
  // The past event has started, and only the latest of two views counts.
  expect(await titles(homeRoutes.recentlyViewed)).toEqual([soon, march])
  const colleague = await fixture.addBuyer({ teamId: buyer.teamId })
  expect(await titles(homeRoutes.recentlyViewed, colleague)).toEqual([])
})

test('[API-17] a view of an unknown event returns 404, and an invalid id returns 422', async () => {
  const missing = await buyer.call(homeRoutes.recordView, { body: { event_id: 999_999 } })
  expect([missing.status, missing.error.code]).toEqual([404, 'event.not_found'])
  for (const event_id of ['x', 0, 1.5, -1, 2 ** 40, null]) {
    const odd = await buyer.call(homeRoutes.recordView, { body: { event_id: event_id as number } })
    expect([odd.status, Object.keys(odd.error.errors['fields'] ?? {})]).toEqual([422, ['event_id']])
  }
  const { rows } = await sql`select 1 from recent_views`.execute(fixture.db)
  expect(rows).toEqual([])
})

test('fifty views are stored, and twenty concurrent views of one event count once', async () => {
  const eventId = await fixture.idOf(march)
  const { rows: made } = await sql<{ id: number }>`
    insert into events (source_key, title, slug, category_id, venue_id, source_local_at, local_at, timezone, starts_at,
      date_confirmed, time_confirmed, status)
    select 'test/' || n, 'E', 'e', category_id, venue_id, local_at, local_at, timezone, starts_at, true, true, 'scheduled'
    from events, generate_series(1, 55) n where id = ${eventId} returning id`.execute(fixture.db)
  for (const { id } of made) {
    clock.advance(1000)
    await buyer.call(homeRoutes.recordView, { body: { event_id: id } })
  }
  clock.advance(1000)
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => buyer.call(homeRoutes.recordView, { body: { event_id: eventId } })),
  )
  expect(responses.every((viewEvent) => viewEvent.ok)).toBe(true)
  const { rows } = await sql<{ event_id: number }>`
    select event_id from recent_views order by viewed_at desc`.execute(fixture.db)
  expect(rows).toHaveLength(50)
  expect(rows[0]?.event_id).toBe(eventId)
  expect(await titles(homeRoutes.recentlyViewed)).toHaveLength(12)
  await sql`delete from events where source_key like 'test/%'`.execute(fixture.db)
})

test('[API-18] home accepts an empty body and returns popular events, featured teams and market totals', async () => {
  await addWeight(march, 10)
  await addWeight(soon, 5)
  const { data, meta } = (await buyer.call(homeRoutes.home, { body: {} })).data
  // The best of each competition, then the second best.
  expect(data.popular_events.map(({ title }) => title)).toEqual([march, english, soon, december])
  expect(data.featured?.category).toMatchObject({
    title: 'Premier League',
    slug: 'premier-league',
    event_count: 1,
  })
  expect(data.featured?.teams.map(({ title, min_price }) => [title, min_price])).toEqual([
    ['Arsenal', { amount: '150.00', currency: 'EUR' }],
    ['Chelsea', { amount: '150.00', currency: 'EUR' }],
  ])
  expect(data.market).toMatchObject({ event_count: 4, seller_count: 1 })
  expect(data.banners).toEqual([])
  expect(meta).toEqual({ currency: 'EUR', rate_date: '2026-11-20', rate_stale: false })
  expect((await buyer.call(homeRoutes.home)).status).toBe(200)
})

test('[HOME-01] a banner shows until its event starts, and its content page has live totals', async () => {
  const eventId = await fixture.idOf(soon)
  const team = await addBanner(fixture, {
    leadsTo: 'performer/arsenal',
    title: 'Arsenal at home',
    text: 'All fixtures',
  })
  const match = await addBanner(fixture, { leadsTo: `event/${eventId}`, title: 'Klassiker', position: 1 })
  const banners = async () => (await buyer.call(homeRoutes.home)).data.data.banners
  expect(await banners()).toEqual([
    expect.objectContaining({
      id: match,
      type: 'event',
      link: `/tickets/bayern-munchen-vs-borussia-dortmund/${eventId}`,
    }),
    expect.objectContaining({
      id: team,
      text: 'All fixtures',
      type: 'performer',
      link: '/performer/arsenal',
    }),
  ])
  const content = await buyer.call(catalogueRoutes.content, { body: { type: 'banner', type_id: match } })
  expect(content.data.data).toMatchObject({
    type: 'banner',
    title: 'Klassiker',
    event_count: 1,
    ticket_count: 4,
    min_price: { amount: '85.50', currency: 'EUR' },
  })
  clock.set('2026-11-24T12:00:00Z')
  expect((await banners()).map(({ id }) => id)).toEqual([team])
  await removeBanner(fixture, team)
  await removeBanner(fixture, match)
  await expect(removeBanner(fixture, match)).rejects.toMatchObject({ code: 'banner.not_found' })
})

test.each([
  [{ leadsTo: 'category/football', title: ' ' }, 'input.invalid'],
  [{ leadsTo: 'category/football', title: 'x'.repeat(81) }, 'input.invalid'],
  [{ leadsTo: 'category/football', title: 'x', text: 'x'.repeat(201) }, 'input.invalid'],
  [{ leadsTo: 'category/football', title: 'x', position: 0 }, 'input.invalid'],
  [{ leadsTo: 'category/curling', title: 'x' }, 'menu.target_not_found'],
  [{ leadsTo: 'event/999999', title: 'x' }, 'menu.target_not_found'],
  [{ leadsTo: 'football', title: 'x' }, 'menu.target_not_found'],
])('a banner %j is rejected with %s', async (banner, code) => {
  await expect(addBanner(fixture, banner)).rejects.toMatchObject({ code })
  expect((await buyer.call(homeRoutes.home)).data.data.banners).toEqual([])
})

test('home and its lists require a session', async () => {
  const { home, lastMinute, newEvents, recentlyViewed } = homeRoutes
  for (const route of [home, lastMinute, newEvents, recentlyViewed]) {
    expect((await fixture.visitor.call(route)).status).toBe(401)
  }
})
