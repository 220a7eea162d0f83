import { trackedRoutes, type WireTrackedListing } from '@terrace/contracts/tracked-listings'
import { trackingRoutes } from '@terrace/contracts/tracking'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller } from '#api/test/build-test-app.ts'
import { addEvent } from '#api/test/factories.ts'
import { buildTrackingMarket, type TrackingMarket } from '#api/test/tracking-market.ts'
import { forgetOldPrices } from './followed.repo.ts'

let market: TrackingMarket
let buyer: Caller
beforeAll(async () => {
  market = await buildTrackingMarket()
  buyer = await market.addBuyer()
})
// Holds end by the database's clock, from which this one must not run too far ahead.
beforeEach(() => market.clock.set(new Date()))
afterAll(() => market.close())

const pricesOf = (tracked: WireTrackedListing | undefined) =>
  tracked?.history.map(({ price }) => price?.amount ?? null) ?? []
const idsOf = async (by: Caller) => (await market.tracked(by)).map(({ listing_id }) => listing_id)

test('[API-25] [TRACK-01] [TRACK-02] "yes" tracks a listing, "No" stops it, and what is so already stays so', async () => {
  const listingId = await market.list()
  for (const status of ['yes', 'yes', 'No', 'No', 'yes'] as const) {
    const answer = await market.track(buyer, listingId, status)
    expect(answer.data.data).toEqual({ list_id: listingId, tracked: status === 'yes' })
    expect((await idsOf(buyer)).includes(listingId)).toBe(status === 'yes')
  }
})

test.each([
  ['no status', { list_id: 'lst_1' }, 'status'],
  ['a status in another spelling', { list_id: 'lst_1', status: 'no' }, 'status'],
  ['a status that is no text', { list_id: 'lst_1', status: true }, 'status'],
  ['no listing', { status: 'yes' }, 'list_id'],
  ['what is no listing’s id', { list_id: "lst_' or 1=1 --", status: 'yes' }, 'list_id'],
  ['a list of listings', { list_id: ['lst_1'], status: 'yes' }, 'list_id'],
  ['another field', { list_id: 'lst_1', status: 'yes', account: 'usr_1' }, 'account'],
])('[TRACK-01] %s is refused by the name of the field', async (_, body, field) => {
  const answer = await buyer.call(trackingRoutes.track, { body: body as never })
  expect(answer.status).toBe(422)
  expect(answer.error.errors).toMatchObject({ fields: { [field]: [expect.stringMatching(/\w/)] } })
})

test('a listing that never was is refused, and to stop tracking one is no error', async () => {
  const answer = await market.track(buyer, 'lst_neverwas')
  expect([answer.status, answer.error.code]).toEqual([404, 'tracking.listing_not_found'])
  expect((await market.track(buyer, 'lst_neverwas', 'No')).data.data.tracked).toBe(false)
})

test('a withdrawn listing, which no buyer can see, is refused; who tracks it already keeps it', async () => {
  const listingId = await market.list()
  await market.track(buyer, listingId)
  await market.withdraw(listingId)
  expect((await market.track(buyer, listingId)).data.data.tracked).toBe(true)
  const answer = await market.track(await market.addBuyer(), listingId)
  expect([answer.status, answer.error.code]).toEqual([409, 'tracking.listing_withdrawn'])
})

test.each(['cancelled', 'over'])('a listing of an event that is %s is refused', async (how) => {
  const eventId = await addEvent(market.db, {
    venueId: market.venueId,
    ...(how === 'cancelled' ? { status: 'cancelled' } : { startsAt: new Date(Date.now() - 3_600_000) }),
  })
  const answer = await market.track(buyer, await market.list({ eventId }))
  expect([answer.status, answer.error.code]).toEqual([409, 'tracking.event_over'])
})

