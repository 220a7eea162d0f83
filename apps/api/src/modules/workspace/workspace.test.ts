import { checkoutRoutes } from '@terrace/contracts/checkout'
import { clientsRoutes } from '@terrace/contracts/clients'
import { savedSearchesRoutes } from '@terrace/contracts/saved-searches'
import { trackingRoutes } from '@terrace/contracts/tracking'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'

let fixture: Marketplace
beforeAll(async () => {
  fixture = await buildMarketplace()
  // The checkout calls the sandbox over HTTP, like a real provider.
  await fixture.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => fixture.close())

const countsOf = async (caller: Caller) => (await caller.call(workspaceRoutes.counts)).data.data

test('[API-19] counts cover the whole team and exclude other teams', async () => {
  const buyer = await fixture.addBuyer()
  const colleague = await fixture.addBuyer({ teamId: buyer.teamId })
  const stranger = await fixture.addBuyer()
  expect(await countsOf(buyer)).toEqual({ order_count: 0, quote_count: 0 })
  const held = await fixture.hold(buyer, await fixture.list(), 2)
  const bought = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]), idempotencyKey: 'k' })
  expect(bought.data.data.status).toBe('confirmed')
  expect((await countsOf(buyer)).order_count).toBe(1)
  expect((await countsOf(colleague)).order_count).toBe(1)
  expect(await countsOf(stranger)).toEqual({ order_count: 0, quote_count: 0 })
})

test('profile counts cover the clients of the team, and tracked listings and searches of the account', async () => {
  const buyer = await fixture.addBuyer()
  const colleague = await fixture.addBuyer({ teamId: buyer.teamId })
  const stranger = await fixture.addBuyer()
  const profileCountsOf = async (caller: Caller) =>
    (await caller.call(workspaceRoutes.profileCounts)).data.data
  expect(await profileCountsOf(buyer)).toEqual({ clients: 0, tracked: 0, searches: 0 })
  for (const name of ['Ada Wong', 'Grace Hopper'])
    await colleague.call(clientsRoutes.create, { body: { name } })
  const listingIds = [await fixture.list(), await fixture.list(), await fixture.list()]
  for (const id of listingIds)
    await buyer.call(trackingRoutes.track, { body: { list_id: id, status: 'yes' } })
  await buyer.call(trackingRoutes.track, { body: { list_id: listingIds[0] ?? '', status: 'No' } })
  await buyer.call(savedSearchesRoutes.save, {
    body: {
      event_id: fixture.eventId,
      name: 'Pairs',
      filter: { min_quantity: '2' },
      live: true,
      mail: false,
    },
  })
  expect(await profileCountsOf(buyer)).toEqual({ clients: 2, tracked: 2, searches: 1 })
  expect(await profileCountsOf(colleague)).toEqual({ clients: 2, tracked: 0, searches: 0 })
  expect(await profileCountsOf(stranger)).toEqual({ clients: 0, tracked: 0, searches: 0 })
})

test.each(['buyer', 'seller', 'operator'] as const)(
  '[API-19] [API-20] a %s gets counts and account info without a payload',
  async (role) => {
    const caller = await fixture.addBuyer({ role })
    const counts = await fixture.app.inject({
      url: '/api/trade/quote-order-counts',
      headers: { authorization: `Bearer ${caller.token}` },
    })
    expect([counts.statusCode, counts.json()]).toEqual([200, { data: { order_count: 0, quote_count: 0 } }])
    const info = await caller.call(workspaceRoutes.info)
    expect(info.status).toBe(200)
    expect(info.data.data).toMatchObject({ id: caller.accountId, order_count: 0, quote_count: 0 })
  },
)

test('[API-20] account info never contains password, token or seller level', async () => {
  const caller = await fixture.addBuyer()
  const { text } = await caller.call(workspaceRoutes.info)
  expect(text).not.toMatch(/password|token|seller_level|tx_pay/i)
})

test('account info states whether the email is verified', async () => {
  const caller = await fixture.addBuyer()
  const isVerified = async () => (await caller.call(workspaceRoutes.info)).data.data.email_verified
  expect(await isVerified()).toBe(true)
  await fixture.db
    .updateTable('accounts')
    .set({ email_verified_at: null })
    .where('id', '=', caller.accountId)
    .execute()
  expect(await isVerified()).toBe(false)
})

test.each(['quote-order-counts', 'info'] as const)('%s requires a session', async (name) => {
  const route = name === 'info' ? workspaceRoutes.info : workspaceRoutes.counts
  expect((await fixture.visitor.call(route)).error.code).toBe('session.missing')
})
