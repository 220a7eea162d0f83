import { trackedListingsRoutes, type WireTrackedListing } from '@terrace/contracts/tracked-listings'
import { trackingRoutes } from '@terrace/contracts/tracking'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { addEvent } from '#api/test/fixtures/factories.ts'
import { buildTrackingFixture, type TrackingFixture } from '#api/test/fixtures/tracking-fixture.ts'
import { purgeTrackedPrices } from './tracked-listing-states.repo.ts'

let market: TrackingFixture
let buyer: Caller
beforeAll(async () => {
  market = await buildTrackingFixture()
  buyer = await market.addBuyer()
})
// Holds expire by the database clock, so the test clock must stay close to it.
beforeEach(() => market.clock.set(new Date()))
afterAll(() => market.close())

const pricesOf = (tracked: WireTrackedListing | undefined) =>
  tracked?.history.map(({ price }) => price?.amount ?? null) ?? []
const idsOf = async (by: Caller) => (await market.tracked(by)).map(({ listing_id }) => listing_id)

test('[API-25] [TRACK-01] [TRACK-02] "yes" tracks a listing, "No" stops it, repeats change nothing', async () => {
  const listingId = await market.list()
  for (const status of ['yes', 'yes', 'No', 'No', 'yes'] as const) {
    const response = await market.track(buyer, listingId, status)
    expect(response.data.data).toEqual({ list_id: listingId, tracked: status === 'yes' })
    expect((await idsOf(buyer)).includes(listingId)).toBe(status === 'yes')
  }
})

test.each([
  ['no status', { list_id: 'lst_1' }, 'status'],
  ['a status in another spelling', { list_id: 'lst_1', status: 'no' }, 'status'],
  ['a status that is not a string', { list_id: 'lst_1', status: true }, 'status'],
  ['no listing', { status: 'yes' }, 'list_id'],
  ['an invalid listing id', { list_id: "lst_' or 1=1 --", status: 'yes' }, 'list_id'],
  ['a list of listings', { list_id: ['lst_1'], status: 'yes' }, 'list_id'],
  ['another field', { list_id: 'lst_1', status: 'yes', account: 'usr_1' }, 'account'],
])('[TRACK-01] %s is rejected with the field name', async (_, body, field) => {
  const response = await buyer.call(trackingRoutes.track, { body: body as never })
  expect(response.status).toBe(422)
  expect(response.error.errors).toMatchObject({ fields: { [field]: [expect.stringMatching(/\w/)] } })
})

test('tracking an unknown listing returns 404, and stopping it is no error', async () => {
  const response = await market.track(buyer, 'lst_neverwas')
  expect([response.status, response.error.code]).toEqual([404, 'tracking.listing_not_found'])
  expect((await market.track(buyer, 'lst_neverwas', 'No')).data.data.tracked).toBe(false)
})

test('a withdrawn listing can’t be tracked; existing trackers keep it', async () => {
  const listingId = await market.list()
  await market.track(buyer, listingId)
  await market.withdraw(listingId)
  expect((await market.track(buyer, listingId)).data.data.tracked).toBe(true)
  const response = await market.track(await market.addBuyer(), listingId)
  expect([response.status, response.error.code]).toEqual([409, 'tracking.listing_withdrawn'])
})

test.each(['cancelled', 'over'])('a listing of an event that is %s is rejected', async (how) => {
  const eventId = await addEvent(market.db, {
    venueId: market.venueId,
    ...(how === 'cancelled' ? { status: 'cancelled' } : { startsAt: new Date(Date.now() - 3_600_000) }),
  })
  const response = await market.track(buyer, await market.list({ eventId }))
  expect([response.status, response.error.code]).toEqual([409, 'tracking.event_over'])
})

