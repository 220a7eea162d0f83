import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, type TestApp } from '#api/test/build-test-app.ts'
import { addEvent, addListing, addTeam, addVenue } from '#api/test/factories.ts'
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

const ask = (ids: unknown) =>
  // What a program may send that does not keep to the contract.
  buyer.call(catalogueRoutes.eventPrices, { body: { event_ids: ids as number[] } })

test('events found by a search get their lowest price and what is left from here; an unknown one is left out', async () => {
  const { data } = await ask([onSale, bare, 2_000_000_000])
  expect(data.data.toSorted((left, right) => left.event_id - right.event_id)).toEqual([
    { event_id: onSale, min_price: { amount: '85.50', currency: 'GBP' }, ticket_count: 8 },
    { event_id: bare, min_price: null, ticket_count: 0 },
  ])
  expect(data.meta).toEqual({ currency: 'GBP', rate_stale: false })
})

test.each([
  ['no list', 7],
  ['an empty list', []],
  ['more than a page of them', Array.from({ length: 101 }, (_, index) => index + 1)],
  ['text', ['7']],
  ['a number that no event can have', [3_000_000_000]],
  ['a negative number', [-1]],
])('%s is refused by the name of the field', async (_, ids) => {
  const refused = await ask(ids)
  expect(refused.status).toBe(422)
  expect(Object.keys(Object(refused.error.errors['fields'])).join()).toMatch(/^event_ids(\.0)?$/)
})

test('nobody without a session is told a price', async () => {
  const answer = await app.visitor.call(catalogueRoutes.eventPrices, { body: { event_ids: [onSale] } })
  expect(answer.status).toBe(401)
})
