import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { pendingRefund } from '#api/test/fixtures/pending-refund.ts'
import { readImbalances } from '#api/modules/ledger/index.ts'
import {
  GatewayRejected,
  GatewayUnavailable,
  type PaymentGateway,
  type PaymentRefund,
} from '#api/modules/payments/index.ts'
import { syncRefund } from './sync-refund.ts'
import { processRefunds } from './process-refunds.ts'
import { recordManualRefund } from './record-manual-refund.ts'
import { retryRefund } from './retry-refund.ts'
import { decideRefund } from '#api/test/fakes/sandbox.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace({ config: { maxHeldTicketsPerTeam: 1000 } })
})
afterAll(() => market.close())

/** A cancelled single-line order with readers for its refund, gateway and ledger state. */
async function owed() {
  const owedOrder = await pendingRefund(market)
  const { buyer, orderId, gatewayPaymentId } = owedOrder
  return {
    ...owedOrder,
    async status() {
      const { data } = await buyer.call(ordersRoutes.one, { params: { order_id: orderId } })
      return data.data.refunds[0]?.status
    },
    refunded: async () => (await market.deps.gateway.retrievePayment(gatewayPaymentId)).amountRefunded.minor,
    async topics() {
      const rows = await market.db
        .selectFrom('outbox')
        .select('topic')
        .where('subject', '=', orderId)
        .orderBy('id')
        .execute()
      return rows.map(({ topic }) => topic)
    },
  }
}

const depsWithGateway = (calls: Partial<PaymentGateway>) => ({
  ...market.deps,
  gateway: { ...market.deps.gateway, name: market.deps.gateway.name, ...calls },
})
const makeRefundsDue = () =>
  sql`update order_refunds set next_attempt_at = clock_timestamp() where state = 'pending'`.execute(market.db)

test.each(['succeeded', 'failed'] as const)(
  '[X-ORDER-03] a pending refund is neither paid nor booked, and is polled until it has %s',
  async (end) => {
    const { refundId, amount, gatewayPaymentId, status, topics } = await owed()
    const made = (state: PaymentRefund['status']): PaymentRefund => ({
      refundId: `re_${refundId}`,
      status: state,
      amount,
      metadata: { refund_id: refundId },
    })
    let state: PaymentRefund['status'] = 'pending'
    let createdRefunds = 0
    const deps = depsWithGateway({
      refundPayment(input) {
        expect(input).toMatchObject({ gatewayPaymentId, metadata: { refund_id: refundId, round: '1' } })
        createdRefunds += 1
        return Promise.resolve(made(state))
      },
      retrieveRefund: () => Promise.resolve(made(state)),
    })
    await processRefunds(deps)
    expect(await status()).toBe('pending')
    await makeRefundsDue()
    await processRefunds(deps)
    expect(await status()).toBe('pending')
    expect(await readImbalances(market.db)).toEqual([])

    // The gateway sends an event, and its current status is read.
    state = end
    await syncRefund(deps, `re_${refundId}`)
    expect(await status()).toBe(end)
    expect(createdRefunds).toBe(1)
    expect((await topics()).at(-1)).toBe(end === 'succeeded' ? 'order.line_refunded' : 'order.refund_failed')
    expect(await readImbalances(market.db)).toEqual([])
  },
)

test('[X-ORDER-03] a refund with a lost response is found after its idempotency key has expired', async () => {
  const { lineId, amount, status, refunded } = await owed()
  await processRefunds(
    depsWithGateway({
      async refundPayment(input) {
        await market.deps.gateway.refundPayment(input)
        throw new GatewayUnavailable('connection lost')
      },
    }),
  )
  expect(await status()).toBe('pending')
  await makeRefundsDue()
  // With an expired key the same call would pay again.
  await processRefunds(
    depsWithGateway({
      refundPayment: (input) =>
        market.deps.gateway.refundPayment({ ...input, idempotencyKey: `forgotten-${lineId}` }),
    }),
  )
  expect(await status()).toBe('succeeded')
  expect(await refunded()).toBe(amount.minor)
})

test('[X-ORDER-03] retrying a failed refund pays once', async () => {
  const { refundId, amount, status, refunded } = await owed()
  const keys: string[] = []
  await processRefunds(
    depsWithGateway({
      refundPayment(input) {
        keys.push(input.idempotencyKey)
        return Promise.reject(new GatewayRejected('invalid_request', 'the account is closed'))
      },
    }),
  )
  expect(await status()).toBe('failed')
  await retryRefund(market.deps, { refundId })
  await expect(retryRefund(market.deps, { refundId })).rejects.toMatchObject({
    code: 'order.refund_not_failed',
  })
  await processRefunds(
    depsWithGateway({
      refundPayment(input) {
        keys.push(input.idempotencyKey)
        return market.deps.gateway.refundPayment(input)
      },
    }),
  )
  expect(await status()).toBe('succeeded')
  expect(await refunded()).toBe(amount.minor)
  // A gateway replays its response for a key, so the retry needs a new one.
  expect(new Set(keys).size).toBe(2)
  expect(await readImbalances(market.db)).toEqual([])
})

