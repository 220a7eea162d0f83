import { feedResponse, listingsRoutes } from '@terrace/contracts/listings'
import type { Updateable } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tables } from '#api/db/tables.ts'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addEvent, addListing, addTeam, addVenue } from '#api/test/fixtures/factories.ts'
import { createTestClock } from '#api/test/harness/test-clock.ts'

const clock = createTestClock('2026-11-20T23:30:00Z')

let app: TestApp
let buyer: Caller
let eventId: number
let kop: string
let north: string
let tiers: { lower: number; upper: number }
let performerId: number

beforeAll(async () => {
  app = await buildTestApp({ clock })
  buyer = await app.addBuyer()
  kop = await addTeam(app.db, { name: 'Kop Stock' })
  north = await addTeam(app.db, { name: 'North Bank' })
  const venueFixture = await addVenue(app.db, { category: 'Lower tier' })
  const upper = await app.db
    .insertInto('seating_categories')
    .values({ venue_id: venueFixture.venueId, name: 'Upper tier', level: 'upper', rank: 2 })
    .returning('id')
    .executeTakeFirstOrThrow()
  tiers = { lower: venueFixture.seatingCategoryId, upper: upper.id }
  eventId = await addEvent(app.db, {
    venueId: venueFixture.venueId,
    startsAt: new Date('2026-12-20T15:00:00Z'),
  })
  const performer = await app.db
    .insertInto('performers')
    .values({ name: 'Arsenal', slug: 'arsenal', kind: 'team' })
    .returning('id')
    .executeTakeFirstOrThrow()
  performerId = performer.id
  await app.db
    .insertInto('event_performers')
    .values({ event_id: eventId, performer_id: performerId, role: 'home' })
    .execute()
  // It is already the 21st at the venue.
  await app.db
    .updateTable('events')
    .set({ timezone: 'Asia/Tokyo', source_key: 'filters' })
    .where('id', '=', eventId)
    .execute()
  await stock('lst_pairs', { price_minor: 4000, quantity_limit: 2 })
  await stock('lst_early', { price_minor: 5000, in_hand_date: '2026-11-20', section: 'Block 6' })
  await stock('lst_today', { price_minor: 6000, in_hand_date: '2026-11-21', seller_team_id: north })
  await stock('lst_fresh', { price_minor: 7000, created_at: new Date('2026-11-20T00:00:00Z') })
  await stock('lst_click', { price_minor: 8000, instant_download: true, ticket_type: 'mobile' })
  await stock('lst_paper', { price_minor: 8050, ticket_type: 'paper', section: 'Upper-Tier_7' })
  await stock('lst_suite', { price_minor: 90_000, hospitality: true, category_id: tiers.upper })
})
afterAll(() => app.close())

async function stock(id: string, attributes: Updateable<Tables['listings']>): Promise<void> {
  await addListing(app.db, { id, eventId, sellerTeamId: kop, seatingCategoryId: tiers.lower })
  await app.db
    .updateTable('listings')
    .set({ in_hand_date: '2026-12-01', created_at: new Date('2026-11-01T12:00:00Z'), ...attributes })
    .where('id', '=', id)
    .execute()
}

async function fetchFeed(query: string, caller = buyer) {
  const response = await app.app.inject({
    url: `/api/tickets/feed?event_id=${eventId}&${query}`,
    headers: { authorization: `Bearer ${caller.token}` },
  })
  return { status: response.statusCode, body: response.json() }
}

/** Returns the ids of the matching listings, cheapest first. */
async function found(query: string, caller = buyer): Promise<string[]> {
  const { status, body } = await fetchFeed(query, caller)
  expect(status, JSON.stringify(body)).toBe(200)
  return feedResponse.parse(body).data.map(({ id }) => id)
}

const all = ['lst_pairs', 'lst_early', 'lst_today', 'lst_fresh', 'lst_click', 'lst_paper', 'lst_suite']

