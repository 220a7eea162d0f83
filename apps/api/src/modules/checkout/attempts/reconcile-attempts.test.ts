import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { notificationsRoutes } from '@terrace/contracts/notifications'
import { ordersRoutes } from '@terrace/contracts/orders'
import { money } from '@terrace/domain/money/money'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { heldQuantity } from '#api/test/fixtures/factories.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { readImbalances } from '#api/modules/ledger/index.ts'
import { syncRefund } from '#api/modules/orders/index.ts'
import { type PaymentRefund } from '#api/modules/payments/index.ts'
import { readRefundedPaymentEmailDetails } from './read-refunded-payment-email-details.ts'
import { reconcileAttempts } from './reconcile-attempts.ts'
import { decideRefund, type Fault, type SandboxOperation, paymentsOf } from '#api/test/fakes/sandbox.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterEach(async () => {
  expect(await readImbalances(market.db)).toEqual([])
})
afterAll(() => market.close())

const reconcile = () => reconcileAttempts(market.deps, { idleSeconds: 0 })

/** Fails a call and all its retries, so that the caller never learns the outcome. */
function planFault(on: SandboxOperation, kind: 'fail_before' | 'drop_after'): void {
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
    fetchAttempt: async (): Promise<WireAttempt> =>
      (await buyer.call(checkoutRoutes.attempt, { params: { attempt_id: data.data.attempt_id } })).data.data,
    orders: async () => (await buyer.call(ordersRoutes.list)).data.data,
    notifications: async () => {
      await market.deps.outbox.drain()
      const { data } = await buyer.call(notificationsRoutes.list)
      return data.data.map(({ title, detail, link }) => ({ title, detail, link }))
    },
  }
}

function paymentOf({ attempt_id }: WireAttempt) {
  const payments = paymentsOf(market.deps.sandbox, attempt_id)
  expect(payments.length).toBeLessThanOrEqual(1)
  return payments[0]
}

/** Its buyer no longer waits for the outcome. */
const endWait = ({ attempt_id }: WireAttempt) =>
  sql`update checkout_attempts set created_at = clock_timestamp() - interval '61 seconds' where id = ${attempt_id}`.execute(
    market.db,
  )

/** From now on, the gateway repeats an error for this key. */
const failKey = (key: string) =>
  market.deps.sandbox.store.run("update idempotency_keys set status = 500, body = '{}' where key = :key", {
    key,
  })

test.each(['create', 'confirm'] as const)(
  'a purchase interrupted at "%s" is never charged and returns its tickets once its buyer no longer waits',
  async (on) => {
    planFault(on, 'fail_before')
    const { held, attempt, fetchAttempt } = await buy()
    expect(attempt.status).toBe('processing')
    await endWait(attempt)
    await reconcile()
    expect((await fetchAttempt()).status).toBe('cancelled')
    expect(paymentOf(attempt)?.status).toBe('canceled')
    expect(await heldQuantity(market.db, held.listing_id)).toBe(2)
  },
)

test('[X-ORDER-07] a response lost after the charge leads to one order and one charge', async () => {
  planFault('confirm', 'drop_after')
  const { attempt, fetchAttempt, orders } = await buy()
  expect(attempt.status).toBe('processing')
  await reconcile()
  expect((await fetchAttempt()).status).toBe('confirmed')
  expect(paymentOf(attempt)).toMatchObject({ status: 'succeeded', received: 17_850 })
  expect(await orders()).toHaveLength(1)
})

test('a response lost after a decline leads to a declined card', async () => {
  planFault('confirm', 'drop_after')
  const { attempt, fetchAttempt } = await buy('pm_card_visa_chargeDeclined')
  expect(attempt.status).toBe('processing')
  await reconcile()
  expect(await fetchAttempt()).toMatchObject({ status: 'declined', decline_code: 'generic_decline' })
})

test('a decline stays a decline if cancelling at the gateway fails at first', async () => {
  planFault('cancel', 'drop_after')
  const { attempt, fetchAttempt } = await buy('pm_card_visa_chargeDeclinedLostCard')
  expect(attempt.status).toBe('processing')
  await reconcile()
  expect(await fetchAttempt()).toMatchObject({ status: 'declined', decline_code: 'lost_card' })
})

