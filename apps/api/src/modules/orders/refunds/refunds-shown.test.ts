import { checkoutRoutes } from '@terrace/contracts/checkout'
import { ordersRoutes, type WireOrder } from '@terrace/contracts/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyOrder } from '../../../test/bought-order.ts'
import { buildMarket, type Market } from '../../../test/build-market.ts'
import type { Caller } from '../../../test/build-test-app.ts'
import type { PaymentGateway } from '../../payments/index.ts'
import { cancelLines } from './cancel-lines.ts'
import { makeRefunds } from './make-refunds.ts'

let market: Market
beforeAll(async () => {
  market = await buildMarket({ config: { holdCap: 1000 } })
})
afterAll(() => market.close())

/** An order of two lines, the first of them cancelled. */
async function cancelledInPart() {
  const { buyer, order } = await buyOrder(market, { lines: [{ quantity: 2 }, { quantity: 1 }] })
  const [line] = order.lines
  if (!line) throw new Error('the order has no line')
  await cancelLines(market.deps, {
    which: { lineId: line.id },
    actor: 'operator:anna',
    reason: 'The seller cannot deliver',
    isBackOnSale: false,
  })
  return { buyer, order, line }
}

/** The order where the team lists it, where it is open beside the list, and where it was confirmed. */
async function everywhere(buyer: Caller, orderId: string): Promise<(WireOrder | undefined)[]> {
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

/** What the file says of refunds, by the columns' heads; a row for each line, in no order. */
async function refundsInFile(buyer: Caller): Promise<Record<string, string>[]> {
  const { data } = await buyer.call(ordersRoutes.export, { query: {} })
  const [heads = [], ...rows] = data.data.csv
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(',').slice(-4))
  return rows.map((row) => Object.fromEntries(heads.map((head, index) => [head, row[index] ?? ''])))
}

test('[X-PROFILE-03] money that goes back stands with its order in the list, on its page, at its confirmation and in the file', async () => {
  const { buyer, order, line } = await cancelledInPart()
  for (const seen of await everywhere(buyer, order.id)) {
    expect(seen).toMatchObject({
      total: order.total,
      total_refunded: line.line_total,
      refunds: [{ line_id: line.id, amount: line.line_total, status: 'pending', refunded_at: null }],
    })
  }
  const { amount, currency } = line.line_total
  expect(await refundsInFile(buyer)).toEqual(
    expect.arrayContaining([
      { Currency: currency, Refund: amount, 'Refund status': 'On its way', 'Refunded (UTC)': '' },
      { Currency: currency, Refund: '0.00', 'Refund status': '', 'Refunded (UTC)': '' },
    ]),
  )

  await makeRefunds(market.deps)
  for (const seen of await everywhere(buyer, order.id)) {
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

test('a refund that the bank refused is in no sum, for it is still owed, and is told as delayed', async () => {
  const { buyer, order, line } = await cancelledInPart()
  const refuse: PaymentGateway['refundPayment'] = () =>
    Promise.resolve({
      refundId: 're_1',
      status: 'failed',
      amount: { minor: 0, currency: 'GBP' },
      metadata: {},
    })
  const { gateway } = market.deps
  await makeRefunds({ ...market.deps, gateway: { ...gateway, name: gateway.name, refundPayment: refuse } })
  for (const seen of await everywhere(buyer, order.id)) {
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