test('the list names event, place and price in the listing’s own currency, the last tracked first', async () => {
  const own = await market.addBuyer({ baseCurrency: 'EUR' })
  const [first, second] = [await market.list(), await market.list({ priceMinor: 12_050, currency: 'USD' })]
  await market.track(own, first)
  market.clock.advance(1000)
  await market.track(own, second)
  const [latest, earlier] = await market.tracked(own)
  expect(earlier?.listing_id).toBe(first)
  expect(latest).toMatchObject({
    listing_id: second,
    event: { id: market.eventId, city: 'London', event_date_local: expect.stringMatching(/T\d\d:\d\d$/) },
    category: { name: 'Lower tier' },
    section: 'Block 112',
    row: '22',
    tracked_at: market.clock.now().toISOString(),
    price_then: { amount: '120.50', currency: 'USD' },
    price_now: { amount: '120.50', currency: 'USD' },
    available: 4,
    state: 'listed',
    gone: null,
    history: [{ at: market.clock.now().toISOString(), price: { amount: '120.50', currency: 'USD' } }],
  })
})

test('the list comes in pages', async () => {
  const own = await market.addBuyer()
  const ids: string[] = []
  for (const _ of [1, 2, 3]) {
    const id = await market.list()
    ids.unshift(id)
    await market.track(own, id)
    market.clock.advance(1000)
  }
  const page = async (number: number) =>
    (await own.call(trackedRoutes.list, { query: { page: number, per_page: 2 } })).data
  expect((await page(1)).meta).toEqual({ total: 3, page: 1, per_page: 2, last_page: 2 })
  const pages = [...(await page(1)).data, ...(await page(2)).data]
  expect(pages.map(({ listing_id }) => listing_id)).toEqual(ids)
})

test('[X-PROFILE-06] price then and now and every price between, and from when to when it was gone', async () => {
  const own = await market.addBuyer()
  const listingId = await market.list({ priceMinor: 9000 })
  await market.track(own, listingId)
  market.clock.advance(1000)
  await market.revise(listingId, { priceMinor: 9500 })
  await market.revise(listingId, { priceMinor: 8000 })
  await market.withdraw(listingId)
  const [gone] = await market.tracked(own)
  expect(gone).toMatchObject({ price_now: null, state: 'gone', gone: 'withdrawn', available: 0 })
  await market.publishAgain(listingId)
  const [back] = await market.tracked(own)
  expect(back).toMatchObject({
    price_then: { amount: '90.00', currency: 'GBP' },
    price_now: { amount: '80.00', currency: 'GBP' },
    state: 'back',
    gone: null,
  })
  expect(pricesOf(back)).toEqual(['90.00', '95.00', '80.00', null, '80.00'])
  const moments = back?.history.map(({ at }) => at) ?? []
  expect(moments).toEqual(moments.toSorted())
})

test('[X-PROFILE-06] what is sold out is gone, what is only held is not', async () => {
  const own = await market.addBuyer()
  const listingId = await market.list({ quantity: 2 })
  await market.track(own, listingId)
  await market.hold(await market.addBuyer(), listingId, 2)
  await market.settle()
  expect((await market.tracked(own))[0]).toMatchObject({ state: 'listed', available: 0, gone: null })
  await sql`update listings set sold = quantity where id = ${listingId}`.execute(market.db)
  expect((await market.tracked(own))[0]).toMatchObject({ state: 'gone', gone: 'sold_out', price_now: null })
})

test('[X-PROFILE-06] a new tracker begins anew: with the price of now, and without what went before', async () => {
  const [first, second] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await market.list({ priceMinor: 9000 })
  await market.track(first, listingId)
  await market.withdraw(listingId)
  await market.publishAgain(listingId)
  await market.revise(listingId, { priceMinor: 8000 })
  await market.track(second, listingId)
  expect((await market.tracked(second))[0]).toMatchObject({
    state: 'listed',
    price_then: { amount: '80.00' },
  })
  expect((await market.tracked(first))[0]).toMatchObject({ state: 'back', price_then: { amount: '90.00' } })
  market.clock.advance(1000)
  await market.revise(listingId, { priceMinor: 8500 })
  expect(pricesOf((await market.tracked(second))[0])).toEqual(['80.00', '85.00'])
})

