import { checkoutRoutes } from '@terrace/contracts/checkout'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../test/build-test-app.ts'
import { buildMarket, type Market } from '../../test/build-market.ts'
import { purchaseBody } from '../../test/purchase-body.ts'

let market: Market
beforeAll(async () => {
  market = await buildMarket()
  // The sandbox is called over HTTP, like the provider that it stands for.
  await market.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => market.close())

const countsOf = async (caller: Caller) => (await caller.call(workspaceRoutes.counts)).data.data

test('[API-19] the counts are of the whole team, and of nobody else', async () => {
  const buyer = await market.addBuyer()
  const colleague = await market.addBuyer({ teamId: buyer.teamId })
  const stranger = await market.addBuyer()
  expect(await countsOf(buyer)).toEqual({ order_count: 0, quote_count: 0 })
  const held = await market.hold(buyer, await market.list(), 2)
  const bought = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]), idempotencyKey: 'k' })
  expect(bought.data.data.status).toBe('confirmed')
  expect((await countsOf(buyer)).order_count).toBe(1)
  expect((await countsOf(colleague)).order_count).toBe(1)
  expect(await countsOf(stranger)).toEqual({ order_count: 0, quote_count: 0 })
})

test.each(['buyer', 'seller', 'operator'] as const)(
  '[API-19] [API-20] a %s gets counts and the own account without a payload',
  async (role) => {
    const caller = await market.addBuyer({ role })
    const counts = await market.app.inject({
      url: '/api/trade/quote-order-counts',
      headers: { authorization: `Bearer ${caller.token}` },
    })
    expect([counts.statusCode, counts.json()]).toEqual([200, { data: { order_count: 0, quote_count: 0 } }])
    const info = await caller.call(workspaceRoutes.info)
    expect(info.status).toBe(200)
    expect(info.data.data).toMatchObject({ id: caller.accountId, order_count: 0, quote_count: 0 })
  },
)

test('[API-20] the current user is told without password, token or seller level', async () => {
  const caller = await market.addBuyer()
  const { text } = await caller.call(workspaceRoutes.info)
  expect(text).not.toMatch(/password|token|seller_level|tx_pay/i)
})

test('the current user is told whether the e-mail address is confirmed', async () => {
  const caller = await market.addBuyer()
  const told = async () => (await caller.call(workspaceRoutes.info)).data.data.email_verified
  expect(await told()).toBe(true)
  await market.db
    .updateTable('accounts')
    .set({ email_verified_at: null })
    .where('id', '=', caller.accountId)
    .execute()
  expect(await told()).toBe(false)
})

test.each(['quote-order-counts', 'info'] as const)('nobody is told %s without a session', async (name) => {
  const route = name === 'info' ? workspaceRoutes.info : workspaceRoutes.counts
  expect((await market.visitor.call(route)).error.code).toBe('session.missing')
})
