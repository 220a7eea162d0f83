import { holdsRoutes } from '@terrace/contracts/holds'
import { feedResponse, listingsRoutes } from '@terrace/contracts/listings'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addEvent, addListing, addRates, addTeam, addVenue } from '#api/test/fixtures/factories.ts'
import { createTestClock } from '#api/test/harness/test-clock.ts'

let app: TestApp
let buyer: Caller
let venue: { venueId: number; seatingCategoryId: number }
let sellerTeamId: string
beforeAll(async () => {
  app = await buildTestApp()
  buyer = await app.addBuyer()
  sellerTeamId = await addTeam(app.db, { name: 'Kop Stock' })
  venue = await addVenue(app.db)
  await addRates(app.db, '2026-04-13', { GBP: '0.8000', USD: '1.2000' })
})
afterAll(() => app.close())

async function eventWith(listings: Partial<Parameters<typeof addListing>[1]>[]) {
  const eventId = await addEvent(app.db, { venueId: venue.venueId })
  const ids = []
  for (const listing of listings) {
    ids.push(
      await addListing(app.db, {
        eventId,
        sellerTeamId,
        seatingCategoryId: venue.seatingCategoryId,
        ...listing,
      }),
    )
  }
  return { eventId, ids }
}

async function fetchFeed(query: Record<string, unknown>, caller = buyer) {
  return caller.call(listingsRoutes.feed, { query })
}

test('listings are sorted cheapest first, with total, price range and fee percent', async () => {
  const { eventId, ids } = await eventWith([
    { priceMinor: 9250 },
    { priceMinor: 8500 },
    { priceMinor: 24_000 },
  ])
  const { data } = await fetchFeed({ event_id: eventId })
  expect(data.data.map((listing) => listing.id)).toEqual([ids[1], ids[0], ids[2]])
  expect(data.meta).toMatchObject({
    total: 3,
    page: 1,
    per_page: 100,
    last_page: 1,
    min_price: { amount: '85.00', currency: 'GBP' },
    max_price: { amount: '240.00', currency: 'GBP' },
    service_fee_percent: '5.00',
    currency: 'GBP',
    mine: { tracked: [], held: [] },
  })
})

test('the cached JSON of a listing matches the contract', async () => {
  const { eventId } = await eventWith([{ firstSeat: 318, quantity: 2 }])
  const { text } = await fetchFeed({ event_id: eventId })
  expect(feedResponse.parse(JSON.parse(text))).toEqual(JSON.parse(text))
})

test('the all-in price equals the price of a hold, and each listing has its publication time', async () => {
  const createdAt = new Date('2026-03-01T09:30:00Z')
  // 5 % of 85.10 is 4.255.
  const { eventId, ids } = await eventWith([{ priceMinor: 8510, createdAt }])
  const { data } = await fetchFeed({ event_id: eventId })
  expect(data.data[0]).toMatchObject({
    all_in_price: { amount: '89.36', currency: 'GBP' },
    published_at: createdAt.toISOString(),
  })
  const items = [{ listing_id: ids[0] ?? '', quantity: 1 }]
  expect((await buyer.call(holdsRoutes.place, { body: items, idempotencyKey: 'all-in' })).status).toBe(200)
  const [held] = (await buyer.call(holdsRoutes.list)).data.data
  expect(Number(held?.price.amount) + Number(held?.service_fee.amount)).toBe(89.36)
})

test('listings without a value sort last, and sorting by seat does not reveal hidden seats', async () => {
  const { eventId, ids } = await eventWith([
    { priceMinor: 9000, firstSeat: 12 },
    { priceMinor: 7000 },
    { priceMinor: 9500, firstSeat: 3 },
    { priceMinor: 8000, firstSeat: 1 },
  ])
  const [twelve, none, three, hidden] = ids
  await app.db
    .updateTable('listings')
    .set({ seats_hidden: true })
    .where('id', '=', hidden ?? '')
    .execute()
  const sorted = async (sort_order: 'asc' | 'desc') => {
    const { data } = await fetchFeed({ event_id: eventId, order_by: 'seats', sort_order })
    return data.data.map(({ id }) => id)
  }
  expect(await sorted('asc')).toEqual([three, twelve, none, hidden])
  expect(await sorted('desc')).toEqual([twelve, three, none, hidden])
})

test('[X-SPLIT-01] splits are the quantities that can be bought now', async () => {
  const { eventId } = await eventWith([{ quantity: 4, splitType: 'Avoid Leaving One Ticket' }])
  const { data } = await fetchFeed({ event_id: eventId })
  expect(data.data[0]?.splits).toEqual([1, 2, 4])
})

test('[X-LIST-04] hidden seats are not sent', async () => {
  const { eventId, ids } = await eventWith([{ firstSeat: 731_804 }])
  await app.db
    .updateTable('listings')
    .set({ seats_hidden: true })
    .where('id', '=', ids[0] ?? '')
    .execute()
  const { text } = await fetchFeed({ event_id: eventId })
  expect(text).not.toContain('731804')
})