test('[X-PROFILE-06] what nobody followed for a while is compared with the price at which it is marked again', async () => {
  const listingId = await market.list({ priceMinor: 9000 })
  const earlier = await market.addBuyer()
  await market.track(earlier, listingId)
  market.clock.advance(1000)
  await market.revise(listingId, { priceMinor: 9500 })
  await market.track(earlier, listingId, 'No')
  await market.revise(listingId, { priceMinor: 8000 })
  const own = await market.addBuyer()
  await market.track(own, listingId)
  market.clock.advance(1000)
  await market.revise(listingId, { priceMinor: 9500 })
  expect(pricesOf((await market.tracked(own))[0])).toEqual(['80.00', '95.00'])
  await market.track(earlier, listingId)
  expect(pricesOf((await market.tracked(earlier))[0])).toEqual(['90.00', '95.00', '80.00', '95.00'])
})

test('[X-PROFILE-06] a mark that is put back knows the price of that moment', async () => {
  const own = await market.addBuyer()
  const listingId = await market.list({ priceMinor: 9000 })
  await market.track(own, listingId)
  await market.track(own, listingId, 'No')
  market.clock.advance(1000)
  await market.revise(listingId, { priceMinor: 8000 })
  await market.track(own, listingId)
  expect(pricesOf((await market.tracked(own))[0])).toEqual(['90.00', '80.00'])
})

test('[X-PROFILE-06] what was sold out when it was marked is back with the first tickets', async () => {
  const [own, another] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await market.list({ priceMinor: 9000, quantity: 2 })
  await sql`update listings set sold = quantity where id = ${listingId}`.execute(market.db)
  // The second finds noted already that there was none.
  for (const by of [own, another]) {
    await market.track(by, listingId)
    market.clock.advance(1000)
  }
  await sql`update listings set sold = 0 where id = ${listingId}`.execute(market.db)
  await market.revise(listingId, { priceMinor: 9500 })
  for (const by of [own, another]) {
    const [tracked] = await market.tracked(by)
    expect([tracked?.state, ...pricesOf(tracked)]).toEqual(['back', '90.00', null, '95.00'])
  }
})

test('of each listing the last hundred prices are kept, of one that nobody tracks none', async () => {
  const [own, [followed, left]] = [await market.addBuyer(), [await market.list(), await market.list()]]
  await market.track(own, followed)
  await sql`
    insert into tracked_prices (listing_id, at, price_minor)
    select id, now(), 9000 + n from unnest(${[followed, left]}::text[]) id, generate_series(1, 130) n`.execute(
    market.db,
  )
  await forgetOldPrices(market.db)
  const { rows } = await sql`
    select listing_id, count(*)::int as count, max(price_minor)::int as last from tracked_prices
    where listing_id = any(${[followed, left]}) group by listing_id`.execute(market.db)
  expect(rows).toEqual([{ listing_id: followed, count: 100, last: 9130 }])
})

test('[X-PROFILE-06] an event that is called off takes its listings away, and they are back with a new date', async () => {
  const own = await market.addBuyer()
  const eventId = await addEvent(market.db, { venueId: market.venueId })
  const listingId = await market.list({ eventId })
  await market.track(own, listingId)
  const states: unknown[] = []
  for (const status of ['postponed', 'rescheduled', 'cancelled']) {
    market.clock.advance(1000)
    await sql`update events set status = ${status} where id = ${eventId}`.execute(market.db)
    await market.tell({ topic: 'event.rescheduled', subject: String(eventId), payload: { eventId } })
    const [tracked] = await market.tracked(own)
    states.push([tracked?.state, tracked?.gone])
  }
  expect(states).toEqual([
    ['gone', 'event_postponed'],
    ['back', null],
    ['gone', 'event_cancelled'],
  ])
})

