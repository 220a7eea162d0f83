import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { expandProduct } from '@terrace/contracts/product'
import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { crashPoints } from '#api/test/harness/crash-points.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { heldQuantity } from '#api/test/fixtures/factories.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { readImbalances } from '#api/modules/ledger/index.ts'
import type { Crash } from '#api/test/harness/crash-while-paying.ts'
import { reconcileAttempts } from './reconcile-attempts.ts'
import { paymentsOf, sandboxEnv } from '#api/test/fakes/sandbox.ts'

const script = fileURLToPath(new URL('../../../test/harness/crash-while-paying.ts', import.meta.url))

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

async function attemptStates(teamId: string): Promise<{ attempt: string; payment: string }[]> {
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from checkout_attempts where team_id = ${teamId}`.execute(market.db)
  return rows.flatMap(({ id, state }) => {
    const payments = paymentsOf(market.deps.sandbox, id).map(({ status }) => status)
    return (payments.length > 0 ? payments : ['none']).map((payment) => ({ attempt: state, payment }))
  })
}

test.each(crashPoints)(
  '[X-CHECKOUT-02] [X-ORDER-07] after a crash ($after) the repeated request leads to one order and one charge',
  async ({ on, kind, attempt, payment }) => {
    const buyer = await market.addBuyer()
    const held = await market.hold(buyer, await market.list({ quantity: 2 }), 2)
    const body = purchaseBody([held])
    const crash: Crash = {
      databaseUrl: market.deps.config.databaseUrl,
      dataFolder: market.deps.config.dataFolder,
      sandbox: sandboxEnv(market.deps.sandbox),
      on,
      kind,
      token: buyer.token,
      url: `/api${expandProduct(checkoutRoutes.buy.path, market.deps.config.product)}`,
      body: JSON.stringify(body),
    }
    const child = spawn(process.execPath, [script, JSON.stringify(crash)], {
      env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
      stdio: 'inherit',
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    await vi.waitFor(async () => expect(await attemptStates(buyer.teamId)).toEqual([{ attempt, payment }]), {
      timeout: 120_000,
    })
    child.kill('SIGKILL')
    await once(child, 'exit')

    // The crashed process has not been seen for a while, which ends its lease.
    await sql`update processes set seen_at = clock_timestamp() - interval '5 seconds'`.execute(market.db)
    // The browser received no response and retries with its key, while the reconciler finds the attempt.
    const [replay] = await Promise.all([
      buyer.call(checkoutRoutes.buy, { body, idempotencyKey: 'crash' }),
      reconcileAttempts(market.deps, { idleSeconds: 0 }),
    ])
    expect(replay.data.data.status).toBe('confirmed')

    expect(await attemptStates(buyer.teamId)).toEqual([{ attempt: 'confirmed', payment: 'succeeded' }])
    expect((await buyer.call(ordersRoutes.list)).data.meta.total).toBe(1)
    expect(await heldQuantity(market.db, held.listing_id)).toBe(0)
    expect(await readImbalances(market.db)).toEqual([])
  },
)
