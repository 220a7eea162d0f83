import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { completeBankChallenge } from '#api/test/fakes/bank-challenge.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import type { BatchedCheckoutCalls } from '../batched-calls/batched-checkout-calls.ts'
import { reconcileAttempts } from './reconcile-attempts.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

const reconcile = () => reconcileAttempts(market.deps, { idleSeconds: 0 })

async function attemptOf(teamId: string) {
  const { rows } = await sql<{ state: string; leaseOwner: string | null }>`
    select state, lease_owner as "leaseOwner" from checkout_attempts where team_id = ${teamId}`.execute(
    market.db,
  )
  return rows[0]
}

test('another process continues a payment only after the first one has stopped sending heartbeats', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 2)
  const body = purchaseBody([held], 'pm_card_threeDSecure2Required')
  const { data } = await buyer.call(checkoutRoutes.buy, { body })
  await completeBankChallenge(market, data.data.next_action?.url ?? '', 'approve')
  await sql`insert into processes (id, roles) values ('prc_other', '{web}')`.execute(market.db)
  await sql`update checkout_attempts set lease_owner = 'prc_other/secret',
    lease_expires_at = clock_timestamp() + interval '30 seconds' where team_id = ${buyer.teamId}`.execute(
    market.db,
  )
  await reconcile()
  expect((await attemptOf(buyer.teamId))?.state).toBe('requires_action')
  await sql`update processes set seen_at = clock_timestamp() - interval '5 seconds'`.execute(market.db)
  await reconcile()
  expect((await attemptOf(buyer.teamId))?.state).toBe('confirmed')
})

test('the purchase page shows a bank challenge that a crash kept from being stored', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 2)
  const body = purchaseBody([held], 'pm_card_threeDSecure2Required')
  const first = await buyer.call(checkoutRoutes.buy, { body, idempotencyKey: 'hidden' })
  // As if the process had crashed between the gateway's answer and storing it.
  await sql`update checkout_attempts set state = 'authorising', next_action = null,
    lease_owner = 'prc_gone/secret', lease_expires_at = clock_timestamp() + interval '30 seconds'
    where team_id = ${buyer.teamId}`.execute(market.db)
  const repeated = await buyer.call(checkoutRoutes.buy, { body, idempotencyKey: 'hidden' })
  expect(repeated.data.data.status).toBe('processing')
  const params = { attempt_id: repeated.data.data.attempt_id }
  const { data } = await buyer.call(checkoutRoutes.attempt, { params })
  expect(data.data).toMatchObject({ status: 'requires_action', next_action: first.data.data.next_action })
})

test('a purchase whose connection was lost while it started is finished at once, not when its lease runs out', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 2)
  const { startPurchase } = market.deps.batchedCheckoutCalls
  const startThenLose: BatchedCheckoutCalls['startPurchase'] = async (start) => {
    await startPurchase(start)
    throw new Error('Connection terminated unexpectedly')
  }
  market.deps.batchedCheckoutCalls.startPurchase = startThenLose
  const body = purchaseBody([held])
  const lost = await buyer.call(checkoutRoutes.buy, { body, idempotencyKey: 'lost' })
  market.deps.batchedCheckoutCalls.startPurchase = startPurchase
  expect([lost.status, lost.error.code]).toEqual([503, 'server.unavailable'])
  await vi.waitFor(
    async () => expect(await attemptOf(buyer.teamId)).toEqual({ state: 'created', leaseOwner: null }),
    { timeout: 30_000 },
  )
  await reconcile()
  expect((await attemptOf(buyer.teamId))?.state).toBe('cancelled')
  expect((await buyer.call(holdsRoutes.list)).data.data).toMatchObject([{ state: 'active' }])
})