test('who stops tracking by mistake finds it again as it was, for ten minutes', async () => {
  const own = await market.addBuyer()
  const listingId = await market.list({ priceMinor: 9000 })
  await market.track(own, listingId)
  const [before] = await market.tracked(own)
  await market.revise(listingId, { priceMinor: 8000 })
  await market.track(own, listingId, 'No')
  market.clock.advance(9 * 60_000)
  await market.track(own, listingId)
  const [undone] = await market.tracked(own)
  expect(undone).toMatchObject({ tracked_at: before?.tracked_at, price_then: before?.price_then })
  await market.track(own, listingId, 'No')
  market.clock.advance(10 * 60_000)
  await market.track(own, listingId)
  expect((await market.tracked(own))[0]?.price_then.amount).toBe('80.00')
})

test('[X-ROLE-04] marks, alerts and settings are the account’s own, colleagues among the others', async () => {
  const owner = await market.addBuyer()
  const member = await market.addBuyer({ teamId: owner.teamId, teamRole: 'member' })
  const stranger = await market.addBuyer()
  const listingId = await market.list({ priceMinor: 9000 })
  await market.track(owner, listingId)
  await market.revise(listingId, { priceMinor: 8000 })
  const body = {
    price_drop: { live: false, mail: false },
    low_stock: { live: false, mail: true, at_most: 9 },
  }
  await owner.call(trackedRoutes.changeSettings, { body })
  expect((await owner.call(trackedRoutes.settings)).data.data).toEqual(body)
  expect(await market.alerts(owner)).toHaveLength(1)
  for (const other of [member, stranger]) {
    expect(await market.tracked(other)).toEqual([])
    expect(await market.alerts(other)).toEqual([])
    expect((await other.call(trackedRoutes.settings)).data.data.low_stock.at_most).toBe(2)
    await market.track(other, listingId, 'No')
  }
  expect(await idsOf(owner)).toEqual([listingId])
})

test.each([
  ['a threshold of none', { low_stock: { live: true, mail: true, at_most: 0 } }, 'low_stock.at_most'],
  [
    'a threshold of half a ticket',
    { low_stock: { live: true, mail: true, at_most: 1.5 } },
    'low_stock.at_most',
  ],
  ['a threshold above fifty', { low_stock: { live: true, mail: true, at_most: 51 } }, 'low_stock.at_most'],
  ['a threshold in words', { low_stock: { live: true, mail: true, at_most: 'two' } }, 'low_stock.at_most'],
  ['a switch that is no switch', { price_drop: { live: 'on', mail: true } }, 'price_drop.live'],
  ['half of a switch', { price_drop: { live: true } }, 'price_drop.mail'],
  ['an unknown setting', { sms: true }, 'sms'],
])(
  'settings with %s are refused by the name of the field, and nothing is changed',
  async (_, wrong, field) => {
    const own = await market.addBuyer()
    const right = {
      price_drop: { live: true, mail: true },
      low_stock: { live: true, mail: true, at_most: 2 },
    }
    const answer = await own.call(trackedRoutes.changeSettings, { body: { ...right, ...wrong } as never })
    expect(answer.status).toBe(422)
    expect(answer.error.errors).toMatchObject({ fields: { [field]: [expect.stringMatching(/\w/)] } })
    expect((await own.call(trackedRoutes.settings)).data.data).toEqual(right)
  },
)

test.each(['', 'yesterday', '2026-02-31T00:00:00Z', '1'])('alerts since "%s" are refused', async (since) => {
  const answer = await buyer.call(trackedRoutes.alerts, { query: { since } })
  expect([answer.status, Object.keys(Object(answer.error.errors['fields']))]).toEqual([422, ['since']])
})
