import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { homeRoutes } from '@terrace/contracts/home'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller } from '#api/test/build-test-app.ts'
import { buildDiscoveryMarket, discoveryNow } from '#api/test/discovery-market.ts'
import { addListing, addRates } from '#api/test/factories.ts'
import { createTestClock } from '#api/test/test-clock.ts'
import { addBanner, removeBanner } from './change-banners.ts'
import { addDemand } from './event-stats.repo.ts'

const clock = createTestClock(discoveryNow)
const dayMs = 86_400_000
const soon = 'Bayern München vs Borussia Dortmund'
const december = '1. FC Köln vs Bayern München'
const march = 'Bayern München vs 1. FC Köln'
const english = 'Arsenal vs Chelsea'
const past = '1. FC Köln vs Borussia Dortmund'

let market: Awaited<ReturnType<typeof buildDiscoveryMarket>>
let buyer: Caller
beforeAll(async () => {
  market = await buildDiscoveryMarket(clock)
  buyer = await market.addBuyer({ baseCurrency: 'EUR' })
  await addRates(market.db, '2026-11-20', { GBP: '0.8000', USD: '1.2000' })
})
beforeEach(async () => {
  clock.set(discoveryNow)
  await sql`update event_stats set demand = 0, heat = '-Infinity'`.execute(market.db)
  await sql`delete from recent_views`.execute(market.db)
})
afterAll(() => market.close())

type ListRoute = typeof homeRoutes.newEvents
async function titles(route: ListRoute, caller = buyer): Promise<string[]> {
  const { data } = await caller.call(route)
  return data.data.map((event) => event.title)
}

async function want(title: string, weight: number, at = clock.now()): Promise<void> {
  await addDemand(market.db, [{ eventId: await market.idOf(title), weight }], at)
}

