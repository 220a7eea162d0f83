import { holdsRoutes } from '@terrace/contracts/holds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { heldQuantity } from '#api/test/fixtures/factories.ts'
import { placeHoldBatch, releaseHoldBatch, type PlaceHoldsRequest } from './holds.repo.ts'

const limits = { teamLimit: 60, holdMinutes: 30, feeBp: 500, maxRateDays: null, cooldown: null }

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

let holds = 0

function request(buyer: Caller, ...requested: [listingId: string, quantity: number][]): PlaceHoldsRequest {
  return {
    teamId: buyer.teamId,
    accountId: buyer.accountId,
    key: undefined,
    requested: requested.map(([listingId, quantity]) => {
      holds += 1
      return { holdId: `hld_shared${holds}`, listingId, quantity, quoteId: null, currency: 'GBP' }
    }),
  }
}

test('[X-HOLD-12] requests of one batch are validated separately', async () => {
  const [one, overLimit, late, other] = [
    await market.addBuyer(),
    await market.addBuyer(),
    await market.addBuyer(),
    await market.addBuyer(),
  ]
  const [a, b, c, d] = [
    await market.list(),
    await market.list(),
    await market.list({ quantity: 90 }),
    await market.list(),
  ]
  const soldOut = await market.list({ quantity: 2 })
  await market.hold(await market.addBuyer(), soldOut, 2)
  const results = await placeHoldBatch(market.deps.pool, limits, [
    request(one, [a, 2], [b, 3]),
    request(overLimit, [c, 61]),
    request(late, [soldOut, 1], [d, 1]),
    request(other, [await market.list(), 1]),
  ])
  expect(results).toMatchObject([
    { holds: [{ quantity: 2 }, { quantity: 3 }] },
    { team_limit_left: 60 },
    { rejected: [{ listing_id: soldOut, code: 'listing.unavailable' }] },
    { holds: [{ quantity: 1 }] },
  ])
  const quantities = await Promise.all([a, b, c, d].map((listingId) => heldQuantity(market.db, listingId)))
  expect(quantities).toEqual([2, 3, 0, 0])
})

test('the database rejects a batch that contains a listing or a team twice', async () => {
  const [one, other] = [await market.addBuyer(), await market.addBuyer()]
  const [listingId, otherListing] = [await market.list(), await market.list()]
  for (const requests of [
    [request(one, [listingId, 3]), request(other, [listingId, 3])],
    [request(one, [listingId, 1]), request(one, [otherListing, 1])],
  ])
    await expect(placeHoldBatch(market.deps.pool, limits, requests)).rejects.toThrow(
      'may appear twice in one call',
    )
  expect(await heldQuantity(market.db, listingId)).toBe(0)
})

test('a repeated request in a batch gets its first response, new requests get their own', async () => {
  const [one, other] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await market.list()
  const key = { key: 'again', bodyHash: Buffer.from('same') }
  const first = { ...request(one, [listingId, 2]), key }
  const [result] = await placeHoldBatch(market.deps.pool, limits, [first])
  const results = await placeHoldBatch(market.deps.pool, limits, [
    { ...request(one, [listingId, 2]), key },
    request(other, [await market.list(), 1]),
  ])
  expect(results).toEqual([result, { holds: [expect.objectContaining({ quantity: 1 })] }])
  expect(await heldQuantity(market.db, listingId)).toBe(2)
})

test('[X-HOLD-08] a partial release is not batched with another release of the same listing', async () => {
  const [one, other] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await market.list({ quantity: 8, splitType: 'Avoid Leaving One Ticket' })
  const [mine, theirs] = [await market.hold(one, listingId, 4), await market.hold(other, listingId, 4)]
  const part = (buyer: Caller, holdId: string, quantity: number) => ({
    teamId: buyer.teamId,
    parts: [{ holdId, quantity }],
    key: undefined,
  })
  const results = await releaseHoldBatch(market.deps.pool, [
    part(one, mine.hold_id, 1),
    part(other, theirs.hold_id, 4),
  ])
  expect(results).toEqual([
    { retry_alone: true },
    { released: [{ hold_id: theirs.hold_id, event_id: market.eventId, remaining: 0 }] },
  ])
  const { data } = await one.call(holdsRoutes.release, { body: [{ hold_id: mine.hold_id, quantity: 1 }] })
  expect(data.data).toMatchObject([{ released: 1, remaining: 3 }])
})

test('forty brokers who hold and release concurrently all succeed', async () => {
  const brokers = await Promise.all(Array.from({ length: 40 }, () => market.addBuyer()))
  const listings = await Promise.all(brokers.map(() => market.list()))
  const held = await Promise.all(
    brokers.map((broker, index) => market.hold(broker, listings[index] ?? '', 2)),
  )
  const released = await Promise.all(
    brokers.map((broker, index) =>
      broker.call(holdsRoutes.release, {
        body: [{ hold_id: held[index]?.hold_id ?? '', quantity: 2 }],
        idempotencyKey: 'one for each team',
      }),
    ),
  )
  expect(held.map((line) => line.listing_id)).toEqual(listings)
  expect(released.map((result) => result.data.data)).toEqual(
    held.map((line) => [{ hold_id: line.hold_id, released: 2, remaining: 0 }]),
  )
})
