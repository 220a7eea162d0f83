import { checkoutRoutes } from '@terrace/contracts/checkout'
import type { WireOrder } from '@terrace/contracts/order-shapes'
import { ordersRoutes } from '@terrace/contracts/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import type { PaymentGateway } from '#api/modules/payments/index.ts'
import { cancelLines } from './cancel-lines.ts'
import { processRefunds } from './process-refunds.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace({ config: { maxHeldTicketsPerTeam: 1000 } })
})
afterAll(() => market.close())

/** An order of two lines, the first cancelled. */
async function cancelledInPart() {
  const { buyer, order } = await buyOrder(market, { lines: [{ quantity: 2 }, { quantity: 1 }] })
  const [line] = order.lines
  if (!line) throw new Error('the order has no line')
  await cancelLines(market.deps, {
    target: { lineId: line.id },
    actor: 'operator:anna',
    reason: 'The seller cannot deliver',
    relist: false,
  })
  return { buyer, order, line }
}

/** The order in the list, on its page and at its confirmation. */
async function readEverywhere(buyer: Caller, orderId: string): Promise<(WireOrder | undefined)[]> {
  const { attempt_id } = await market.db
    .selectFrom('orders')
    .select('attempt_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const list = await buyer.call(ordersRoutes.list)
  const one = await buyer.call(ordersRoutes.one, { params: { order_id: orderId } })
  const attempt = await buyer.call(checkoutRoutes.attempt, { params: { attempt_id } })
  return [list.data.data.find(({ id }) => id === orderId), one.data.data, attempt.data.data.order]
}

/** Refund columns of the export, one row per line in any order. */
async function refundsInFile(buyer: Caller): Promise<Record<string, string>[]> {
  const { data } = await buyer.call(ordersRoutes.export, { query: {} })
  const [headerRow = [], ...rows] = data.data.csv
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(',').slice(-7, -3))
  return rows.map((row) => Object.fromEntries(headerRow.map((head, index) => [head, row[index] ?? ''])))
}

test('[X-PROFILE-03] refunds appear in the list, on the order page, at confirmation and in the export', async () => {
  const { buyer, order, line } = await cancelledInPart()
  for (const seen of await readEverywhere(buyer, order.id)) {
    expect(seen).toMatchObject({
      total: order.total,
      total_refunded: line.line_total,
      refunds: [{ line_id: line.id, amount: line.line_total, status: 'pending', refunded_at: null }],
    })
  }
  const { amount, currency } = line.line_total
  expect(await refundsInFile(buyer)).toEqual(
    expect.arrayContaining([
      { Currency: currency, Refund: amount, 'Refund status': 'Pending', 'Refunded (UTC)': '' },
      { Currency: currency, Refund: '0.00', 'Refund status': '', 'Refunded (UTC)': '' },
    ]),
  )

  await processRefunds(market.deps)
  for (const seen of await readEverywhere(buyer, order.id)) {
    expect(seen).toMatchObject({
      total_refunded: line.line_total,
      refunds: [{ status: 'succeeded', refunded_at: expect.any(String) }],
    })
  }
  expect(await refundsInFile(buyer)).toContainEqual({
    Currency: currency,
    Refund: amount,
    'Refund status': 'Refunded',
    'Refunded (UTC)': expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
  })
})

test('a refund rejected by the bank is not counted as refunded and shows as delayed', async () => {
  const { buyer, order, line } = await cancelledInPart()
  const reject: PaymentGateway['refundPayment'] = () =>
    Promise.resolve({
      refundId: 're_1',
      status: 'failed',
      amount: { minor: 0, currency: 'GBP' },
      metadata: {},
    })
  const { gateway } = market.deps
  await processRefunds({ ...market.deps, gateway: { ...gateway, name: gateway.name, refundPayment: reject } })
  for (const seen of await readEverywhere(buyer, order.id)) {
    expect(seen).toMatchObject({
      total_refunded: { amount: '0.00', currency: 'GBP' },
      refunds: [{ amount: line.line_total, status: 'failed' }],
    })
  }
  expect(await refundsInFile(buyer)).toContainEqual({
    Currency: 'GBP',
    Refund: '0.00',
    'Refund status': 'Delayed',
    'Refunded (UTC)': '',
  })
})