test('the list has event, seats and price in the listing’s currency, newest first', async () => {
  const trackingBuyer = await market.addBuyer({ baseCurrency: 'EUR' })
  const [first, second] = [await market.list(), await market.list({ priceMinor: 12_050, currency: 'USD' })]
  await market.track(trackingBuyer, first)
  market.clock.advance(1000)
  await market.track(trackingBuyer, second)
  const [latest, earlier] = await market.tracked(trackingBuyer)
  expect(earlier?.listing_id).toBe(first)
  expect(latest).toMatchObject({
    listing_id: second,
    event: { id: market.eventId, city: 'London', event_date_local: expect.stringMatching(/T\d\d:\d\d$/) },
    category: { name: 'Lower tier' },
    section: 'Block 112',
    row: '22',
    tracked_at: market.clock.now().toISOString(),
    price_when_tracked: { amount: '120.50', currency: 'USD' },
    all_in_price_when_tracked: { amount: '126.53', currency: 'USD' },
    current_price: { amount: '120.50', currency: 'USD' },
    current_all_in_price: { amount: '126.53', currency: 'USD' },
    available: 4,
    state: 'listed',
    unavailable: null,
    history: [{ at: market.clock.now().toISOString(), price: { amount: '120.50', currency: 'USD' } }],
  })
})

test('the list is paginated', async () => {
  const trackingBuyer = await market.addBuyer()
  const ids: string[] = []
  for (const _ of [1, 2, 3]) {
    const id = await market.list()
    ids.unshift(id)
    await market.track(trackingBuyer, id)
    market.clock.advance(1000)
  }
  const page = async (number: number) =>
    (await trackingBuyer.call(trackedListingsRoutes.list, { query: { page: number, per_page: 2 } })).data
  expect((await page(1)).meta).toEqual({ total: 3, page: 1, per_page: 2, last_page: 2 })
  const pages = [...(await page(1)).data, ...(await page(2)).data]
  expect(pages.map(({ listing_id }) => listing_id)).toEqual(ids)
})

test('[X-PROFILE-06] the history has every price and every period of unavailability', async () => {
  const trackingBuyer = await market.addBuyer()
  const listingId = await market.list({ priceMinor: 9000 })
  await market.track(trackingBuyer, listingId)
  market.clock.advance(1000)
  await market.revise(listingId, { priceMinor: 9500 })
  await market.revise(listingId, { priceMinor: 8000 })
  await market.withdraw(listingId)
  const [unavailable] = await market.tracked(trackingBuyer)
  expect(unavailable).toMatchObject({
    current_price: null,
    state: 'unavailable',
    unavailable: 'withdrawn',
    available: 0,
  })
  await market.relist(listingId)
  const [relisted] = await market.tracked(trackingBuyer)
  expect(relisted).toMatchObject({
    price_when_tracked: { amount: '90.00', currency: 'GBP' },
    current_price: { amount: '80.00', currency: 'GBP' },
    state: 'back',
    unavailable: null,
  })
  expect(pricesOf(relisted)).toEqual(['90.00', '95.00', '80.00', null, '80.00'])
  const timestamps = relisted?.history.map(({ at }) => at) ?? []
  expect(timestamps).toEqual(timestamps.toSorted())
})

test('[X-PROFILE-06] sold-out listings are unavailable, fully held ones are not', async () => {
  const trackingBuyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 2 })
  await market.track(trackingBuyer, listingId)
  await market.hold(await market.addBuyer(), listingId, 2)
  await market.finish()
  expect((await market.tracked(trackingBuyer))[0]).toMatchObject({
    state: 'listed',
    available: 0,
    unavailable: null,
  })
  await sql`update listings set sold = quantity where id = ${listingId}`.execute(market.db)
  expect((await market.tracked(trackingBuyer))[0]).toMatchObject({
    state: 'unavailable',
    unavailable: 'sold_out',
    current_price: null,
  })
})

test('[X-PROFILE-06] tracking again starts with the current price and no history', async () => {
  const [first, second] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await market.list({ priceMinor: 9000 })
  await market.track(first, listingId)
  await market.withdraw(listingId)
  await market.relist(listingId)
  await market.revise(listingId, { priceMinor: 8000 })
  await market.track(second, listingId)
  expect((await market.tracked(second))[0]).toMatchObject({
    state: 'listed',
    price_when_tracked: { amount: '80.00' },
  })
  expect((await market.tracked(first))[0]).toMatchObject({
    state: 'back',
    price_when_tracked: { amount: '90.00' },
  })
  market.clock.advance(1000)
  await market.revise(listingId, { priceMinor: 8500 })
  expect(pricesOf((await market.tracked(second))[0])).toEqual(['80.00', '85.00'])
})

