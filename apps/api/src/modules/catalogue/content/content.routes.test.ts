import { catalogueRoutes } from '@terrace/contracts/catalogue'
import type { BodyInputOf } from '@terrace/contracts/route'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { buildDiscoveryFixture, discoveryNow } from '#api/test/fixtures/discovery-fixture.ts'
import { addRates } from '#api/test/fixtures/factories.ts'
import { createTestClock } from '#api/test/harness/test-clock.ts'

const clock = createTestClock(discoveryNow)
let fixture: Awaited<ReturnType<typeof buildDiscoveryFixture>>
let buyer: Caller
beforeAll(async () => {
  fixture = await buildDiscoveryFixture(clock)
  buyer = await fixture.addBuyer({ baseCurrency: 'EUR' })
  await addRates(fixture.db, '2026-11-20', { GBP: '0.8000', USD: '1.2000' })
})
afterAll(() => fixture.close())

const content = (body: BodyInputOf<typeof catalogueRoutes.content>, caller = buyer) =>
  caller.call(catalogueRoutes.content, { body })

test('[API-15] [X-API-05] [X-CAT-01] a sport shows the events, months, competitions and prices of all its descendants', async () => {
  const { data, meta } = (await content({ slug: 'football' })).data
  expect(data).toMatchObject({
    type: 'category',
    title: 'Football',
    breadcrumbs: [],
    event_count: 4,
    ticket_count: 16,
    min_price: { amount: '85.50', currency: 'EUR' },
    min_all_in_price: { amount: '89.78', currency: 'EUR' },
    teams: [],
  })
  expect(data.events.map(({ title }) => title)).toEqual([
    'Bayern München vs Borussia Dortmund',
    '1. FC Köln vs Bayern München',
    'Arsenal vs Chelsea',
    'Bayern München vs 1. FC Köln',
  ])
  expect(data.months).toEqual([
    { month: '2026-11', event_count: 1, ticket_count: 4 },
    { month: '2026-12', event_count: 2, ticket_count: 8 },
    { month: '2027-03', event_count: 1, ticket_count: 4 },
  ])
  expect(data.categories.map((tile) => [tile.title, tile.event_count, tile.min_price?.amount])).toEqual([
    ['Premier League', 1, '150.00'],
    ['Bundesliga', 3, '85.50'],
  ])
  expect(meta).toEqual({
    total: 4,
    page: 1,
    per_page: 50,
    last_page: 1,
    currency: 'EUR',
    rate_date: '2026-11-20',
    rate_stale: false,
  })
})

test('[API-15] [CAT-01] a competition is found by type_id, lists its teams and pages its events by 50', async () => {
  const { data: bySlug } = (await content({ slug: 'bundesliga' })).data
  const { data, meta } = (await content({ type_id: bySlug.type_id, per_page: 50 })).data
  expect(data.breadcrumbs).toEqual([
    expect.objectContaining({ type: 'category', title: 'Football', slug: 'football' }),
  ])
  expect(data.teams.map((team) => [team.type, team.title, team.event_count, team.ticket_count])).toEqual([
    ['performer', 'Bayern München', 3, 12],
    ['performer', '1. FC Köln', 2, 8],
    ['performer', 'Borussia Dortmund', 1, 4],
  ])
  expect(data.categories).toEqual([])
  expect(meta).toMatchObject({ total: 3, per_page: 50 })
  const second = (await content({ slug: 'bundesliga', per_page: 2, page: 2 })).data
  expect(second.data.events).toHaveLength(1)
  expect(second.meta).toMatchObject({ total: 3, page: 2, per_page: 2, last_page: 2 })
})

test('a month filter limits the events but not the totals', async () => {
  const { data, meta } = (await content({ slug: 'football', month: '2026-12' })).data
  expect(data.events.map(({ title }) => title)).toEqual([
    '1. FC Köln vs Bayern München',
    'Arsenal vs Chelsea',
  ])
  expect([meta.total, data.event_count, data.months.length]).toEqual([2, 4, 3])
  const none = (await content({ slug: 'football', month: '2027-01' })).data
  expect([none.meta.total, none.data.events]).toEqual([0, []])
})

