import { listingsRoutes } from '@terrace/contracts/listings'
import { trackingRoutes } from '@terrace/contracts/tracking'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../test/build-test-app.ts'
import { buildMarket, type Market } from '../../test/build-market.ts'

let market: Market
beforeAll(async () => {
  market = await buildMarket()
})
afterAll(() => market.close())

const mineOf = async (caller: Caller) =>
  (await caller.call(listingsRoutes.feed, { query: { event_id: market.eventId } })).data.meta.mine

test('the feed says which of its listings the account tracks, at once and to nobody else', async () => {
  const [listingId, other] = [await market.list(), await market.list()]
  const buyer = await market.addBuyer()
  const colleague = await market.addBuyer({ teamId: buyer.teamId })
  expect(await mineOf(buyer)).toEqual({ tracked: [], held: [] })
  await buyer.call(trackingRoutes.track, { body: { list_id: listingId, status: 'yes' } })
  expect((await mineOf(buyer)).tracked).toEqual([listingId])
  expect((await mineOf(colleague)).tracked).toEqual([])
  await buyer.call(trackingRoutes.track, { body: { list_id: other, status: 'yes' } })
  expect((await mineOf(buyer)).tracked.toSorted()).toEqual([listingId, other].toSorted())
  await buyer.call(trackingRoutes.track, { body: { list_id: listingId, status: 'No' } })
  expect((await mineOf(buyer)).tracked).toEqual([other])
})

test('what a team holds stands in the feed of all its accounts', async () => {
  const listingId = await market.list()
  const buyer = await market.addBuyer()
  const colleague = await market.addBuyer({ teamId: buyer.teamId })
  const { hold_id: holdId, expires_at: expiresAt } = await market.hold(buyer, listingId, 2)
  const held = [{ listing_id: listingId, hold_id: holdId, quantity: 2, expires_at: expiresAt }]
  expect((await mineOf(buyer)).held).toEqual(held)
  expect((await mineOf(colleague)).held).toEqual(held)
  expect((await mineOf(await market.addBuyer())).held).toEqual([])
})