test('[X-ORDER-03] a manual refund is booked once and leaves the gateway balance unchanged', async () => {
  const { refundId, orderId, amount, status, refunded } = await owed()
  await processRefunds(
    depsWithGateway({
      refundPayment: () => Promise.reject(new GatewayRejected('invalid_request', 'closed')),
    }),
  )
  const pay = () => recordManualRefund(market.deps, { refundId, note: 'by bank transfer' })
  const responses = await Promise.allSettled([pay(), pay(), pay()])
  expect(responses.filter((response) => response.status === 'fulfilled')).toHaveLength(1)
  await expect(recordManualRefund(market.deps, { refundId, note: ' ' })).rejects.toMatchObject({
    code: 'input.invalid',
  })
  expect(await status()).toBe('succeeded')
  expect(await refunded()).toBe(0)
  const { rows } = await sql<{ account: string; sum: number }>`
    select e.account, sum(e.amount_minor)::bigint as sum from ledger_entries e
    join ledger_transactions t on t.id = e.transaction_id where t.order_id = ${orderId}
    group by e.account having sum(e.amount_minor) <> 0 order by e.account`.execute(market.db)
  expect(rows).toEqual([
    { account: 'bank', sum: -amount.minor },
    { account: 'gateway', sum: amount.minor },
  ])
  expect(await readImbalances(market.db)).toEqual([])
})

test('[X-ORDER-03] a refund pending for weeks does not block the others', async () => {
  const slow = await owed()
  market.deps.sandbox.faults.plan({ on: 'refund', kind: 'slow' })
  await processRefunds(market.deps)
  expect(await slow.status()).toBe('pending')
  const other = await owed()
  for (const attemptCount of [40, 60, 1000]) {
    await sql`update order_refunds set attempt_count = ${attemptCount}, next_attempt_at = clock_timestamp()
      where id = ${slow.refundId}`.execute(market.db)
    await processRefunds(market.deps)
  }
  expect(await slow.status()).toBe('pending')
  expect(await other.status()).toBe('succeeded')
  const { gatewayRefundId, nextAttempt } = await market.db
    .selectFrom('order_refunds')
    .select(['gateway_refund_id as gatewayRefundId', 'next_attempt_at as nextAttempt'])
    .where('id', '=', slow.refundId)
    .executeTakeFirstOrThrow()
  expect(nextAttempt.getTime()).toBeLessThanOrEqual(Date.now() + 3_600_000)

  decideRefund(market.deps.sandbox.store, gatewayRefundId ?? '', 'succeeded')
  await makeRefundsDue()
  await processRefunds(market.deps)
  expect(await slow.status()).toBe('succeeded')
  expect(await readImbalances(market.db)).toEqual([])
})

test('[X-ORDER-03] a refund with a lost response that the bank returned is not paid', async () => {
  const { gatewayPaymentId, status } = await owed()
  await processRefunds(
    depsWithGateway({
      async refundPayment(input) {
        await market.deps.gateway.refundPayment(input)
        throw new GatewayUnavailable('connection lost')
      },
    }),
  )
  const [made] = await market.deps.gateway.listRefunds(gatewayPaymentId)
  decideRefund(market.deps.sandbox.store, made?.refundId ?? '', 'failed')
  await makeRefundsDue()
  // With the same key, the gateway would replay its outdated response.
  await processRefunds(market.deps)
  expect(await status()).toBe('failed')
  expect(await readImbalances(market.db)).toEqual([])
})

test('an event for an unknown refund changes nothing', async () => {
  await expect(syncRefund(market.deps, 're_unknown')).resolves.toBeUndefined()
})

test('a refund that a restored database has lost is taken instead of a second one', async () => {
  const { amount, gatewayPaymentId, status, refunded } = await owed()
  await market.deps.gateway.refundPayment({
    gatewayPaymentId,
    amount,
    metadata: { refund_id: 'rfd_lost', round: '1' },
    idempotencyKey: `lost-${gatewayPaymentId}`,
  })
  await processRefunds(
    depsWithGateway({ refundPayment: () => Promise.reject(new Error('must not refund again')) }),
  )
  expect(await status()).toBe('succeeded')
  expect(await refunded()).toBe(amount.minor)
  expect(await readImbalances(market.db)).toEqual([])
})
