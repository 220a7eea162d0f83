import { listingsRoutes, type FeedFacets } from '@terrace/contracts/listings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addEvent, addListing, addTeam, addVenue } from '#api/test/fixtures/factories.ts'

let app: TestApp
let buyer: Caller
let venueFixture: Awaited<ReturnType<typeof addVenue>>
let seller: string
let eventId: number

beforeAll(async () => {
  app = await buildTestApp()
  buyer = await app.addBuyer()
  seller = await addTeam(app.db, { name: 'Kop Stock' })
  venueFixture = await addVenue(app.db, { category: 'Lower tier' })
  eventId = await addEvent(app.db, { venueId: venueFixture.venueId })
  await stock({ priceMinor: 5000, quantity: 2 }, { section: 'Block 9' })
  await stock({ priceMinor: 6000, quantity: 6 }, { section: 'Block 10', ticket_type: 'mobile' })
  await stock({ priceMinor: 7000, quantity: 4 }, { section: 'Block 10', instant_download: true })
})
afterAll(() => app.close())

async function stock(
  values: Partial<Parameters<typeof addListing>[1]>,
  attributes: { section?: string; ticket_type?: 'mobile'; instant_download?: boolean } = {},
  event = eventId,
): Promise<void> {
  const id = await addListing(app.db, {
    eventId: event,
    sellerTeamId: seller,
    createdAt: new Date('2026-01-01'),
    ...venueFixture,
    ...values,
  })
  const inHandDate = '2099-01-01'
  await app.db
    .updateTable('listings')
    .set({ in_hand_date: inHandDate, ...attributes })
    .where('id', '=', id)
    .execute()
}

async function facetsOf(query: object = {}, event = eventId): Promise<FeedFacets> {
  const { data } = await buyer.call(listingsRoutes.feed, {
    query: { event_id: event, ...query },
  })
  return data.meta.facets
}

const gbp = (amount: string) => ({ amount, currency: 'GBP' })

test('[X-FEED-02] facets give count and lowest price per category, section, delivery type and seller', async () => {
  const facets = await facetsOf()
  expect(facets.categories).toEqual([
    { id: venueFixture.seatingCategoryId, name: 'Lower tier', count: 3, min_price: gbp('50.00') },
  ])
  expect(facets.sections).toEqual([
    { name: 'Block 9', count: 1, min_price: gbp('50.00') },
    { name: 'Block 10', count: 2, min_price: gbp('60.00') },
  ])
  expect(facets.ticket_types).toEqual([
    { id: 'eTicket', count: 2, min_price: gbp('50.00') },
    { id: 'mobile', count: 1, min_price: gbp('60.00') },
  ])
  expect(facets.brokers).toEqual([{ id: seller, name: 'Kop Stock', count: 3, min_price: gbp('50.00') }])
})

test('[X-FEED-05] the quantity facet counts the listings that allow each quantity', async () => {
  expect((await facetsOf()).quantities).toEqual([
    { id: 1, count: 3 },
    { id: 2, count: 3 },
    { id: 3, count: 2 },
    { id: 4, count: 2 },
    { id: 5, count: 1 },
  ])
})

test('a facet ignores its own filter and applies all others', async () => {
  const facets = await facetsOf({ 'section_name[]': ['Block 9'] })
  expect(facets.sections.map(({ name, count }) => [name, count])).toEqual([
    ['Block 9', 1],
    ['Block 10', 2],
  ])
  expect(facets.ticket_types).toEqual([{ id: 'eTicket', count: 1, min_price: gbp('50.00') }])
  expect(facets.flags).toEqual({ new_listings: 0, ticket_in_hand: 0, hospitality: 0, instant_download: 0 })
  expect(facets.price).toMatchObject({ min: gbp('50.00'), max: gbp('50.00') })

  const both = await facetsOf({ 'section_name[]': ['Block 9'], instant_download: '1' })
  // No listing passes both; each facet shows what its own filter excludes.
  expect(both.sections).toEqual([{ name: 'Block 10', count: 1, min_price: gbp('70.00') }])
  expect(both.flags.instant_download).toBe(0)
  expect(both.ticket_types).toEqual([])
})