test('[X-FEED-06] prices use the day’s reference rates, and an old rate is marked stale', async () => {
  const { eventId } = await eventWith([{ priceMinor: 10_000 }])
  const { data } = await fetchFeed({ event_id: eventId, target_currency: 'USD' })
  expect(data.data[0]?.proceed_price).toEqual({ amount: '150.00', currency: 'USD' })
  expect(data.data[0]?.original_price).toEqual({ amount: '100.00', currency: 'GBP' })
  expect(data.meta).toMatchObject({ rate_date: '2026-04-13', rate_stale: true })
})

test('a listing in a currency without a rate is hidden, others are not', async () => {
  const { eventId, ids } = await eventWith([{ priceMinor: 9000, currency: 'AED' }, { priceMinor: 10_000 }])
  const { data } = await fetchFeed({ event_id: eventId })
  expect(data.data.map((listing) => listing.id)).toEqual([ids[1]])
  expect(data.meta.total).toBe(1)
})

test('a team whose currency has no rate sees listings priced in it; for others it is an error', async () => {
  const dubaiBuyer = await app.addBuyer({ baseCurrency: 'AED' })
  const { eventId, ids } = await eventWith([{ priceMinor: 9000, currency: 'AED' }, { priceMinor: 10_000 }])
  const { data } = await fetchFeed({ event_id: eventId }, dubaiBuyer)
  expect(data.data.map((listing) => listing.id)).toEqual([ids[0]])
  const query = { event_id: eventId, target_currency: 'AED' }
  expect((await fetchFeed(query, dubaiBuyer)).data.data.map((listing) => listing.id)).toEqual([ids[0]])
  expect((await fetchFeed(query)).error.code).toBe('currency.unknown')
})

test.each([
  [{ target_currency: 'XXX' }, 'currency.unknown'],
  [{ target_currency: 'JPY' }, 'currency.unknown'],
])('a currency that is not tradable is rejected: %j', async (query, code) => {
  const { eventId } = await eventWith([{}])
  const response = await fetchFeed({ event_id: eventId, ...query })
  expect(response.status).toBe(422)
  expect(response.error.code).toBe(code)
})

test.each([
  [{}, 'event_id'],
  [{ event_id: 'arsenal' }, 'event_id'],
  [{ event_id: 1, order_by: 'cheapness' }, 'order_by'],
  [{ event_id: 1, sort_order: 'up' }, 'sort_order'],
  [{ event_id: 1, min_quantity: 7 }, 'min_quantity'],
  [{ event_id: 1, page: 0 }, 'page'],
  [{ event_id: 1, colour: 'red' }, 'colour'],
])('[X-FEED-04] an unknown filter value is a 422 that names the field: %j', async (query, field) => {
  const response = await app.app.inject({
    url: '/api/tickets/feed',
    query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
    headers: { authorization: `Bearer ${buyer.token}` },
  })
  expect(response.statusCode).toBe(422)
  expect(Object.keys(response.json().errors.fields)).toContain(field)
})

test('an unknown event returns 404', async () => {
  const response = await fetchFeed({ event_id: 999_999 })
  expect(response.status).toBe(404)
  expect(response.error.code).toBe('event.not_found')
})

test('[X-FEED-05] min_quantity matches listings that allow that many tickets or more', async () => {
  const { eventId, ids } = await eventWith([
    { quantity: 4, quantityLimit: 2 },
    { quantity: 4 },
    { quantity: 6, splitType: 'Sell In Multiples', multipleSaleUnit: 3 },
  ])
  const { data } = await fetchFeed({ event_id: eventId, min_quantity: 3 })
  expect(new Set(data.data.map((listing) => listing.id))).toEqual(new Set([ids[1], ids[2]]))
  expect((await fetchFeed({ event_id: eventId, min_quantity: 6 })).data.data).toHaveLength(3)
})

test('pages neither repeat nor skip a listing', async () => {
  const { eventId, ids } = await eventWith(Array.from({ length: 7 }, () => ({ priceMinor: 5000 })))
  const seen = []
  for (const page of [1, 2, 3]) {
    const { data } = await fetchFeed({ event_id: eventId, per_page: 3, page })
    expect(data.meta.last_page).toBe(3)
    seen.push(...data.data.map((listing) => listing.id))
  }
  expect(seen.toSorted()).toEqual(ids.toSorted())
})

test('[X-LIST-06][X-LIST-07] holds reduce availability until they expire, before the cleanup job runs', async () => {
  const clock = createTestClock()
  const other = await buildTestApp({ clock })
  try {
    const venueFixture = await addVenue(other.db)
    const seller = await addTeam(other.db)
    const eventId = await addEvent(other.db, { venueId: venueFixture.venueId })
    const listingId = await addListing(other.db, {
      eventId,
      sellerTeamId: seller,
      ...venueFixture,
      quantity: 4,
    })
    const [holder, otherBuyer] = [await other.addBuyer(), await other.addBuyer()]
    const seenBy = async (caller: Caller) =>
      (await caller.call(listingsRoutes.feed, { query: { event_id: eventId } })).data
    await seenBy(otherBuyer)
    const held = await holder.call(holdsRoutes.place, { body: [{ listing_id: listingId, quantity: 3 }] })
    const [line] = held.data.data
    expect((await seenBy(otherBuyer)).data[0]?.available).toBe(1)
    expect((await seenBy(otherBuyer)).meta.mine.held).toEqual([])
    expect((await seenBy(holder)).meta.mine.held).toEqual([
      { listing_id: listingId, hold_id: line?.hold_id, quantity: 3, expires_at: line?.expires_at },
    ])
    clock.advance(31 * 60_000)
    expect((await seenBy(otherBuyer)).data[0]?.available).toBe(4)
    expect((await seenBy(holder)).meta.mine.held).toEqual([])
  } finally {
    await other.close()
  }
})