test('[X-PROFILE-06] after a gap, changes are compared with the price when tracked again', async () => {
  const listingId = await market.list({ priceMinor: 9000 })
  const earlier = await market.addBuyer()
  await market.track(earlier, listingId)
  market.clock.advance(1000)
  await market.revise(listingId, { priceMinor: 9500 })
  await market.track(earlier, listingId, 'No')
  await market.revise(listingId, { priceMinor: 8000 })
  const trackingBuyer = await market.addBuyer()
  await market.track(trackingBuyer, listingId)
  market.clock.advance(1000)
  await market.revise(listingId, { priceMinor: 9500 })
  expect(pricesOf((await market.tracked(trackingBuyer))[0])).toEqual(['80.00', '95.00'])
  await market.track(earlier, listingId)
  expect(pricesOf((await market.tracked(earlier))[0])).toEqual(['90.00', '95.00', '80.00', '95.00'])
})

test('[X-PROFILE-06] restored tracking records the current price', async () => {
  const trackingBuyer = await market.addBuyer()
  const listingId = await market.list({ priceMinor: 9000 })
  await market.track(trackingBuyer, listingId)
  await market.track(trackingBuyer, listingId, 'No')
  market.clock.advance(1000)
  await market.revise(listingId, { priceMinor: 8000 })
  await market.track(trackingBuyer, listingId)
  expect(pricesOf((await market.tracked(trackingBuyer))[0])).toEqual(['90.00', '80.00'])
})

test('[X-PROFILE-06] a listing tracked while sold out shows as back with its first tickets', async () => {
  const [trackingBuyer, another] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await market.list({ priceMinor: 9000, quantity: 2 })
  await sql`update listings set sold = quantity where id = ${listingId}`.execute(market.db)
  // For the second buyer, the unavailability is already recorded.
  for (const by of [trackingBuyer, another]) {
    await market.track(by, listingId)
    market.clock.advance(1000)
  }
  await sql`update listings set sold = 0 where id = ${listingId}`.execute(market.db)
  await market.revise(listingId, { priceMinor: 9500 })
  for (const by of [trackingBuyer, another]) {
    const [tracked] = await market.tracked(by)
    expect([tracked?.state, ...pricesOf(tracked)]).toEqual(['back', '90.00', null, '95.00'])
  }
})

test('keeps the last hundred prices per listing and none of untracked listings', async () => {
  const [trackingBuyer, [followed, left]] = [
    await market.addBuyer(),
    [await market.list(), await market.list()],
  ]
  await market.track(trackingBuyer, followed)
  await sql`
    insert into tracked_prices (listing_id, at, price_minor)
    select id, now(), 9000 + n from unnest(${[followed, left]}::text[]) id, generate_series(1, 130) n`.execute(
    market.db,
  )
  await purgeTrackedPrices(market.db)
  const { rows } = await sql`
    select listing_id, count(*)::int as count, max(price_minor)::int as last from tracked_prices
    where listing_id = any(${[followed, left]}) group by listing_id`.execute(market.db)
  expect(rows).toEqual([{ listing_id: followed, count: 100, last: 9130 }])
})

test('[X-PROFILE-06] listings of a cancelled event are unavailable until it gets a new date', async () => {
  const trackingBuyer = await market.addBuyer()
  const eventId = await addEvent(market.db, { venueId: market.venueId })
  const listingId = await market.list({ eventId })
  await market.track(trackingBuyer, listingId)
  const states: unknown[] = []
  for (const status of ['postponed', 'rescheduled', 'cancelled']) {
    market.clock.advance(1000)
    await sql`update events set status = ${status} where id = ${eventId}`.execute(market.db)
    await market.publish({ topic: 'event.rescheduled', subject: String(eventId), payload: { eventId } })
    const [tracked] = await market.tracked(trackingBuyer)
    states.push([tracked?.state, tracked?.unavailable])
  }
  expect(states).toEqual([
    ['unavailable', 'event_postponed'],
    ['back', null],
    ['unavailable', 'event_cancelled'],
  ])
})

