import { holdsRoutes } from '@terrace/contracts/holds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../test/build-test-app.ts'
import { buildMarket, type Market } from '../../test/build-market.ts'
import { heldQuantity } from '../../test/factories.ts'
import { callPlaceHolds, callReleaseHolds, type PlaceRequest } from './holds.repo.ts'

const limits = { cap: 60, minutes: 30, feeBp: 500, maxRateDays: null }

let market: Market
beforeAll(async () => {
  market = await buildMarket()
})
afterAll(() => market.close())

let holds = 0

function request(buyer: Caller, ...wanted: [listingId: string, quantity: number][]): PlaceRequest {
  return {
    teamId: buyer.teamId,
    accountId: buyer.accountId,
    key: undefined,
    wanted: wanted.map(([listingId, quantity]) => {
      holds += 1
      return { holdId: `hld_shared${holds}`, listingId, quantity, quoteRef: null, currency: 'GBP' }
    }),
  }
}

test('[X-HOLD-12] requests of one call are judged each by itself: one is refused whole, one is over its cap, others hold', async () => {
  const [one, greedy, late, other] = [
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
  const gone = await market.list({ quantity: 2 })
  await market.hold(await market.addBuyer(), gone, 2)
  const answers = await callPlaceHolds(market.deps.pool, limits, [
    request(one, [a, 2], [b, 3]),
    request(greedy, [c, 61]),
    request(late, [gone, 1], [d, 1]),
    request(other, [await market.list(), 1]),
  ])
  expect(answers).toMatchObject([
    { holds: [{ quantity: 2 }, { quantity: 3 }] },
    { cap_left: 60 },
    { refused: [{ listing_id: gone, code: 'listing.gone' }] },
    { holds: [{ quantity: 1 }] },
  ])
  const quantities = await Promise.all([a, b, c, d].map((listingId) => heldQuantity(market.db, listingId)))
  expect(quantities).toEqual([2, 3, 0, 0])
})

test('the database takes no call in which a listing or a team comes twice: its requests could not see each other', async () => {
  const [one, other] = [await market.addBuyer(), await market.addBuyer()]
  const [listingId, elsewhere] = [await market.list(), await market.list()]
  for (const requests of [
    [request(one, [listingId, 3]), request(other, [listingId, 3])],
    [request(one, [listingId, 1]), request(one, [elsewhere, 1])],
  ])
    await expect(callPlaceHolds(market.deps.pool, limits, requests)).rejects.toThrow(
      'may come twice in one call',
    )
  expect(await heldQuantity(market.db, listingId)).toBe(0)
})

test('a repeat beside new requests has its first answer, and they have theirs', async () => {
  const [one, other] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await market.list()
  const key = { key: 'again', bodyHash: Buffer.from('same') }
  const first = { ...request(one, [listingId, 2]), key }
  const [answer] = await callPlaceHolds(market.deps.pool, limits, [first])
  const answers = await callPlaceHolds(market.deps.pool, limits, [
    { ...request(one, [listingId, 2]), key },
    request(other, [await market.list(), 1]),
  ])
  expect(answers).toEqual([answer, { holds: [expect.objectContaining({ quantity: 1 })] }])
  expect(await heldQuantity(market.db, listingId)).toBe(2)
})

test('[X-HOLD-08] whether part of a hold may go is not decided beside another release of the same listing', async () => {
  const [one, other] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await market.list({ quantity: 8, splitType: 'Avoid Leaving One Ticket' })
  const [mine, theirs] = [await market.hold(one, listingId, 4), await market.hold(other, listingId, 4)]
  const part = (buyer: Caller, holdId: string, quantity: number) => ({
    teamId: buyer.teamId,
    parts: [{ holdId, quantity }],
    key: undefined,
  })
  const answers = await callReleaseHolds(market.deps.pool, [
    part(one, mine.hold_id, 1),
    part(other, theirs.hold_id, 4),
  ])
  expect(answers).toEqual([
    { ask_alone: true },
    { released: [{ hold_id: theirs.hold_id, event_id: market.eventId, remaining: 0 }] },
  ])
  const { data } = await one.call(holdsRoutes.release, { body: [{ hold_id: mine.hold_id, quantity: 1 }] })
  expect(data.data).toMatchObject([{ released: 1, remaining: 3 }])
})

test('forty brokers who hold and release at once each get what they asked for', async () => {
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
  expect(released.map((answer) => answer.data.data)).toEqual(
    held.map((line) => [{ hold_id: line.hold_id, released: 2, remaining: 0 }]),
  )
})
