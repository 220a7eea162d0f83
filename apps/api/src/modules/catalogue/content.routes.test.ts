import { catalogueRoutes } from '@terrace/contracts/catalogue'
import type { BodyInputOf } from '@terrace/contracts/route'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '#api/test/build-test-app.ts'
import { buildDiscoveryMarket, discoveryNow } from '#api/test/discovery-market.ts'
import { addRates } from '#api/test/factories.ts'
import { createTestClock } from '#api/test/test-clock.ts'

const clock = createTestClock(discoveryNow)
let market: Awaited<ReturnType<typeof buildDiscoveryMarket>>
let buyer: Caller
beforeAll(async () => {
  market = await buildDiscoveryMarket(clock)
  buyer = await market.addBuyer({ baseCurrency: 'EUR' })
  await addRates(market.db, '2026-11-20', { GBP: '0.8000', USD: '1.2000' })
})
afterAll(() => market.close())

const content = (body: BodyInputOf<typeof catalogueRoutes.content>, caller = buyer) =>
  caller.call(catalogueRoutes.content, { body })

test('[API-15] [X-API-05] [X-CAT-01] a sport gives the events of all below it, its months, its competitions and what they cost', async () => {
  const { data, meta } = (await content({ slug: 'football' })).data
  expect(data).toMatchObject({
    type: 'category',
    title: 'Football',
    trail: [],
    event_count: 4,
    ticket_count: 16,
    min_price: { amount: '85.50', currency: 'EUR' },
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

test('[API-15] [CAT-01] a competition is asked for by its type_id, 50 events a page, and has its teams', async () => {
  const { data: bySlug } = (await content({ slug: 'bundesliga' })).data
  const { data, meta } = (await content({ type_id: bySlug.type_id, per_page: 50 })).data
  expect(data.trail).toEqual([
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

test('one month at a time: its events only, the figures of all', async () => {
  const { data, meta } = (await content({ slug: 'football', month: '2026-12' })).data
  expect(data.events.map(({ title }) => title)).toEqual([
    '1. FC Köln vs Bayern München',
    'Arsenal vs Chelsea',
  ])
  expect([meta.total, data.event_count, data.months.length]).toEqual([2, 4, 3])
  const none = (await content({ slug: 'football', month: '2027-01' })).data
  expect([none.meta.total, none.data.events]).toEqual([0, []])
})

test('prices are in the caller’s currency, and old rates are said to be old', async () => {
  const dollars = await market.addBuyer({ baseCurrency: 'USD' })
  const { data, meta } = (await content({ slug: 'bundesliga' }, dollars)).data
  expect(data.events[0]?.min_price).toEqual({ amount: '102.60', currency: 'USD' })
  expect(data.min_price).toEqual({ amount: '102.60', currency: 'USD' })
  expect(meta).toMatchObject({ currency: 'USD', rate_date: '2026-11-20', rate_stale: false })
  clock.set('2026-11-28T12:00:00Z')
  const later = (await content({ slug: 'bundesliga' }, dollars)).data
  clock.set(discoveryNow)
  expect(later.meta).toMatchObject({ rate_date: '2026-11-20', rate_stale: true })
  const euros = (await content({ slug: 'bundesliga' })).data.meta
  expect([euros.rate_date, euros.rate_stale]).toEqual([undefined, false])
})

test('a performer has its own events, the way to its competition, and is found by any of its names', async () => {
  const { data } = (await content({ type: 'performer', slug: 'borussia-dortmund' })).data
  expect(data.events.map(({ title }) => title)).toEqual(['Bayern München vs Borussia Dortmund'])
  expect(data.trail.map(({ title }) => title)).toEqual(['Football', 'Bundesliga'])
  expect(data.categories).toMatchObject([{ type: 'category', title: 'Bundesliga', event_count: 1 }])
  expect((await content({ type: 'performer', slug: 'bvb' })).data.data.slug).toBe('borussia-dortmund')
  const byId = await content({ type: 'performer', type_id: data.type_id, slug: 'anything' })
  expect(byId.data.data.title).toBe('Borussia Dortmund')
})

test('a venue has its events, where it is and who is at home', async () => {
  const { data } = (await content({ type: 'venue', slug: 'rheinenergiestadion' })).data
  expect(data).toMatchObject({
    type: 'venue',
    title: 'RheinEnergieStadion',
    place: { city: 'Köln', country_code: 'DE', capacity: 50_000 },
    trail: [],
    categories: [],
  })
  expect(data.teams.map(({ title }) => title)).toEqual(['1. FC Köln'])
  expect((await content({ type: 'venue', slug: 'mungersdorf' })).data.data.slug).toBe('rheinenergiestadion')
})

test('an old slug leads to the thing until another one has it for its own', async () => {
  const rename = (from: string, to: string) =>
    sql`update performers set slug = ${to} where slug = ${from}`.execute(market.db)
  await rename('chelsea', 'chelsea-london')
  expect((await content({ type: 'performer', slug: 'chelsea' })).data.data.slug).toBe('chelsea-london')
  await rename('arsenal', 'chelsea')
  expect((await content({ type: 'performer', slug: 'chelsea' })).data.data.title).toBe('Arsenal')
  await rename('chelsea', 'arsenal')
  await rename('chelsea-london', 'chelsea')
  expect((await content({ type: 'performer', slug: 'chelsea' })).data.data.title).toBe('Chelsea')
})

test('what does not exist is not found, with the names that come nearest', async () => {
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
])('a body %j is refused by field: %s', async (body, field) => {
  const answer = await content(body)
  expect([answer.status, answer.error.errors['fields']]).toEqual([422, { [field]: [expect.any(String)] }])
})

test.each(['%', "'; drop table events; --", '東京', '../../etc', 'a'.repeat(300)])(
  'the odd slug "%s" is simply not found',
  async (slug) => {
    for (const type of ['category', 'performer', 'venue'] as const) {
      expect((await content({ type, slug })).status).toBe(404)
    }
  },
)