test('prices use the caller’s currency, and old rates are flagged as stale', async () => {
  const dollars = await fixture.addBuyer({ baseCurrency: 'USD' })
  const { data, meta } = (await content({ slug: 'bundesliga' }, dollars)).data
  expect(data.events[0]?.min_price).toEqual({ amount: '102.60', currency: 'USD' })
  expect(data.min_price).toEqual({ amount: '102.60', currency: 'USD' })
  // The fee is added after the conversion, as in the feed.
  expect(data.min_all_in_price).toEqual({ amount: '107.73', currency: 'USD' })
  expect(meta).toMatchObject({ currency: 'USD', rate_date: '2026-11-20', rate_stale: false })
  clock.set('2026-11-28T12:00:00Z')
  const later = (await content({ slug: 'bundesliga' }, dollars)).data
  clock.set(discoveryNow)
  expect(later.meta).toMatchObject({ rate_date: '2026-11-20', rate_stale: true })
  const euros = (await content({ slug: 'bundesliga' })).data.meta
  expect([euros.rate_date, euros.rate_stale]).toEqual([undefined, false])
})

test('a performer page has its events and breadcrumbs, and is found by any of its names', async () => {
  const { data } = (await content({ type: 'performer', slug: 'borussia-dortmund' })).data
  expect(data.events.map(({ title }) => title)).toEqual(['Bayern München vs Borussia Dortmund'])
  expect(data.breadcrumbs.map(({ title }) => title)).toEqual(['Football', 'Bundesliga'])
  expect(data.categories).toMatchObject([{ type: 'category', title: 'Bundesliga', event_count: 1 }])
  expect((await content({ type: 'performer', slug: 'bvb' })).data.data.slug).toBe('borussia-dortmund')
  const byId = await content({ type: 'performer', type_id: data.type_id, slug: 'anything' })
  expect(byId.data.data.title).toBe('Borussia Dortmund')
})

test('a venue page has its events, location and home teams', async () => {
  const { data } = (await content({ type: 'venue', slug: 'rheinenergiestadion' })).data
  expect(data).toMatchObject({
    type: 'venue',
    title: 'RheinEnergieStadion',
    place: { city: 'Köln', country_code: 'DE', capacity: 50_000 },
    breadcrumbs: [],
    categories: [],
  })
  expect(data.teams.map(({ title }) => title)).toEqual(['1. FC Köln'])
  expect((await content({ type: 'venue', slug: 'mungersdorf' })).data.data.slug).toBe('rheinenergiestadion')
})

test('an old slug redirects until another performer takes it', async () => {
  const rename = (from: string, to: string) =>
    sql`update performers set slug = ${to} where slug = ${from}`.execute(fixture.db)
  await rename('chelsea', 'chelsea-london')
  expect((await content({ type: 'performer', slug: 'chelsea' })).data.data.slug).toBe('chelsea-london')
  await rename('arsenal', 'chelsea')
  expect((await content({ type: 'performer', slug: 'chelsea' })).data.data.title).toBe('Arsenal')
  await rename('chelsea', 'arsenal')
  await rename('chelsea-london', 'chelsea')
  expect((await content({ type: 'performer', slug: 'chelsea' })).data.data.title).toBe('Chelsea')
})

test('an unknown slug returns 404 with similar names', async () => {
  const missed = await content({ type: 'performer', slug: 'borusia-dortmnd' })
  expect([missed.status, missed.error.code]).toEqual([404, 'content.not_found'])
  expect(missed.error.errors['suggestions']).toEqual([
    { type: 'performer', title: 'Borussia Dortmund', slug: 'borussia-dortmund' },
  ])
  const far = await content({ slug: 'curling' })
  expect([far.status, far.error.errors['suggestions']]).toEqual([404, []])
  expect(await content({ type: 'performer', type_id: 2_000_000 })).toMatchObject({ status: 404 })
  expect(await content({ type: 'banner', type_id: 2_000_000 })).toMatchObject({ status: 404 })
})

test.each([
  [{}, 'type_id'],
  [{ type_id: 0 }, 'type_id'],
  [{ slug: 'x', per_page: 501 }, 'per_page'],
  [{ slug: '' }, 'slug'],
  [{ slug: 'x'.repeat(301) }, 'slug'],
  [{ slug: 'football', month: '2026-13' }, 'month'],
  [{ slug: 'football', month: 'december' }, 'month'],
  [{ slug: 'football', colour: 'red' }, 'colour'],
])('a body %j is rejected with an error for the field: %s', async (body, field) => {
  const response = await content(body)
  expect([response.status, response.error.errors['fields']]).toEqual([422, { [field]: [expect.any(String)] }])
})

test.each(['%', "'; drop table events; --", '東京', '../../etc', 'a'.repeat(300)])(
  'the odd slug "%s" returns 404',
  async (slug) => {
    for (const type of ['category', 'performer', 'venue'] as const) {
      expect((await content({ type, slug })).status).toBe(404)
    }
  },
)