test('tracking again within ten minutes restores the previous record', async () => {
  const trackingBuyer = await market.addBuyer()
  const listingId = await market.list({ priceMinor: 9000 })
  await market.track(trackingBuyer, listingId)
  const [before] = await market.tracked(trackingBuyer)
  await market.revise(listingId, { priceMinor: 8000 })
  await market.track(trackingBuyer, listingId, 'No')
  market.clock.advance(9 * 60_000)
  await market.track(trackingBuyer, listingId)
  const [restored] = await market.tracked(trackingBuyer)
  expect(restored).toMatchObject({
    tracked_at: before?.tracked_at,
    price_when_tracked: before?.price_when_tracked,
  })
  await market.track(trackingBuyer, listingId, 'No')
  market.clock.advance(10 * 60_000)
  await market.track(trackingBuyer, listingId)
  expect((await market.tracked(trackingBuyer))[0]?.price_when_tracked.amount).toBe('80.00')
})

test('[X-ROLE-04] tracked listings, alerts and settings are private to the account', async () => {
  const owner = await market.addBuyer()
  const member = await market.addBuyer({ teamId: owner.teamId, teamRole: 'member' })
  const otherTeam = await market.addBuyer()
  const listingId = await market.list({ priceMinor: 9000 })
  await market.track(owner, listingId)
  await market.revise(listingId, { priceMinor: 8000 })
  const body = {
    price_drop: { live: false, mail: false },
    low_stock: { live: false, mail: true, max_tickets: 9 },
  }
  await owner.call(trackedListingsRoutes.changeSettings, { body })
  expect((await owner.call(trackedListingsRoutes.settings)).data.data).toEqual(body)
  expect(await market.alerts(owner)).toHaveLength(1)
  for (const other of [member, otherTeam]) {
    expect(await market.tracked(other)).toEqual([])
    expect(await market.alerts(other)).toEqual([])
    expect((await other.call(trackedListingsRoutes.settings)).data.data.low_stock.max_tickets).toBe(2)
    await market.track(other, listingId, 'No')
  }
  expect(await idsOf(owner)).toEqual([listingId])
})

test.each([
  ['a threshold of zero', { low_stock: { live: true, mail: true, max_tickets: 0 } }, 'low_stock.max_tickets'],
  [
    'a threshold of half a ticket',
    { low_stock: { live: true, mail: true, max_tickets: 1.5 } },
    'low_stock.max_tickets',
  ],
  [
    'a threshold above fifty',
    { low_stock: { live: true, mail: true, max_tickets: 51 } },
    'low_stock.max_tickets',
  ],
  [
    'a threshold as a string',
    { low_stock: { live: true, mail: true, max_tickets: 'two' } },
    'low_stock.max_tickets',
  ],
  ['a non-boolean switch', { price_drop: { live: 'on', mail: true } }, 'price_drop.live'],
  ['a missing channel', { price_drop: { live: true } }, 'price_drop.mail'],
  ['an unknown setting', { sms: true }, 'sms'],
])(
  'settings with %s are rejected with the field name, and nothing changes',
  async (_, invalidFields, field) => {
    const trackingBuyer = await market.addBuyer()
    const right = {
      price_drop: { live: true, mail: true },
      low_stock: { live: true, mail: true, max_tickets: 2 },
    }
    const response = await trackingBuyer.call(trackedListingsRoutes.changeSettings, {
      body: { ...right, ...invalidFields } as never,
    })
    expect(response.status).toBe(422)
    expect(response.error.errors).toMatchObject({ fields: { [field]: [expect.stringMatching(/\w/)] } })
    expect((await trackingBuyer.call(trackedListingsRoutes.settings)).data.data).toEqual(right)
  },
)

test.each(['', 'yesterday', '2026-02-31T00:00:00Z', '1'])('alerts since "%s" are rejected', async (since) => {
  const response = await buyer.call(trackedListingsRoutes.alerts, { query: { since } })
  expect([response.status, Object.keys(Object(response.error.errors['fields']))]).toEqual([422, ['since']])
})