test('the counts of a flag do not depend on the flag itself', async () => {
  expect((await facetsOf()).flags).toEqual({
    new_listings: 0,
    ticket_in_hand: 0,
    hospitality: 0,
    instant_download: 1,
  })
  expect((await facetsOf({ instant_download: '1' })).flags.instant_download).toBe(1)
})

test('[X-FEED-03] the histogram has at most 24 equal bars, and each bar’s range finds what it counts', async () => {
  const event = await addEvent(app.db, { venueId: venueFixture.venueId })
  const prices = Array.from({ length: 60 }, (_, index) => 1000 + index * index * 7)
  for (const priceMinor of prices) await stock({ priceMinor }, {}, event)
  const { price } = await facetsOf({}, event)
  expect(price).toMatchObject({ min: gbp('10.00'), max: gbp((Math.max(...prices) / 100).toFixed(2)) })
  expect(price.histogram.length).toBeLessThanOrEqual(24)
  expect(price.histogram.reduce((total, { count }) => total + count, 0)).toBe(60)
  const widths = price.histogram.map(({ from, to }) =>
    Math.round((Number(to.amount) - Number(from.amount)) * 100),
  )
  expect(new Set(widths).size).toBe(1)
  for (const { from, to, count } of price.histogram) {
    const query = { event_id: event, proceed_price_min: from.amount, proceed_price_max: to.amount }
    expect((await buyer.call(listingsRoutes.feed, { query })).data.meta.total).toBe(count)
  }
  // Filtering by price does not change the price facet.
  expect((await facetsOf({ proceed_price_max: '20.00' }, event)).price).toEqual(price)
})

test('[X-FEED-03] a single price gives one bar, and no stock gives none', async () => {
  const event = await addEvent(app.db, { venueId: venueFixture.venueId })
  expect((await facetsOf({}, event)).price).toEqual({ min: null, max: null, histogram: [] })
  const other = await addEvent(app.db, { venueId: venueFixture.venueId })
  await stock({ priceMinor: 5000 }, {}, other)
  const [from, to] = [gbp('50.00'), gbp('50.00')]
  expect((await facetsOf({}, other)).price.histogram).toEqual([{ from, to, count: 1 }])
})

test('[X-FEED-01] total, page count and price range cover all matches on every page', async () => {
  const { data } = await buyer.call(listingsRoutes.feed, {
    query: { event_id: eventId, per_page: 2, page: 2 },
  })
  expect(data.data).toHaveLength(1)
  expect(data.meta).toMatchObject({
    total: 3,
    page: 2,
    per_page: 2,
    last_page: 2,
    min_price: gbp('50.00'),
    max_price: gbp('70.00'),
    currency: 'GBP',
    version: expect.stringMatching(/^[0-9a-z]+$/),
  })
})

test('[LIST-01] [LIST-02] [LIST-03] [X-LIST-05] a listing has a split rule, two flags and typed notes', async () => {
  const event = await addEvent(app.db, { venueId: venueFixture.venueId })
  const notes = [
    { kind: 'benefit', text: 'Padded seats' },
    { kind: 'restriction', text: 'Home supporters only' },
    { kind: 'information', text: 'Enter by gate C' },
  ]
  const id = await addListing(app.db, {
    eventId: event,
    sellerTeamId: seller,
    ...venueFixture,
    quantity: 8,
    splitType: 'Sell In Multiples',
    multipleSaleUnit: 2,
    quantityLimit: 6,
  })
  await app.db
    .updateTable('listings')
    .set({
      notes: JSON.stringify(notes),
      attendee_delivery_details_required: true,
      attendee_identification_details_required: true,
    })
    .where('id', '=', id)
    .execute()
  const { data } = await buyer.call(listingsRoutes.feed, { query: { event_id: event } })
  expect(data.data).toMatchObject([
    {
      split_type: 'Sell In Multiples',
      quantity_limit: 6,
      multiple_sale_unit: 2,
      splits: [2, 4, 6],
      attendee_delivery_details_required: true,
      attendee_identification_details_required: true,
      notes,
    },
  ])
})
