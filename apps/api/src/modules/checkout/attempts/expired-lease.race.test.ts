import { setTimeout as wait } from 'node:timers/promises'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { heldQuantity } from '#api/test/fixtures/factories.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { readImbalances } from '#api/modules/ledger/index.ts'
import { reconcileAttempts } from './reconcile-attempts.ts'
import { paymentsOf } from '#api/test/fakes/sandbox.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

const cards = {
  create: 'pm_card_visa',
  confirm: 'pm_card_visa',
  capture: 'pm_card_visa',
  // A declined payment is cancelled.
  cancel: 'pm_card_visa_chargeDeclined',
}
const slowCalls = (['create', 'confirm', 'capture', 'cancel'] as const).flatMap((on) => [
  { on, kind: 'wait_before' as const },
  { on, kind: 'wait_after' as const },
])

test.each(slowCalls)(
  'a lease that expires during a gateway call ($on, $kind) leads to one order or none',
  async ({ on, kind }) => {
    const buyer = await market.addBuyer()
    const held = await market.hold(buyer, await market.list({ quantity: 2 }), 2)
    const { faults } = market.deps.sandbox
    const { promise: until, resolve: endCall } = Promise.withResolvers<void>()
    const callsBefore = faults.calls.length
    faults.plan({ on, kind, until })
    const purchase = buyer.call(checkoutRoutes.buy, { body: purchaseBody([held], cards[on]) })
    await vi.waitFor(() => expect(faults.calls.slice(callsBefore)).toContain(on), { timeout: 10_000 })

    await sql`update checkout_attempts set lease_expires_at = clock_timestamp() where team_id = ${buyer.teamId}`.execute(
      market.db,
    )
    const recovery = reconcileAttempts(market.deps, { idleSeconds: 0 })
    // The second process may have to wait until the gateway has responded to the first.
    await Promise.race([recovery, wait(1000)])
    endCall()
    expect(await recovery).toBe(1)
    await purchase
    await reconcileAttempts(market.deps, { idleSeconds: 0 })

    const { rows } = await sql<{ id: string; state: string }>`
      select id, state from checkout_attempts where team_id = ${buyer.teamId}`.execute(market.db)
    const isPaid = rows[0]?.state === 'confirmed'
    const states = rows.flatMap(({ id, state }) =>
      paymentsOf(market.deps.sandbox, id).map(({ status }) => ({ attempt: state, payment: status })),
    )
    expect(states).toEqual([
      isPaid
        ? { attempt: 'confirmed', payment: 'succeeded' }
        : { attempt: expect.stringMatching(/^(cancelled|declined|refunded)$/), payment: 'canceled' },
    ])
    const orders = (await buyer.call(ordersRoutes.list)).data.data
    expect(orders.filter(({ status }) => status !== 'Cancelled')).toHaveLength(isPaid ? 1 : 0)
    const isReversed = rows[0]?.state === 'refunded'
    expect(await heldQuantity(market.db, held.listing_id)).toBe(isPaid || isReversed ? 0 : 2)
    expect(await readImbalances(market.db)).toEqual([])
  },
)
