import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { ordersRoutes } from '@terrace/contracts/orders'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { heldQuantity } from '#api/test/fixtures/factories.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { paymentsOf } from '#api/test/fakes/sandbox.ts'
import { readImbalances } from '#api/modules/ledger/index.ts'
import { reconcileAttempts } from './reconcile-attempts.ts'

/*
 * A failover cuts the connection just as a statement commits: the attempt is stored, and its process does not know it.
 */

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

const reconcile = () => reconcileAttempts(market.deps, { idleSeconds: 0 })

/** The next call of this stage commits, but its response is lost. */
function loseResponseOf(stage: Interruption['stage']): void {
  const calls = market.deps.batchedCheckoutCalls
  const { tryStartPurchase, tryAdvanceAttempt } = calls
  const losing =
    <Request, Result>(call: (request: Request) => Promise<Result>) =>
    async (request: Request): Promise<Result> => {
      Object.assign(calls, { tryStartPurchase, tryAdvanceAttempt })
      await call(request)
      throw new Error('Connection terminated unexpectedly')
    }
  if (stage === 'tryStartPurchase') calls.tryStartPurchase = losing(tryStartPurchase)
  else calls.tryAdvanceAttempt = losing(tryAdvanceAttempt)
}

interface Interruption {
  stage: 'tryStartPurchase' | 'tryAdvanceAttempt'
  state: 'created' | 'authorising'
}
const atStart: Interruption = { stage: 'tryStartPurchase', state: 'created' }
const atPaymentId: Interruption = { stage: 'tryAdvanceAttempt', state: 'authorising' }
const interruptions = [atStart, atPaymentId]

/** Pays, and loses the response of the stage. */
async function buyInterrupted({ stage, state }: Interruption, card?: string) {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list({ quantity: 2 }), 2)
  const send = () =>
    buyer.call(checkoutRoutes.buy, { body: purchaseBody([held], card), idempotencyKey: 'interrupted' })
  loseResponseOf(stage)
  const lost = await send()
  expect([lost.status, lost.error.code]).toEqual([503, 'server.unavailable'])
  const attempt = async () => {
    const { rows } = await sql<{ id: string; state: string; leaseOwner: string | null }>`
      select id, state, lease_owner as "leaseOwner" from checkout_attempts where team_id = ${buyer.teamId}`.execute(
      market.db,
    )
    expect(rows).toHaveLength(1)
    return rows[0] ?? { id: '', state: '', leaseOwner: '' }
  }
  await vi.waitFor(async () => expect(await attempt()).toMatchObject({ state, leaseOwner: null }), {
    timeout: 30_000,
  })
  return {
    buyer,
    /** Sends the request again, with its key. */
    replay: async () => (await send()).data.data.status,
    change: (change: RawBuilder<unknown>) =>
      sql`update checkout_attempts set ${change} where team_id = ${buyer.teamId}`.execute(market.db),
    outcome: async () => {
      const { id, state: finalState } = await attempt()
      const { rows } = await sql<{ sold: number }>`
        select sold from listings where id = ${held.listing_id}`.execute(market.db)
      return {
        state: finalState,
        payments: paymentsOf(market.deps.sandbox, id).map(({ status, received }) => ({ status, received })),
        orders: (await buyer.call(ordersRoutes.list)).data.meta.total,
        sold: rows[0]?.sold,
        held: await heldQuantity(market.db, held.listing_id),
        imbalances: await readImbalances(market.db),
      }
    },
  }
}

const paidOnce = {
  state: 'confirmed',
  payments: [{ status: 'succeeded', received: 17_850 }],
  orders: 1,
  sold: 2,
  held: 0,
  imbalances: [],
}
const notCharged = {
  state: 'cancelled',
  payments: [{ status: 'canceled', received: 0 }],
  orders: 0,
  sold: 0,
  imbalances: [],
}

test.each(interruptions)(
  '[X-CHECKOUT-02] a repeated request continues a purchase that was cut off as $state',
  async (interruption) => {
    const { replay, outcome } = await buyInterrupted(interruption)
    expect(await replay()).toBe('confirmed')
    expect(await outcome()).toEqual(paidOnce)
    expect(await replay()).toBe('confirmed')
    expect(await outcome()).toEqual(paidOnce)
  },
)

test.each(interruptions)(
  'the reconciler continues a purchase that was cut off as $state while its buyer waits',
  async (interruption) => {
    const { replay, outcome } = await buyInterrupted(interruption)
    await reconcile()
    expect(await outcome()).toEqual(paidOnce)
    expect(await replay()).toBe('confirmed')
  },
)

test.each(interruptions)(
  'repeated requests and reconcilers that continue a purchase cut off as $state at the same time charge once',
  async (interruption) => {
    for (let round = 0; round < 4; round += 1) {
      const { replay, outcome } = await buyInterrupted(interruption)
      const [first, , second] = await Promise.all([replay(), reconcile(), replay(), reconcile(), reconcile()])
      expect([first, second]).toEqual(['confirmed', 'confirmed'])
      expect(await outcome()).toEqual(paidOnce)
    }
  },
)

test('a repeated request waits for the reconciler that is continuing the purchase', async () => {
  const { replay, outcome } = await buyInterrupted(atPaymentId)
  const { faults } = market.deps.sandbox
  const { promise: until, resolve: endCall } = Promise.withResolvers<void>()
  const callsBefore = faults.calls.length
  faults.plan({ on: 'confirm', kind: 'wait_after', until })
  const recovery = reconcile()
  await vi.waitFor(() => expect(faults.calls.slice(callsBefore)).toContain('confirm'), { timeout: 10_000 })
  const status = replay()
  endCall()
  expect(await status).toBe('confirmed')
  await recovery
  expect(await outcome()).toEqual(paidOnce)
})

test('a repeated request gets the bank challenge or the decline of a purchase that was cut off', async () => {
  const challenged = await buyInterrupted(atStart, 'pm_card_threeDSecure2Required')
  expect(await challenged.replay()).toBe('requires_action')
  const declined = await buyInterrupted(atPaymentId, 'pm_card_visa_chargeDeclined')
  expect(await declined.replay()).toBe('declined')
  const { rows } = await sql<{ ip_address: string | null }>`
    select ip_address from payment_failures where account_id = ${declined.buyer.accountId}`.execute(market.db)
  expect(rows).toEqual([{ ip_address: expect.any(String) }])
})

test.each(interruptions)(
  'nothing is charged for a purchase cut off as $state whose hold extension is over',
  async (interruption) => {
    const { replay, change, outcome, buyer } = await buyInterrupted(interruption)
    await change(sql`holds_extended_until = clock_timestamp()`)
    await sql`update holds set expires_at = clock_timestamp(), reserved_until = clock_timestamp()
      where team_id = ${buyer.teamId}`.execute(market.db)
    const [first, second] = await Promise.all([replay(), replay(), reconcile()])
    expect([first, second]).toEqual(['cancelled', 'cancelled'])
    expect(await outcome()).toEqual({ ...notCharged, held: 0 })
  },
)

test.each(interruptions)(
  'the reconciler cancels a purchase cut off as $state once its buyer no longer waits',
  async (interruption) => {
    const { replay, change, outcome, buyer } = await buyInterrupted(interruption)
    await change(sql`created_at = clock_timestamp() - interval '61 seconds'`)
    await reconcile()
    expect(await outcome()).toEqual({ ...notCharged, held: 2 })
    expect(await replay()).toBe('cancelled')
    expect((await buyer.call(holdsRoutes.list)).data.data).toMatchObject([{ state: 'active' }])
  },
)
