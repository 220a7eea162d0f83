import { checkoutRoutes } from '@terrace/contracts/checkout'
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
