import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarket, type Market } from '../../../test/build-market.ts'
import { owedRefund } from '../../../test/owed-refund.ts'
import { readImbalances } from '../../ledger/index.ts'
import {
  decideRefund,
  GatewayRefused,
  GatewayUnavailable,
  type PaymentGateway,
  type PaymentRefund,
} from '../../payments/index.ts'
import { followRefund } from './follow-refund.ts'
import { makeRefunds } from './make-refunds.ts'
import { payRefundOtherwise } from './pay-refund-otherwise.ts'
import { retryRefund } from './retry-refund.ts'

let market: Market
beforeAll(async () => {
  market = await buildMarket({ config: { holdCap: 1000 } })
})
afterAll(() => market.close())

/** An order of one line, cancelled; how its refund stands, and what of it the gateway and the books say. */
async function owed() {
  const owed = await owedRefund(market)
  const { buyer, orderId, intentId } = owed
  return {
    ...owed,
    async status() {
      const { data } = await buyer.call(ordersRoutes.one, { params: { order_id: orderId } })
      return data.data.refunds[0]?.status
    },
    refunded: async () => (await market.deps.gateway.retrievePayment(intentId)).amountRefunded.minor,
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

const gatewayWith = (calls: Partial<PaymentGateway>) => ({
  ...market.deps,
  gateway: { ...market.deps.gateway, name: market.deps.gateway.name, ...calls },
})
const dueNow = () =>
  sql`update order_refunds set next_try_at = clock_timestamp() where state = 'pending'`.execute(market.db)

test.each(['succeeded', 'failed'] as const)(
  '[X-ORDER-03] a refund that the bank has not taken yet is no refund: it is asked about until it has %s',
  async (end) => {
    const { refundId, amount, intentId, status, topics } = await owed()
    const made = (state: PaymentRefund['status']): PaymentRefund => ({
      refundId: `re_${refundId}`,
      status: state,
      amount,
      metadata: { refund_id: refundId },
    })
    let state: PaymentRefund['status'] = 'pending'
    let begun = 0
    const deps = gatewayWith({
      refundPayment(input) {
        expect(input).toMatchObject({ intentId, metadata: { refund_id: refundId, round: '1' } })
        begun += 1
        return Promise.resolve(made(state))
      },
      retrieveRefund: () => Promise.resolve(made(state)),
    })
    await makeRefunds(deps)
    expect(await status()).toBe('pending')
    await dueNow()
    await makeRefunds(deps)
    expect(await status()).toBe('pending')
    expect(await readImbalances(market.db)).toEqual([])

    // The provider tells that something has become of it, and is asked what.
    state = end
    await followRefund(deps, `re_${refundId}`)
    expect(await status()).toBe(end)
    expect(begun).toBe(1)
    expect((await topics()).at(-1)).toBe(end === 'succeeded' ? 'order.line_refunded' : 'order.refund_failed')
    expect(await readImbalances(market.db)).toEqual([])
  },
)

test('[X-ORDER-03] a refund whose answer was lost is found again after the gateway has forgotten its key', async () => {
  const { lineId, amount, status, refunded } = await owed()
  await makeRefunds(
    gatewayWith({
      async refundPayment(input) {
        await market.deps.gateway.refundPayment(input)
        throw new GatewayUnavailable('the line was cut')
      },
    }),
  )
  expect(await status()).toBe('pending')
  await dueNow()
  // Under a key that nobody remembers the same call would move the money once more.
  await makeRefunds(
    gatewayWith({
      refundPayment: (input) =>
        market.deps.gateway.refundPayment({ ...input, idempotencyKey: `forgotten-${lineId}` }),
    }),
  )
  expect(await status()).toBe('succeeded')
  expect(await refunded()).toBe(amount.minor)
})

test('[X-ORDER-03] a refund that failed moves the money once when it is asked for once more', async () => {
  const { refundId, amount, status, refunded } = await owed()
  const keys: string[] = []
  await makeRefunds(
    gatewayWith({
      refundPayment(input) {
        keys.push(input.idempotencyKey)
        return Promise.reject(new GatewayRefused('invalid_request', 'the account is closed'))
      },
    }),
  )
  expect(await status()).toBe('failed')
  await retryRefund(market.deps, { refundId })
  await expect(retryRefund(market.deps, { refundId })).rejects.toMatchObject({
    code: 'order.refund_not_failed',
  })
  await makeRefunds(
    gatewayWith({
      refundPayment(input) {
        keys.push(input.idempotencyKey)
        return market.deps.gateway.refundPayment(input)
      },
    }),
  )
  expect(await status()).toBe('succeeded')
  expect(await refunded()).toBe(amount.minor)
  // A gateway repeats its answer to a key: the second time needs another.
  expect(new Set(keys).size).toBe(2)
  expect(await readImbalances(market.db)).toEqual([])
})

test('[X-ORDER-03] a refund that was paid otherwise is booked once, and leaves what the gateway holds', async () => {
  const { refundId, orderId, amount, status, refunded } = await owed()
  await makeRefunds(
    gatewayWith({ refundPayment: () => Promise.reject(new GatewayRefused('invalid_request', 'closed')) }),
  )
  const pay = () => payRefundOtherwise(market.deps, { refundId, how: 'by bank transfer' })
  const answers = await Promise.allSettled([pay(), pay(), pay()])
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
  await expect(payRefundOtherwise(market.deps, { refundId, how: ' ' })).rejects.toMatchObject({
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

test('[X-ORDER-03] a refund that its bank keeps waiting for weeks keeps no other from being made', async () => {
  const slow = await owed()
  market.deps.sandbox.faults.plan({ on: 'refund', kind: 'slow' })
  await makeRefunds(market.deps)
  expect(await slow.status()).toBe('pending')
  const other = await owed()
  for (const tries of [40, 60, 1000]) {
    await sql`update order_refunds set tries = ${tries}, next_try_at = clock_timestamp()
      where id = ${slow.refundId}`.execute(market.db)
    await makeRefunds(market.deps)
  }
  expect(await slow.status()).toBe('pending')
  expect(await other.status()).toBe('succeeded')
  const { gatewayRefundId, nextTry } = await market.db
    .selectFrom('order_refunds')
    .select(['gateway_refund_id as gatewayRefundId', 'next_try_at as nextTry'])
    .where('id', '=', slow.refundId)
    .executeTakeFirstOrThrow()
  expect(nextTry.getTime()).toBeLessThanOrEqual(Date.now() + 3_600_000)

  await decideRefund(market.deps.sandbox, gatewayRefundId ?? '', 'succeeded')
  await dueNow()
  await makeRefunds(market.deps)
  expect(await slow.status()).toBe('succeeded')
  expect(await readImbalances(market.db)).toEqual([])
})

test('[X-ORDER-03] a refund whose answer was lost, and that the bank has sent back since, is not taken for paid', async () => {
  const { intentId, status } = await owed()
  await makeRefunds(
    gatewayWith({
      async refundPayment(input) {
        await market.deps.gateway.refundPayment(input)
        throw new GatewayUnavailable('the line was cut')
      },
    }),
  )
  const [made] = await market.deps.gateway.listRefunds(intentId)
  await decideRefund(market.deps.sandbox, made?.refundId ?? '', 'failed')
  await dueNow()
  // Asked with the same key the gateway would repeat what was true then.
  await makeRefunds(market.deps)
  expect(await status()).toBe('failed')
  expect(await readImbalances(market.db)).toEqual([])
})

test('news of a refund that is none of ours changes nothing', async () => {
  await expect(followRefund(market.deps, 're_unknown')).resolves.toBeUndefined()
})
