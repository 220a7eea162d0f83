import { listingsRoutes } from '@terrace/contracts/listings'
import { trackingRoutes } from '@terrace/contracts/tracking'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'

let fixture: Marketplace
beforeAll(async () => {
  fixture = await buildMarketplace()
})
afterAll(() => fixture.close())

const mineOf = async (caller: Caller) =>
  (await caller.call(listingsRoutes.feed, { query: { event_id: fixture.eventId } })).data.meta.mine

test('the feed marks the account’s tracked listings immediately, and only for that account', async () => {
  const [listingId, other] = [await fixture.list(), await fixture.list()]
  const buyer = await fixture.addBuyer()
  const colleague = await fixture.addBuyer({ teamId: buyer.teamId })
  expect(await mineOf(buyer)).toEqual({ tracked: [], held: [] })
  await buyer.call(trackingRoutes.track, { body: { list_id: listingId, status: 'yes' } })
  expect((await mineOf(buyer)).tracked).toEqual([listingId])
  expect((await mineOf(colleague)).tracked).toEqual([])
  await buyer.call(trackingRoutes.track, { body: { list_id: other, status: 'yes' } })
  expect((await mineOf(buyer)).tracked.toSorted()).toEqual([listingId, other].toSorted())
  await buyer.call(trackingRoutes.track, { body: { list_id: listingId, status: 'No' } })
  expect((await mineOf(buyer)).tracked).toEqual([other])
})

test('the feed shows a team’s holds to all its accounts', async () => {
  const listingId = await fixture.list()
  const buyer = await fixture.addBuyer()
  const colleague = await fixture.addBuyer({ teamId: buyer.teamId })
  const { hold_id: holdId, expires_at: expiresAt } = await fixture.hold(buyer, listingId, 2)
  const held = [{ listing_id: listingId, hold_id: holdId, quantity: 2, expires_at: expiresAt }]
  expect((await mineOf(buyer)).held).toEqual(held)
  expect((await mineOf(colleague)).held).toEqual(held)
  expect((await mineOf(await fixture.addBuyer())).held).toEqual([])
})
