import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { ordersRoutes } from '@terrace/contracts/orders'
import { money } from '@terrace/domain/money'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildMarket, type Market } from '../../test/build-market.ts'
import { heldQuantity } from '../../test/factories.ts'
import { purchaseBody } from '../../test/purchase-body.ts'
import { readImbalances } from '../ledger/index.ts'
import { followRefund } from '../orders/index.ts'
import { decideRefund, type PaymentRefund } from '../payments/index.ts'
import type { Fault, SandboxOperation } from '../payments/sandbox/faults.ts'
import { reconcileAttempts } from './reconcile-attempts.ts'

let market: Market
beforeAll(async () => {
  market = await buildMarket()
})
afterEach(async () => {
  expect(await readImbalances(market.db)).toEqual([])
})
afterAll(() => market.close())

const reconcile = () => reconcileAttempts(market.deps, { quietSeconds: 0 })

/** Strikes a call and all its repeats, so that its caller never learns what happened. */
function strike(on: SandboxOperation, kind: 'fail_before' | 'cut_after'): void {
  const faults: Fault[] = Array.from({ length: 3 }, () => ({ on, kind }))
  for (const fault of faults) market.deps.sandbox.faults.plan(fault)
}

async function buy(card = 'pm_card_visa') {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list({ quantity: 2 }), 2)
  const { data } = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held], card) })
  return {
    held,
    attempt: data.data,
    now: async (): Promise<WireAttempt> =>
      (await buyer.call(checkoutRoutes.attempt, { params: { attempt_id: data.data.attempt_id } })).data.data,
    orders: async () => (await buyer.call(ordersRoutes.list)).data.data,
  }
}

async function intentOf({ attempt_id }: WireAttempt) {
  const { rows } = await sql<{ id: string; status: string; received: number }>`
    select id, status, amount_received as received from sandbox.intents
    where metadata ->> 'attempt_id' = ${attempt_id}`.execute(market.db)
  expect(rows.length).toBeLessThanOrEqual(1)
  return rows[0]
}

test.each(['create', 'confirm'] as const)(
  'a provider that cannot be reached at "%s" leaves the purchase open; nothing is charged later, the tickets are back',
  async (on) => {
    strike(on, 'fail_before')
    const { held, attempt, now } = await buy()
    expect(attempt.status).toBe('processing')
    await reconcile()
    expect((await now()).status).toBe('cancelled')
    expect((await intentOf(attempt))?.status).toBe('canceled')
    expect(await heldQuantity(market.db, held.listing_id)).toBe(2)
  },
)

test('[X-ORDER-07] an answer lost after the card was charged becomes one order and one charge', async () => {
  strike('confirm', 'cut_after')
  const { attempt, now, orders } = await buy()
  expect(attempt.status).toBe('processing')
  await reconcile()
  expect((await now()).status).toBe('confirmed')
  expect(await intentOf(attempt)).toMatchObject({ status: 'succeeded', received: 17_850 })
  expect(await orders()).toHaveLength(1)
})

test('an answer lost after the card was declined is a declined card', async () => {
  strike('confirm', 'cut_after')
  const { attempt, now } = await buy('pm_card_visa_chargeDeclined')
  expect(attempt.status).toBe('processing')
  await reconcile()
  expect(await now()).toMatchObject({ status: 'declined', decline_code: 'generic_decline' })
})

test('a decline stays one although the provider cannot be reached to cancel it at once', async () => {
  strike('cancel', 'cut_after')
  const { attempt, now } = await buy('pm_card_visa_chargeDeclinedLostCard')
  expect(attempt.status).toBe('processing')
  await reconcile()
  expect(await now()).toMatchObject({ status: 'declined', decline_code: 'lost_card' })
})

test.each(['fail_before', 'cut_after'] as const)(
  'money that could not be taken at once (%s) is taken by the reconciler, once',
  async (kind) => {
    strike('capture', kind)
    const { attempt, now, orders } = await buy()
    expect(attempt.status).toBe('processing')
    await reconcile()
    expect((await now()).status).toBe('confirmed')
    expect(await intentOf(attempt)).toMatchObject({ status: 'succeeded', received: 17_850 })
    expect(await orders()).toHaveLength(1)
  },
)

test('an order whose money can no longer be taken is undone: no order without a charge', async () => {
  strike('capture', 'fail_before')
  const { held, attempt, now, orders } = await buy()
  const intentId = (await intentOf(attempt))?.id ?? ''
  await market.deps.gateway.cancelPayment({ intentId, idempotencyKey: 'by-the-bank' })
  await reconcile()
  expect(await now()).toMatchObject({ status: 'refunded', reason: expect.stringContaining('undone') })
  expect(await orders()).toMatchObject([{ status: 'Cancelled', lines: [{ status: 'Cancelled' }] }])
  const { rows } = await sql`select sold from listings where id = ${held.listing_id}`.execute(market.db)
  expect(rows).toEqual([{ sold: 0 }])
  const books = await sql<{ sum: number }>`
    select coalesce(sum(e.amount_minor), 0)::int as sum from ledger_entries e
    join ledger_transactions t on t.id = e.transaction_id
    where t.attempt_id = ${attempt.attempt_id} and e.account = 'gateway'`.execute(market.db)
  expect(books.rows).toEqual([{ sum: 0 }])
  const other = await market.addBuyer()
  await expect(market.hold(other, held.listing_id, 2)).resolves.toMatchObject({ quantity: 2 })
})

