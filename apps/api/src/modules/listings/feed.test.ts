import { holdsRoutes } from '@terrace/contracts/holds'
import { feedResponse, listingsRoutes } from '@terrace/contracts/listings'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, type TestApp } from '../../test/build-test-app.ts'
import { addEvent, addListing, addRates, addTeam, addVenue } from '../../test/factories.ts'
import { createTestClock } from '../../test/test-clock.ts'

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

async function feed(query: Record<string, unknown>, caller = buyer) {
  return caller.call(listingsRoutes.feed, { query })
}

test('listings come cheapest first, with total, price range and fee percent', async () => {
  const { eventId, ids } = await eventWith([
    { priceMinor: 9250 },
    { priceMinor: 8500 },
    { priceMinor: 24_000 },
  ])
  const { data } = await feed({ event_id: eventId })
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

test('the cached bytes of a listing are what the contract says', async () => {
  const { eventId } = await eventWith([{ firstSeat: 318, quantity: 2 }])
  const { text } = await feed({ event_id: eventId })
  expect(feedResponse.parse(JSON.parse(text))).toEqual(JSON.parse(text))
})

test('[X-SPLIT-01] splits are the quantities that may be bought now', async () => {
  const { eventId } = await eventWith([{ quantity: 4, splitType: 'Avoid Leaving One Ticket' }])
  const { data } = await feed({ event_id: eventId })
  expect(data.data[0]?.splits).toEqual([1, 2, 4])
})

test('[X-LIST-04] seats that the seller hides are not sent', async () => {
  const { eventId, ids } = await eventWith([{ firstSeat: 318 }])
  await app.db
    .updateTable('listings')
    .set({ seats_hidden: true })
    .where('id', '=', ids[0] ?? '')
    .execute()
  const { text } = await feed({ event_id: eventId })
  expect(text).not.toContain('318')
})

test('[X-FEED-06] prices are converted by the reference rates of the day, and an old rate is said to be stale', async () => {
  const { eventId } = await eventWith([{ priceMinor: 10_000 }])
  const { data } = await feed({ event_id: eventId, target_currency: 'USD' })
  expect(data.data[0]?.proceed_price).toEqual({ amount: '150.00', currency: 'USD' })
  expect(data.data[0]?.original_price).toEqual({ amount: '100.00', currency: 'GBP' })
  expect(data.meta).toMatchObject({ rate_date: '2026-04-13', rate_stale: true })
})

test('a listing in a currency without a rate is not shown, and hides nothing else', async () => {
  const { eventId, ids } = await eventWith([{ priceMinor: 9000, currency: 'AED' }, { priceMinor: 10_000 }])
  const { data } = await feed({ event_id: eventId })
  expect(data.data.map((listing) => listing.id)).toEqual([ids[1]])
  expect(data.meta.total).toBe(1)
})

test('a team whose currency has no rate sees what is priced in it; who asks for such a currency is told', async () => {
  const dubai = await app.addBuyer({ baseCurrency: 'AED' })
  const { eventId, ids } = await eventWith([{ priceMinor: 9000, currency: 'AED' }, { priceMinor: 10_000 }])
  const { data } = await feed({ event_id: eventId }, dubai)
  expect(data.data.map((listing) => listing.id)).toEqual([ids[0]])
  expect((await feed({ event_id: eventId, target_currency: 'AED' }, dubai)).error.code).toBe(
    'currency.unknown',
  )
})

test.each([
  [{ target_currency: 'XXX' }, 'currency.unknown'],
  [{ target_currency: 'JPY' }, 'currency.unknown'],
])('a currency that is not traded is refused: %j', async (query, code) => {
  const { eventId } = await eventWith([{}])
  const answer = await feed({ event_id: eventId, ...query })
  expect(answer.status).toBe(422)
  expect(answer.error.code).toBe(code)
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
  const answer = await app.app.inject({
    url: '/api/tickets/feed',
    query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
    headers: { authorization: `Bearer ${buyer.token}` },
  })
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(answer.json().errors.fields)).toContain(field)
})

test('an event that does not exist is a 404', async () => {
  const answer = await feed({ event_id: 999_999 })
  expect(answer.status).toBe(404)
  expect(answer.error.code).toBe('event.not_found')
})

test('[X-FEED-05] min_quantity keeps a listing only if some allowed split is at least that', async () => {
  const { eventId, ids } = await eventWith([
    { quantity: 4, quantityLimit: 2 },
    { quantity: 4 },
    { quantity: 6, splitType: 'Sell In Multiples', multipleSaleUnit: 3 },
  ])
  const { data } = await feed({ event_id: eventId, min_quantity: 3 })
  expect(new Set(data.data.map((listing) => listing.id))).toEqual(new Set([ids[1], ids[2]]))
  expect((await feed({ event_id: eventId, min_quantity: 6 })).data.data).toHaveLength(3)
})

test('pages neither repeat nor lose a listing', async () => {
  const { eventId, ids } = await eventWith(Array.from({ length: 7 }, () => ({ priceMinor: 5000 })))
  const seen = []
  for (const page of [1, 2, 3]) {
    const { data } = await feed({ event_id: eventId, per_page: 3, page })
    expect(data.meta.last_page).toBe(3)
    seen.push(...data.data.map((listing) => listing.id))
  }
  expect(seen.toSorted()).toEqual(ids.toSorted())
})

test('[X-LIST-06][X-LIST-07] holds take tickets away, and an expired one gives them back before any sweeper runs', async () => {
  const clock = createTestClock()
  const other = await buildTestApp({ clock })
  try {
    const ground = await addVenue(other.db)
    const seller = await addTeam(other.db)
    const eventId = await addEvent(other.db, { venueId: ground.venueId })
    const listingId = await addListing(other.db, { eventId, sellerTeamId: seller, ...ground, quantity: 4 })
    const [holder, stranger] = [await other.addBuyer(), await other.addBuyer()]
    const seenBy = async (caller: Caller) =>
      (await caller.call(listingsRoutes.feed, { query: { event_id: eventId } })).data
    await seenBy(stranger)
    const held = await holder.call(holdsRoutes.place, { body: [{ listing_id: listingId, quantity: 3 }] })
    const [line] = held.data.data
    expect((await seenBy(stranger)).data[0]?.available).toBe(1)
    expect((await seenBy(stranger)).meta.mine.held).toEqual([])
    expect((await seenBy(holder)).meta.mine.held).toEqual([
      { listing_id: listingId, hold_id: line?.hold_id, quantity: 3, expires_at: line?.expires_at },
    ])
    clock.advance(31 * 60_000)
    expect((await seenBy(stranger)).data[0]?.available).toBe(4)
    expect((await seenBy(holder)).meta.mine.held).toEqual([])
  } finally {
    await other.close()
  }
})

test('[X-LIST-08] a change that any process tells of is in the next answer', async () => {
  const { eventId, ids } = await eventWith([{ priceMinor: 8500 }])
  await feed({ event_id: eventId })
  await app.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('listings')
      .set({ price_minor: 7000, version: 2 })
      .where('id', '=', ids[0] ?? '')
      .execute()
    await sql`insert into outbox (topic, subject, payload) values ('listing.revised', ${ids[0]},
        ${JSON.stringify({ eventId, listingId: ids[0], version: 2 })})`.execute(tx)
  })
  await app.deps.outbox.drain()
  expect((await feed({ event_id: eventId })).data.data[0]?.proceed_price.amount).toBe('70.00')
})