test.each(['fail_before', 'drop_after'] as const)(
  'the reconciler captures a payment once whose capture failed (%s)',
  async (kind) => {
    planFault('capture', kind)
    const { attempt, fetchAttempt, orders } = await buy()
    expect(attempt.status).toBe('processing')
    await reconcile()
    expect((await fetchAttempt()).status).toBe('confirmed')
    expect(paymentOf(attempt)).toMatchObject({ status: 'succeeded', received: 17_850 })
    expect(await orders()).toHaveLength(1)
  },
)

test('an order whose payment can no longer be captured is reversed', async () => {
  planFault('capture', 'fail_before')
  const { held, attempt, fetchAttempt, orders, notifications } = await buy()
  const gatewayPaymentId = paymentOf(attempt)?.id ?? ''
  await market.deps.gateway.cancelPayment({ gatewayPaymentId, idempotencyKey: 'by-the-bank' })
  await reconcile()
  expect(await fetchAttempt()).toMatchObject({
    status: 'refunded',
    reason: expect.stringContaining('the order was cancelled'),
  })
  expect(await readRefundedPaymentEmailDetails(market.db, attempt.attempt_id)).toMatchObject({
    wasCaptured: false,
  })
  const [order, ...others] = await orders()
  expect([order, others]).toMatchObject([{ status: 'Cancelled', lines: [{ status: 'Cancelled' }] }, []])
  expect((await notifications())[0]).toEqual({
    title: `Order ${order?.number} cancelled: payment not completed`,
    detail: expect.stringMatching(/ · The payment was cancelled or refunded$/),
    link: `/profile?tab=purchases&order=${order?.id}`,
  })
  const { rows } = await sql`select sold from listings where id = ${held.listing_id}`.execute(market.db)
  expect(rows).toEqual([{ sold: 0 }])
  const ledgerTotal = await sql<{ sum: number }>`
    select coalesce(sum(e.amount_minor), 0)::int as sum from ledger_entries e
    join ledger_transactions t on t.id = e.transaction_id
    where t.attempt_id = ${attempt.attempt_id} and e.account = 'gateway'`.execute(market.db)
  expect(ledgerTotal.rows).toEqual([{ sum: 0 }])
  const other = await market.addBuyer()
  await expect(market.hold(other, held.listing_id, 2)).resolves.toMatchObject({ quantity: 2 })
})

test.each(['capture', 'cancel'] as const)(
  'a "%s" that keeps replaying the same failure does not block the purchase',
  async (on) => {
    planFault(on === 'cancel' ? 'confirm' : 'capture', 'fail_before')
    const { attempt, fetchAttempt } = await buy()
    const { gateway } = market.deps
    const call = {
      gatewayPaymentId: paymentOf(attempt)?.id ?? '',
      idempotencyKey: `${attempt.attempt_id}:${on}`,
    }
    await (on === 'cancel' ? gateway.cancelPayment(call) : gateway.capturePayment(call))
    failKey(call.idempotencyKey)
    await endWait(attempt)
    await reconcile()
    expect((await fetchAttempt()).status).toBe(on === 'cancel' ? 'cancelled' : 'confirmed')
  },
)

test('stock stays held until the gateway has cancelled the payment', async () => {
  planFault('confirm', 'fail_before')
  const { held, attempt, fetchAttempt } = await buy()
  await endWait(attempt)
  const { gateway } = market.deps
  const cancelPayment = vi.fn<typeof gateway.cancelPayment>(async ({ gatewayPaymentId }) => ({
    ...(await gateway.retrievePayment(gatewayPaymentId)),
    status: 'requires_payment_method',
    lastError: null,
  }))
  const slowDeps = { ...market.deps, gateway: { ...gateway, name: gateway.name, cancelPayment } }
  await reconcileAttempts(slowDeps, { idleSeconds: 0 })
  const { rows } = await sql`select state from checkout_attempts where id = ${attempt.attempt_id}`.execute(
    market.db,
  )
  expect(rows).toEqual([{ state: 'authorising' }])
  expect(cancelPayment).toHaveBeenCalledTimes(1)
  expect(await heldQuantity(market.db, held.listing_id)).toBe(2)
  await reconcile()
  expect((await fetchAttempt()).status).toBe('cancelled')
  expect(paymentOf(attempt)).toMatchObject({ status: 'canceled' })
})