test.each(['capture', 'cancel'] as const)(
  'a "%s" whose every repeat is answered with the same failure does not keep a purchase from its end',
  async (on) => {
    strike(on === 'cancel' ? 'confirm' : 'capture', 'fail_before')
    const { attempt, now } = await buy()
    const { gateway } = market.deps
    const call = {
      intentId: (await intentOf(attempt))?.id ?? '',
      idempotencyKey: `${attempt.attempt_id}:${on}`,
    }
    await (on === 'cancel' ? gateway.cancelPayment(call) : gateway.capturePayment(call))
    await sql`update sandbox.idempotency_keys set status = 500, body = '{}'
      where key = ${call.idempotencyKey}`.execute(market.db)
    await reconcile()
    expect((await now()).status).toBe(on === 'cancel' ? 'cancelled' : 'confirmed')
  },
)

test('a failure that is repeated where the money is to be given back does not keep the buyer from it', async () => {
  strike('capture', 'fail_before')
  const { attempt, now } = await buy()
  const { gateway } = market.deps
  const call = {
    intentId: (await intentOf(attempt))?.id ?? '',
    idempotencyKey: `${attempt.attempt_id}:cancel`,
  }
  await sql`update checkout_attempts set state = 'authorised', failure = '{"code": "stock_gone", "message": "Gone."}'
    where id = ${attempt.attempt_id}`.execute(market.db)
  await gateway.cancelPayment(call)
  await sql`update sandbox.idempotency_keys set status = 500, body = '{}'
    where key = ${call.idempotencyKey}`.execute(market.db)
  await reconcile()
  expect((await now()).status).toBe('refunded')
})

test('a payment without an order is said to be returned once the bank has the money, and a refund sent back later is in the log', async () => {
  strike('capture', 'cut_after')
  const { attempt, now } = await buy()
  await sql`update checkout_attempts set state = 'authorised', failure = '{"code": "stock_gone", "message": "Gone."}'
    where id = ${attempt.attempt_id}`.execute(market.db)
  const { gateway } = market.deps
  const refused: PaymentRefund = {
    refundId: 're_refused',
    status: 'failed',
    amount: money(17_850, 'GBP'),
    metadata: {},
  }
  const refundPayment = () => Promise.resolve(refused)
  const away = { ...market.deps, gateway: { ...gateway, name: gateway.name, refundPayment } }
  await reconcileAttempts(away, { quietSeconds: 0 })
  const stateOf = () =>
    market.db
      .selectFrom('checkout_attempts')
      .select('state')
      .where('id', '=', attempt.attempt_id)
      .executeTakeFirst()
  expect(await stateOf()).toEqual({ state: 'authorised' })
  await reconcile()
  expect((await now()).status).toBe('refunded')

  const [made] = await gateway.listRefunds((await intentOf(attempt))?.id ?? '')
  const gatewayRefundId = made?.refundId ?? ''
  await decideRefund(market.deps.sandbox, gatewayRefundId, 'failed')
  const said: object[] = []
  const logger = { error: (facts: object) => void said.push(facts) }
  await followRefund({ ...market.deps, logger }, gatewayRefundId)
  expect(said).toEqual([{ attemptId: attempt.attempt_id, gatewayRefundId }])
})

test('an attempt that somebody drives is left to them', async () => {
  strike('confirm', 'fail_before')
  const { attempt, now } = await buy()
  await sql`update checkout_attempts set driver = 'another', driven_until = clock_timestamp() + interval '1 minute'
    where id = ${attempt.attempt_id}`.execute(market.db)
  expect(await reconcile()).toBe(0)
  expect((await now()).status).toBe('processing')
})

test('[X-ORDER-07] two reconcilers at once settle an attempt once', async () => {
  strike('confirm', 'cut_after')
  const { attempt, orders } = await buy()
  await Promise.all([reconcile(), reconcile(), reconcile()])
  expect(await intentOf(attempt)).toMatchObject({ status: 'succeeded' })
  expect(await orders()).toHaveLength(1)
})

test('what should have ended long ago is asked about less and less often, and still is', async () => {
  strike('capture', 'fail_before')
  const { attempt, now } = await buy()
  const lookedAt = (minutesAgo: number) =>
    sql`update checkout_attempts set lease_until = clock_timestamp() - interval '1 hour',
      updated_at = clock_timestamp() - make_interval(mins => ${minutesAgo}) where id = ${attempt.attempt_id}`.execute(
      market.db,
    )
  await lookedAt(2)
  expect(await reconcile()).toBe(0)
  await lookedAt(3)
  expect(await reconcile()).toBe(1)
  expect((await now()).status).toBe('confirmed')
})