test.each([
  ['[FEED-02] min_quantity 1 means any quantity', 'min_quantity=1', all],
  ['[FEED-02] choice 6 means any quantity as well', 'min_quantity=6', all],
  ['[X-FEED-05] at least three tickets', 'min_quantity=3', all.filter((id) => id !== 'lst_pairs')],
  ['[FEED-03] new in the last 24 hours', 'new_listings=1', ['lst_fresh']],
  ['[FEED-03] in hand today in the venue’s time zone', 'ticket_in_hand=1', ['lst_early', 'lst_today']],
  ['[FEED-08] from a price', 'proceed_price_min=80.00', ['lst_click', 'lst_paper', 'lst_suite']],
  ['[FEED-08] up to a price', 'proceed_price_max=50', ['lst_pairs', 'lst_early']],
  [
    '[FEED-08] between prices, both included',
    'proceed_price_min=60&proceed_price_max=70',
    ['lst_today', 'lst_fresh'],
  ],
  ['[FEED-09] VIP listings only', 'hospitality=1', ['lst_suite']],
  ['[FEED-10] instant download, only when set', 'instant_download=1', ['lst_click']],
  ['[FEED-11] one delivery type', 'ticket_types[]=mobile', ['lst_click']],
  [
    '[FEED-11] several delivery types, as the specification spells them',
    'ticket_types[]=mobile&ticket_types[]=Paper',
    ['lst_click', 'lst_paper'],
  ],
  ['[FEED-12] a section', 'section_name[]=Block 6', ['lst_early']],
  ['[FEED-12] a section with dashes and underscores as spaces', 'section_name[]=upper tier 7', ['lst_paper']],
  [
    '[FEED-12] a section written with dashes and underscores',
    'section_name[]=Block_6&section_name[]=upper_tier-7',
    ['lst_early', 'lst_paper'],
  ],
  ['[FEED-13] all listings', 'my_listings=all_listings', all],
  ['[FEED-13] my own listings', 'my_listings=my_listings', []],
  ['[FEED-15] a lighter response', 'lighter_response=true', all],
  [
    'all filters at once',
    'ticket_types[]=eTicket&proceed_price_max=60&ticket_in_hand=1&min_quantity=3',
    ['lst_early', 'lst_today'],
  ],
])('%s: %s', async (_name, query, ids) => {
  expect(await found(query)).toEqual(ids)
})

