import { holdsRoutes } from '@terrace/contracts/holds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { heldQuantity } from '#api/test/fixtures/factories.ts'
import { runConcurrently } from '#api/test/harness/run-concurrently.ts'
import { createPlaceHolds } from './place-holds.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

test('of 1,000 brokers who race for four tickets, four succeed and all others get the reason', async () => {
  const brokers = await Promise.all(Array.from({ length: 100 }, () => market.addBuyer()))
  const listingId = await market.list({ quantity: 4 })
  const responses = await runConcurrently(market.db, [listingId], () =>
    Array.from({ length: 10 }, () => brokers)
      .flat()
      .map((broker) => broker.call(holdsRoutes.place, { body: [{ listing_id: listingId, quantity: 1 }] })),
  )
  const losers = responses.flatMap((response, index) => {
    const teamId = brokers[index % brokers.length]?.teamId
    return response.ok ? [] : [{ status: response.status, error: response.error, teamId }]
  })
  const holders = await market.db
    .selectFrom('holds')
    .select('team_id')
    .where('listing_id', '=', listingId)
    .execute()
  const winners = new Set(holders.map((hold) => hold.team_id))
  expect(responses).toHaveLength(1000)
  expect(losers).toHaveLength(996)
  expect(await heldQuantity(market.db, listingId)).toBe(4)
  for (const { status, error, teamId } of losers) {
    expect(status).toBe(409)
    const isOurs = teamId !== undefined && winners.has(teamId)
    expect(error.errors).toMatchObject({
      title: isOurs ? 'Your team already holds the remaining tickets' : 'No tickets are available now',
      lines: [{ code: isOurs ? 'listing.held_by_you' : 'listing.unavailable', available: 0, splits: [] }],
    })
  }
})

test('six processes never hold more tickets than a listing has', async () => {
  const buyers = await Promise.all(Array.from({ length: 30 }, () => market.addBuyer()))
  const listings = await Promise.all(Array.from({ length: 3 }, () => market.list({ quantity: 10 })))
  const items = listings.map((listingId) => ({ listingId, quantity: 2 }))
  // Each command has its own queue, as in separate processes.
  const processes = Array.from({ length: 6 }, () => createPlaceHolds(market.deps))
  const responses = await runConcurrently(
    market.db,
    listings,
    () =>
      buyers.map(async (buyer, index) => {
        const place = processes[index % processes.length] ?? createPlaceHolds(market.deps)
        return place({
          ...buyer,
          baseCurrency: 'GBP',
          items: index % 2 === 0 ? items : items.toReversed(),
        }).then(
          () => 'held',
          (error: { code?: string }) => error.code,
        )
      }),
    6,
  )
  expect(responses.filter((response) => response === 'held')).toHaveLength(5)
  expect(responses.filter((response) => response === 'hold.rejected')).toHaveLength(25)
  for (const listingId of listings) expect(await heldQuantity(market.db, listingId)).toBe(10)
})

test('[X-HOLD-12] concurrent holds of colleagues never exceed the team’s limit', async () => {
  const buyer = await market.addBuyer()
  const listings = await Promise.all(Array.from({ length: 8 }, () => market.list({ quantity: 30 })))
  const responses = await runConcurrently(market.db, listings, () =>
    Array.from({ length: 40 }, (_, index) =>
      buyer.call(holdsRoutes.place, {
        body: [{ listing_id: listings[index % listings.length] ?? '', quantity: 7 }],
      }),
    ),
  )
  expect(responses.filter((response) => response.ok)).toHaveLength(8)
  const rejected = responses.filter((response) => !response.ok)
  for (const { error } of rejected) expect(error.code).toBe('hold.team_limit_exceeded')
  const { data } = await buyer.call(holdsRoutes.list)
  expect(data.meta).toEqual({ held: 56, limit: 60 })
})

test('batches that name the same listings in opposite orders do not deadlock', async () => {
  const [one, other] = [await market.addBuyer(), await market.addBuyer()]
  const listings = await Promise.all(Array.from({ length: 10 }, () => market.list({ quantity: 40 })))
  const items = listings.map((listing_id) => ({ listing_id, quantity: 1 }))
  const responses = await runConcurrently(market.db, listings, () =>
    Array.from({ length: 12 }, (_, index) => {
      const [buyer, body] = index % 2 === 0 ? [one, items] : [other, items.toReversed()]
      return buyer.call(holdsRoutes.place, { body })
    }),
  )
  expect(responses.map((response) => response.status)).toEqual(Array.from({ length: 12 }, () => 200))
})