test('a replayed failure does not block a refund', async () => {
  planFault('capture', 'fail_before')
  const { attempt, fetchAttempt } = await buy()
  const { gateway } = market.deps
  const call = {
    gatewayPaymentId: paymentOf(attempt)?.id ?? '',
    idempotencyKey: `${attempt.attempt_id}:cancel`,
  }
  await sql`update checkout_attempts set state = 'authorised', failure = '{"code": "stock_unavailable", "message": "Gone."}'
    where id = ${attempt.attempt_id}`.execute(market.db)
  await gateway.cancelPayment(call)
  failKey(call.idempotencyKey)
  await reconcile()
  expect((await fetchAttempt()).status).toBe('refunded')
})

test('a refund is reported once the bank has accepted it, and its later return is logged', async () => {
  planFault('capture', 'drop_after')
  const { attempt, fetchAttempt } = await buy()
  await sql`update checkout_attempts set state = 'authorised', failure = '{"code": "stock_unavailable", "message": "Gone."}'
    where id = ${attempt.attempt_id}`.execute(market.db)
  const { gateway } = market.deps
  const failedRefund: PaymentRefund = {
    refundId: 're_failed',
    status: 'failed',
    amount: money(17_850, 'GBP'),
    metadata: {},
  }
  const refundPayment = () => Promise.resolve(failedRefund)
  const unavailableDeps = { ...market.deps, gateway: { ...gateway, name: gateway.name, refundPayment } }
  await reconcileAttempts(unavailableDeps, { idleSeconds: 0 })
  const stateOf = () =>
    market.db
      .selectFrom('checkout_attempts')
      .select('state')
      .where('id', '=', attempt.attempt_id)
      .executeTakeFirst()
  expect(await stateOf()).toEqual({ state: 'authorised' })
  await reconcile()
  expect((await fetchAttempt()).status).toBe('refunded')
  expect(await readRefundedPaymentEmailDetails(market.db, attempt.attempt_id)).toMatchObject({
    reason: 'Gone.',
    wasCaptured: true,
  })

  const [refund] = await gateway.listRefunds(paymentOf(attempt)?.id ?? '')
  const gatewayRefundId = refund?.refundId ?? ''
  decideRefund(market.deps.sandbox.store, gatewayRefundId, 'failed')
  const logged: object[] = []
  const logger = { error: (details: object) => void logged.push(details) }
  await syncRefund({ ...market.deps, logger }, gatewayRefundId)
  expect(logged).toEqual([{ attemptId: attempt.attempt_id, gatewayRefundId }])
})

test('an attempt with a lease owner is left alone', async () => {
  planFault('confirm', 'fail_before')
  const { attempt, fetchAttempt } = await buy()
  await sql`update checkout_attempts set lease_owner = 'another', lease_expires_at = clock_timestamp() + interval '1 minute'
    where id = ${attempt.attempt_id}`.execute(market.db)
  expect(await reconcile()).toBe(0)
  expect((await fetchAttempt()).status).toBe('processing')
})

test('[X-ORDER-07] two concurrent reconcilers complete an attempt once', async () => {
  planFault('confirm', 'drop_after')
  const { attempt, orders } = await buy()
  await Promise.all([reconcile(), reconcile(), reconcile()])
  expect(paymentOf(attempt)).toMatchObject({ status: 'succeeded' })
  expect(await orders()).toHaveLength(1)
})

test('overdue attempts are retried at growing intervals', async () => {
  planFault('capture', 'fail_before')
  const { attempt, fetchAttempt } = await buy()
  const setLastChecked = (minutesAgo: number) =>
    sql`update checkout_attempts set holds_extended_until = clock_timestamp() - interval '1 hour',
      updated_at = clock_timestamp() - make_interval(mins => ${minutesAgo}) where id = ${attempt.attempt_id}`.execute(
      market.db,
    )
  await setLastChecked(2)
  expect(await reconcile()).toBe(0)
  await setLastChecked(3)
  expect(await reconcile()).toBe(1)
  expect((await fetchAttempt()).status).toBe('confirmed')
})