test('[API-12] [X-API-06] hot events are those that are wanted of late: what is long past weighs little', async () => {
  await want(december, 100, new Date(clock.now().getTime() - 30 * dayMs))
  await want(march, 20, new Date(clock.now().getTime() - 3 * dayMs))
  await want(soon, 6)
  await want(soon, 6)
  await want(past, 1000)
  // Twenty of three days ago are worth ten now, a hundred of a month ago a tenth of one.
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

test('[API-14] [X-API-06] new events are those whose first tickets came last', async () => {
  const before = await titles(homeRoutes.newEvents)
  expect(before).toEqual([english, soon, march, december])
  // More tickets for an event that is on sale already make it no newer.
  const { rows } = await sql<{ id: number }>`
    select min(c.id) as id from seating_categories c join events e on e.venue_id = c.venue_id
    where e.title = ${december}`.execute(market.db)
  await addListing(market.db, {
    eventId: await market.idOf(december),
    sellerTeamId: market.sellerTeamId,
    seatingCategoryId: rows[0]?.id ?? 0,
    createdAt: new Date(discoveryNow),
  })
  await market.refresh()
  expect(await titles(homeRoutes.newEvents)).toEqual(before)
})

test('[API-16] [API-17] [X-API-06] recently viewed events are the account’s own, the last look first', async () => {
  const look = async (title: string, caller = buyer) =>
    caller.call(homeRoutes.recordView, { body: { event_id: await market.idOf(title) } })
  expect(await titles(homeRoutes.recentlyViewed)).toEqual([])
  for (const title of [soon, march, past, soon]) {
    clock.advance(1000)
    expect((await look(title)).data).toEqual({ data: { event_id: await market.idOf(title) } })
  }
  // The past one has begun; of two looks at one event the last counts.
  expect(await titles(homeRoutes.recentlyViewed)).toEqual([soon, march])
  const colleague = await market.addBuyer({ teamId: buyer.teamId })
  expect(await titles(homeRoutes.recentlyViewed, colleague)).toEqual([])
})

test('[API-17] a view of an event that does not exist is refused, as is what is no number', async () => {
  const missing = await buyer.call(homeRoutes.recordView, { body: { event_id: 999_999 } })
  expect([missing.status, missing.error.code]).toEqual([404, 'event.not_found'])
  for (const event_id of ['x', 0, 1.5, -1, 2 ** 40, null]) {
    const odd = await buyer.call(homeRoutes.recordView, { body: { event_id: event_id as number } })
    expect([odd.status, Object.keys(odd.error.errors['fields'] ?? {})]).toEqual([422, ['event_id']])
  }
  const { rows } = await sql`select 1 from recent_views`.execute(market.db)
  expect(rows).toEqual([])
})

test('fifty views are remembered, and twenty looks at once at one event are one', async () => {
  const eventId = await market.idOf(march)
  const { rows: made } = await sql<{ id: number }>`
    insert into events (source_key, title, slug, category_id, venue_id, source_local_at, local_at, timezone, starts_at,
      date_confirmed, time_confirmed, status)
    select 'test/' || n, 'E', 'e', category_id, venue_id, local_at, local_at, timezone, starts_at, true, true, 'scheduled'
    from events, generate_series(1, 55) n where id = ${eventId} returning id`.execute(market.db)
  for (const { id } of made) {
    clock.advance(1000)
    await buyer.call(homeRoutes.recordView, { body: { event_id: id } })
  }
  clock.advance(1000)
  const looks = await Promise.all(
    Array.from({ length: 20 }, () => buyer.call(homeRoutes.recordView, { body: { event_id: eventId } })),
  )
  expect(looks.every((look) => look.ok)).toBe(true)
  const { rows } = await sql<{ event_id: number }>`
    select event_id from recent_views order by viewed_at desc`.execute(market.db)
  expect(rows).toHaveLength(50)
  expect(rows[0]?.event_id).toBe(eventId)
  expect(await titles(homeRoutes.recentlyViewed)).toHaveLength(12)
  await sql`delete from events where source_key like 'test/%'`.execute(market.db)
})

test('[API-18] home answers an empty body: popular events, Premier League teams, how much is on sale', async () => {
  await want(march, 10)
  await want(soon, 5)
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

test('[HOME-01] a banner stands on home until what it leads to is over; its content has the live figures', async () => {
  const eventId = await market.idOf(soon)
  const team = await addBanner(market, {
    leadsTo: 'performer/arsenal',
    title: 'Arsenal at home',
    text: 'All of it',
  })
  const match = await addBanner(market, { leadsTo: `event/${eventId}`, title: 'Klassiker', position: 1 })
  const banners = async () => (await buyer.call(homeRoutes.home)).data.data.banners
  expect(await banners()).toEqual([
    expect.objectContaining({
      id: match,
      type: 'event',
      link: `/tickets/bayern-munchen-vs-borussia-dortmund/${eventId}`,
    }),
    expect.objectContaining({ id: team, text: 'All of it', type: 'performer', link: '/performer/arsenal' }),
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
  await removeBanner(market, team)
  await removeBanner(market, match)
  await expect(removeBanner(market, match)).rejects.toMatchObject({ code: 'banner.not_found' })
})

test.each([
  [{ leadsTo: 'category/football', title: ' ' }, 'input.invalid'],
  [{ leadsTo: 'category/football', title: 'x'.repeat(81) }, 'input.invalid'],
  [{ leadsTo: 'category/football', title: 'x', text: 'x'.repeat(201) }, 'input.invalid'],
  [{ leadsTo: 'category/football', title: 'x', position: 0 }, 'input.invalid'],
  [{ leadsTo: 'category/curling', title: 'x' }, 'thing.unknown'],
  [{ leadsTo: 'event/999999', title: 'x' }, 'thing.unknown'],
  [{ leadsTo: 'football', title: 'x' }, 'thing.unknown'],
])('a banner %j is refused: %s', async (banner, code) => {
  await expect(addBanner(market, banner)).rejects.toMatchObject({ code })
  expect((await buyer.call(homeRoutes.home)).data.data.banners).toEqual([])
})

test('somebody who is not signed in sees nothing of it', async () => {
  const { home, lastMinute, newEvents, recentlyViewed } = homeRoutes
  for (const route of [home, lastMinute, newEvents, recentlyViewed]) {
    expect((await market.visitor.call(route)).status).toBe(401)
  }
})
