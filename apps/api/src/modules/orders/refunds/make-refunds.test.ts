import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyOrder } from '../../../test/bought-order.ts'
import { buildMarket, type Market } from '../../../test/build-market.ts'
import { readImbalances } from '../../ledger/index.ts'
import { GatewayUnavailable, type PaymentGateway, type PaymentRefund } from '../../payments/index.ts'
import { cancelLines } from './cancel-lines.ts'
import { followRefund, makeRefunds } from './make-refunds.ts'

let market: Market
beforeAll(async () => {
  market = await buildMarket({ config: { holdCap: 1000 } })
})
afterAll(() => market.close())

/** An order of one line, cancelled; how its refund stands, and what of it the gateway and the books say. */
async function owed() {
  const { buyer, order, line } = await buyOrder(market)
  const [refund] = await cancelLines(market.deps, {
    which: { lineId: line.id },
    actor: 'operator:anna',
    reason: 'The seller cannot deliver',
    isBackOnSale: false,
  })
  if (!refund) throw new Error('nothing is owed')
  const { intent_id: intentId } = await market.db
    .selectFrom('orders')
    .select('intent_id')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  return {
    ...refund,
    intentId,
    async status() {
      const { data } = await buyer.call(ordersRoutes.one, { params: { order_id: order.id } })
      return data.data.refunds[0]?.status
    },
    refunded: async () => (await market.deps.gateway.retrievePayment(intentId)).amountRefunded.minor,
    async topics() {
      const rows = await market.db
        .selectFrom('outbox')
        .select('topic')
        .where('subject', '=', order.id)
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
        expect(input).toMatchObject({ intentId, metadata: { refund_id: refundId } })
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

test('news of a refund that is none of ours changes nothing', async () => {
  await expect(followRefund(market.deps, 're_unknown')).resolves.toBeUndefined()
})