test('[X-LIST-08] a change announced by any process is in the next response', async () => {
  const { eventId, ids } = await eventWith([{ priceMinor: 8500 }])
  await fetchFeed({ event_id: eventId })
  await app.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('listings')
      .set({ price_minor: 7000, version: 2 })
      .where('id', '=', ids[0] ?? '')
      .execute()
    await sql`insert into outbox (topic, subject, payload) values ('listing.updated', ${ids[0]},
        ${JSON.stringify({ eventId, listingId: ids[0], version: 2 })})`.execute(tx)
  })
  await app.deps.outbox.drain()
  expect((await fetchFeed({ event_id: eventId })).data.data[0]?.proceed_price.amount).toBe('70.00')
})

test('a listing requested by id is returned even if sold out', async () => {
  const { ids } = await eventWith([{ quantity: 2 }])
  await app.db
    .updateTable('listings')
    .set({ sold: 2 })
    .where('id', '=', ids[0] ?? '')
    .execute()
  const { data } = await fetchFeed({ 'listing_id[]': [ids[0]] })
  expect(data.data).toMatchObject([{ id: ids[0], available: 0, splits: [] }])
})

test('listing ids of more than 50 events are rejected', async () => {
  const ids: string[] = []
  for (let event = 0; event < 51; event += 1) ids.push(...(await eventWith([{}])).ids)
  const rejected = await fetchFeed({ 'listing_id[]': ids })
  expect([rejected.status, rejected.error.errors]).toMatchObject([
    422,
    { fields: { 'listing_id[]': ['must belong to at most 50 events'] } },
  ])
  expect((await fetchFeed({ 'listing_id[]': ids.slice(1) })).data.data).toHaveLength(50)
})

test('a started event has no listings', async () => {
  const eventId = await addEvent(app.db, { venueId: venue.venueId, startsAt: new Date(Date.now() - 60_000) })
  await addListing(app.db, { eventId, sellerTeamId, seatingCategoryId: venue.seatingCategoryId })
  expect((await fetchFeed({ event_id: eventId })).data.data).toEqual([])
})

test('only buyers can read the feed', async () => {
  const seller = await app.addBuyer({ role: 'seller' })
  expect((await fetchFeed({ event_id: 1 }, seller)).status).toBe(403)
  expect((await fetchFeed({ event_id: 1 }, app.visitor)).status).toBe(401)
})

test('[X-FEED-06] [X-FEED-07] each currency uses its newest rate; rate_date is the oldest one used', async () => {
  const other = await buildTestApp({ clock: createTestClock('2026-04-16T12:00:00Z') })
  try {
    await addRates(other.db, '2026-04-09', { GBP: '0.8000', USD: '1.2000' })
    await addRates(other.db, '2026-04-16', { CHF: '0.9000' })
    const venueFixture = await addVenue(other.db)
    const eventId = await addEvent(other.db, {
      venueId: venueFixture.venueId,
      startsAt: new Date('2026-05-01T14:00:00Z'),
    })
    const seller = await addTeam(other.db)
    for (const currency of ['USD', 'EUR', 'CHF']) {
      const price = { priceMinor: 12_000, currency, seatingCategoryId: venueFixture.seatingCategoryId }
      await addListing(other.db, { eventId, sellerTeamId: seller, ...price })
    }
    const caller = await other.addBuyer({ baseCurrency: 'GBP' })
    const { data } = (await fetchFeed({ event_id: eventId }, caller)).data
    expect(data.map((listing) => listing.proceed_price.amount)).toEqual(['80.00', '96.00', '106.67'])
    const { meta } = (await fetchFeed({ event_id: eventId }, caller)).data
    expect(meta).toMatchObject({ rate_date: '2026-04-09', rate_stale: true })
    const inFrancs = await fetchFeed({ event_id: eventId, target_currency: 'CHF' }, caller)
    expect(inFrancs.data.data).toHaveLength(3)
  } finally {
    await other.close()
  }
})

test('a listing that violates the contract is never sent', async () => {
  const { eventId, ids } = await eventWith([{ priceMinor: 9250 }])
  await app.db
    .updateTable('listings')
    .set({ notes: JSON.stringify([{ kind: 'rumour', text: 'Great seats' }]) })
    .where('id', '=', ids[0] ?? '')
    .execute()
  const response = await app.app.inject({
    url: `/api/tickets/feed?event_id=${eventId}`,
    headers: { authorization: `Bearer ${buyer.token}` },
  })
  expect(response.statusCode).toBe(500)
  expect(response.body).not.toContain('Great seats')
})