test('a listing asked for by its id is answered even when sold out', async () => {
  const { ids } = await eventWith([{ quantity: 2 }])
  await app.db
    .updateTable('listings')
    .set({ sold: 2 })
    .where('id', '=', ids[0] ?? '')
    .execute()
  const { data } = await feed({ 'listing_id[]': [ids[0]] })
  expect(data.data).toMatchObject([{ id: ids[0], available: 0, splits: [] }])
})

test('ids of listings of more than 50 events are refused by name: each would be a book to load', async () => {
  const ids: string[] = []
  for (let event = 0; event < 51; event += 1) ids.push(...(await eventWith([{}])).ids)
  const refused = await feed({ 'listing_id[]': ids })
  expect([refused.status, refused.error.errors]).toMatchObject([
    422,
    { fields: { 'listing_id[]': ['must be listings of at most 50 events'] } },
  ])
  expect((await feed({ 'listing_id[]': ids.slice(1) })).data.data).toHaveLength(50)
})

test('an event that has started sells nothing', async () => {
  const eventId = await addEvent(app.db, { venueId: venue.venueId, startsAt: new Date(Date.now() - 60_000) })
  await addListing(app.db, { eventId, sellerTeamId, seatingCategoryId: venue.seatingCategoryId })
  expect((await feed({ event_id: eventId })).data.data).toEqual([])
})

test('only a buyer reads the feed', async () => {
  const seller = await app.addBuyer({ role: 'seller' })
  expect((await feed({ event_id: 1 }, seller)).status).toBe(403)
  expect((await feed({ event_id: 1 }, app.visitor)).status).toBe(401)
})

test('[X-FEED-06] [X-FEED-07] a newer table of one currency does not hide the others, and the oldest rate used tells the age', async () => {
  const other = await buildTestApp({ clock: createTestClock('2026-04-16T12:00:00Z') })
  try {
    await addRates(other.db, '2026-04-09', { GBP: '0.8000', USD: '1.2000' })
    await addRates(other.db, '2026-04-16', { CHF: '0.9000' })
    const ground = await addVenue(other.db)
    const eventId = await addEvent(other.db, {
      venueId: ground.venueId,
      startsAt: new Date('2026-05-01T14:00:00Z'),
    })
    const seller = await addTeam(other.db)
    for (const currency of ['USD', 'EUR', 'CHF']) {
      const price = { priceMinor: 12_000, currency, seatingCategoryId: ground.seatingCategoryId }
      await addListing(other.db, { eventId, sellerTeamId: seller, ...price })
    }
    const caller = await other.addBuyer({ baseCurrency: 'GBP' })
    const { data } = (await feed({ event_id: eventId }, caller)).data
    expect(data.map((listing) => listing.proceed_price.amount)).toEqual(['80.00', '96.00', '106.67'])
    const { meta } = (await feed({ event_id: eventId }, caller)).data
    expect(meta).toMatchObject({ rate_date: '2026-04-09', rate_stale: true })
    const swiss = await feed({ event_id: eventId, target_currency: 'CHF' }, caller)
    expect(swiss.data.data).toHaveLength(3)
  } finally {
    await other.close()
  }
})

test('a listing that is not as the contract has it reaches nobody', async () => {
  const { eventId, ids } = await eventWith([{ priceMinor: 9250 }])
  await app.db
    .updateTable('listings')
    .set({ notes: JSON.stringify([{ kind: 'rumour', text: 'Great seats' }]) })
    .where('id', '=', ids[0] ?? '')
    .execute()
  const answer = await app.app.inject({
    url: `/api/tickets/feed?event_id=${eventId}`,
    headers: { authorization: `Bearer ${buyer.token}` },
  })
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('Great seats')
})
