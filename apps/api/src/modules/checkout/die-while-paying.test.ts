import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { foldProduct } from '@terrace/contracts/product'
import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { crashPoints } from '../../test/crash-points.ts'
import { buildMarket, type Market } from '../../test/build-market.ts'
import { heldQuantity } from '../../test/factories.ts'
import { purchaseBody } from '../../test/purchase-body.ts'
import { readImbalances } from '../ledger/index.ts'
import type { Crash } from './die-while-paying.ts'
import { reconcileAttempts } from './reconcile-attempts.ts'

const script = fileURLToPath(new URL('./die-while-paying.ts', import.meta.url))

let market: Market
beforeAll(async () => {
  market = await buildMarket()
})
afterAll(() => market.close())

async function standing(teamId: string): Promise<{ attempt: string; intent: string }[]> {
  const { rows } = await sql<{ attempt: string; intent: string }>`
    select a.state as attempt, coalesce(i.status, 'none') as intent from checkout_attempts a
    left join sandbox.intents i on i.metadata ->> 'attempt_id' = a.id where a.team_id = ${teamId}`.execute(
    market.db,
  )
  return rows
}

test.each(crashPoints)(
  '[X-CHECKOUT-02] [X-ORDER-07] a process killed after $after leaves an attempt that becomes $becomes: one order and one charge, or neither',
  async ({ on, kind, attempt, intent, becomes }) => {
    const buyer = await market.addBuyer()
    const held = await market.hold(buyer, await market.list({ quantity: 2 }), 2)
    const body = purchaseBody([held])
    const crash: Crash = {
      databaseUrl: market.deps.config.databaseUrl,
      on,
      kind,
      token: buyer.token,
      url: `/api${foldProduct(checkoutRoutes.buy.path, market.deps.config.product)}`,
      body: JSON.stringify(body),
    }
    const child = spawn(process.execPath, [script, JSON.stringify(crash)], { env: {}, stdio: 'inherit' })
    await vi.waitFor(async () => expect(await standing(buyer.teamId)).toEqual([{ attempt, intent }]), {
      timeout: 30_000,
    })
    child.kill('SIGKILL')
    await once(child, 'exit')

    // The dead process's claim runs out.
    await sql`update checkout_attempts set driven_until = clock_timestamp() where team_id = ${buyer.teamId}`.execute(
      market.db,
    )
    await reconcileAttempts(market.deps, { quietSeconds: 0 })

    const isPaid = becomes === 'confirmed'
    expect(await standing(buyer.teamId)).toEqual([
      { attempt: becomes, intent: isPaid ? 'succeeded' : 'canceled' },
    ])
    expect((await buyer.call(ordersRoutes.list)).data.meta.total).toBe(isPaid ? 1 : 0)
    expect(await heldQuantity(market.db, held.listing_id)).toBe(isPaid ? 0 : 2)
    expect(await readImbalances(market.db)).toEqual([])
    // The browser, which never heard an answer, asks again with its key.
    const replay = await buyer.call(checkoutRoutes.buy, { body, idempotencyKey: 'crash' })
    expect(replay.data.data.status).toBe(becomes)
  },
)