test('[FEED-01] a performer filter matches the listings of events with one of the performers', async () => {
  expect(await found(`team_id[]=${performerId}`)).toEqual(all)
  const other = await app.db
    .insertInto('performers')
    .values({ kind: 'team', name: 'Chelsea', slug: 'chelsea' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await found(`team_id[]=${other.id}`)).toEqual([])
  expect(await found(`team_id[]=${other.id}&team_id[]=${performerId}`)).toEqual(all)
})

test('[FEED-11] categories and brokers are filtered by id', async () => {
  expect(await found(`category_name[]=${tiers.upper}`)).toEqual(['lst_suite'])
  expect(await found(`category_name[]=${tiers.upper}&category_name[]=${tiers.lower}`)).toEqual(all)
  expect(await found(`broker_id[]=${north}`)).toEqual(['lst_today'])
  expect(await found(`broker_id[]=${north}&broker_id[]=${kop}`)).toEqual(all)
})

test('[FEED-13] "my listings" are those of my team', async () => {
  const seller = await app.addBuyer({ teamId: north })
  expect(await found('my_listings=my_listings', seller)).toEqual(['lst_today'])
})

test('[FEED-04] [FEED-05] the default is the first page of 100 listings', async () => {
  const { meta } = feedResponse.parse((await fetchFeed('')).body)
  expect(meta).toMatchObject({ page: 1, per_page: 100, last_page: 1, total: 7 })
  expect(await found('per_page=3&page=2')).toEqual(['lst_fresh', 'lst_click', 'lst_paper'])
  expect(await found('per_page=3&page=4')).toEqual([])
})

test.each([
  ['', all],
  ['sort_order=desc', all.toReversed()],
  [
    'order_by=in_hand_date',
    ['lst_early', 'lst_today', 'lst_pairs', 'lst_fresh', 'lst_click', 'lst_paper', 'lst_suite'],
  ],
  [
    'order_by=newest',
    ['lst_fresh', 'lst_pairs', 'lst_early', 'lst_today', 'lst_click', 'lst_paper', 'lst_suite'],
  ],
  [
    'order_by=section',
    ['lst_early', 'lst_pairs', 'lst_today', 'lst_fresh', 'lst_click', 'lst_suite', 'lst_paper'],
  ],
  [
    'order_by=section&sort_order=desc',
    ['lst_paper', 'lst_pairs', 'lst_today', 'lst_fresh', 'lst_click', 'lst_suite', 'lst_early'],
  ],
])(
  '[FEED-06] [FEED-07] listings sort by ascending price by default, and equal values by price: %s',
  async (query, ids) => {
    expect(await found(query)).toEqual(ids)
  },
)

test('[API-22] specific listings can be requested by performers, ids and currency', async () => {
  const { data } = await buyer.call(listingsRoutes.feed, {
    query: {
      'team_id[]': [performerId],
      'listing_id[]': ['lst_suite', 'lst_click', 'lst_unknown'],
      target_currency: 'GBP',
    },
  })
  expect(data.data.map(({ id }) => id)).toEqual(['lst_click', 'lst_suite'])
})

const manyParams = (key: string, value: (index: number) => string | number) =>
  Array.from({ length: 201 }, (_, index) => `${key}=${value(index)}`).join('&')

test.each([
  ['team_id[]=arsenal', 'team_id[].0'],
  ['team_id[]=99999999999', 'team_id[].0'],
  ['team_id[]=987654', 'team_id[]'],
  ['min_quantity=0', 'min_quantity'],
  ['min_quantity=7', 'min_quantity'],
  ['min_quantity=two', 'min_quantity'],
  ['new_listings=0', 'new_listings'],
  ['ticket_in_hand=yes', 'ticket_in_hand'],
  ['hospitality=false', 'hospitality'],
  ['instant_download=', 'instant_download'],
  ['instant_download=1&instant_download=1', 'instant_download'],
  ['proceed_price_min=cheap', 'proceed_price_min'],
  ['proceed_price_min=-1', 'proceed_price_min'],
  ['proceed_price_max=1e3', 'proceed_price_max'],
  ['proceed_price_max=10.005', 'proceed_price_max'],
  ['proceed_price_max=99999999999999999999', 'proceed_price_max'],
  ['proceed_price_min=100&proceed_price_max=99.99', 'proceed_price_max'],
  ['ticket_types[]=fax', 'ticket_types[].0'],
  ['ticket_types[]=eTicket&ticket_types[]=PAPER', 'ticket_types[].1'],
  ['category_name[]=Lower tier', 'category_name[].0'],
  ['category_name[]=987654', 'category_name[]'],
  ["category_name[]=1' or '1'='1", 'category_name[].0'],
  ['broker_id[]=Kop Stock', 'broker_id[].0'],
  ['broker_id[]=tm_unknown', 'broker_id[]'],
  ["broker_id[]=tm_x'; drop table listings; --", 'broker_id[].0'],
  ['section_name[]=', 'section_name[].0'],
  [`section_name[]=${'6'.repeat(101)}`, 'section_name[].0'],
  ['section_name[]=%00', 'section_name[].0'],
  ['my_listings=mine', 'my_listings'],
  ['order_by=price desc', 'order_by'],
  ['sort_order=ASC', 'sort_order'],
  ['target_currency=pounds', 'target_currency'],
  ['lighter_response=false', 'lighter_response'],
  ['listing_id[]=1', 'listing_id[].0'],
  ['page=0', 'page'],
  ['page=1.5', 'page'],
  ['per_page=501', 'per_page'],
  ['is_vip_listings=1', 'is_vip_listings'],
  [manyParams('team_id[]', (index) => index + 1), 'team_id[]'],
  [manyParams('ticket_types[]', () => 'eTicket'), 'ticket_types[]'],
  [manyParams('category_name[]', (index) => index + 1), 'category_name[]'],
  [manyParams('broker_id[]', (index) => `tm_${index}`), 'broker_id[]'],
  [manyParams('section_name[]', (index) => index), 'section_name[]'],
  [manyParams('listing_id[]', (index) => `lst_${index}`), 'listing_id[]'],
])('[X-FEED-04] invalid input is a 422 that names the field: %.60s', async (query, field) => {
  const { status, body } = await fetchFeed(query)
  expect(status).toBe(422)
  expect(Object.keys(body.errors.fields)).toEqual([field])
})

test('[X-FEED-04] sections are compared as literal text, and one that does not exist is a 422', async () => {
  for (const text of ["x' or true; --", '%', '$1', '${eventId}', '__proto__', '.*', 'Block 99']) {
    const { status, body } = await fetchFeed(
      `section_name[]=Block 6&section_name[]=${encodeURIComponent(text)}`,
    )
    expect(status).toBe(422)
    expect(body.errors.fields).toEqual({ 'section_name[]': [`unknown: ${text}`] })
  }
})

test('a section whose listings are sold out or withdrawn is still a valid filter', async () => {
  await stock('lst_sold', { section: 'Block 61', quantity: 2, sold: 2 })
  await stock('lst_gone', { section: 'Block 62', status: 'withdrawn' })
  app.deps.eventCache.invalidate(eventId)
  expect(await found('section_name[]=block-61')).toEqual([])
  expect(await found('section_name[]=62')).toEqual([])
})

test('a seller whose last listing was withdrawn is still a valid filter', async () => {
  await stock('lst_last', { seller_team_id: await addTeam(app.db), status: 'withdrawn' })
  const seller = await app.db
    .selectFrom('listings')
    .select('seller_team_id')
    .where('id', '=', 'lst_last')
    .executeTakeFirstOrThrow()
  expect(await found(`broker_id[]=${seller.seller_team_id}`)).toEqual([])
})

test('[FEED-12] a section matches every name of its block in the venue’s plan', async () => {
  const { venue_id: venueId } = await app.db
    .selectFrom('events')
    .select('venue_id')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  const plan = {
    blocks: [
      { id: 'lower-tier-6', name: 'Lower Tier 6', level: 'Lower Tier' },
      { id: 'upper-tier-7', name: 'Upper Tier 7', level: 'Upper Tier' },
      { id: 'upper-tier-8', name: 'Upper Tier 8', level: 'Upper Tier' },
    ],
  }
  await app.db
    .insertInto('seating_plans')
    .values({ venue_id: venueId, is_schematic: true, plan: JSON.stringify(plan) })
    .execute()
  const other = await buildTestApp({ clock, databaseUrl: app.deps.config.databaseUrl })
  try {
    for (const name of ['6', 'Block 6', 'lower-tier-6', 'L6']) {
      const query = { event_id: eventId, 'section_name[]': [name] }
      const { data } = await (await other.addBuyer()).call(listingsRoutes.feed, { query })
      expect(data.data.map(({ id }) => id)).toEqual(['lst_early'])
    }
    // A block without listings, and a name that fits no block.
    const caller = await other.addBuyer()
    const feedOf = (name: string) =>
      caller.call(listingsRoutes.feed, { query: { event_id: eventId, 'section_name[]': [name] } })
    expect((await feedOf('U8')).data.data).toEqual([])
    expect((await feedOf('U9')).status).toBe(422)
  } finally {
    await other.close()
  }
})
