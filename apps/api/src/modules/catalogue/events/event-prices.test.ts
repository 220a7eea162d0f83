import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addEvent, addListing, addTeam, addVenue } from '#api/test/fixtures/factories.ts'
import { refreshEventStats } from './event-stats.repo.ts'

let app: TestApp
let buyer: Caller
let onSale: number
let bare: number

beforeAll(async () => {
  app = await buildTestApp()
  buyer = await app.addBuyer({ baseCurrency: 'GBP' })
  const { venueId, seatingCategoryId } = await addVenue(app.db)
  onSale = await addEvent(app.db, { venueId })
  bare = await addEvent(app.db, { venueId })
  const sellerTeamId = await addTeam(app.db)
  for (const priceMinor of [9900, 8550]) {
    await addListing(app.db, {
      eventId: onSale,
      sellerTeamId,
      seatingCategoryId,
      quantity: 4,
      priceMinor,
      currency: 'GBP',
    })
  }
  await app.db.transaction().execute((tx) => refreshEventStats(tx, [onSale, bare], app.deps.clock.now()))
})
afterAll(() => app.close())

const fetchPrices = (ids: unknown) =>
  // Simulates a client that ignores the contract.
  buyer.call(catalogueRoutes.eventPrices, { body: { event_ids: ids as number[] } })

test('prices and ticket counts are returned for known events; unknown events are omitted', async () => {
  const { data } = await fetchPrices([onSale, bare, 2_000_000_000])
  expect(data.data.toSorted((left, right) => left.event_id - right.event_id)).toEqual([
    {
      event_id: onSale,
      min_price: { amount: '85.50', currency: 'GBP' },
      min_all_in_price: { amount: '89.78', currency: 'GBP' },
      ticket_count: 8,
    },
    { event_id: bare, min_price: null, min_all_in_price: null, ticket_count: 0 },
  ])
  expect(data.meta).toEqual({ currency: 'GBP', rate_stale: false })
})

test.each([
  ['not a list', 7],
  ['an empty list', []],
  ['more than one page of ids', Array.from({ length: 101 }, (_, index) => index + 1)],
  ['text', ['7']],
  ['an id above the maximum', [3_000_000_000]],
  ['a negative id', [-1]],
])('%s is rejected with an error for event_ids', async (_, ids) => {
  const rejected = await fetchPrices(ids)
  expect(rejected.status).toBe(422)
  expect(Object.keys(Object(rejected.error.errors['fields'])).join()).toMatch(/^event_ids(\.0)?$/)
})

test('visitors without a session get no prices', async () => {
  const response = await app.visitor.call(catalogueRoutes.eventPrices, { body: { event_ids: [onSale] } })
  expect(response.status).toBe(401)
})
