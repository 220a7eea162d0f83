import { ordersRoutes } from '@terrace/contracts/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyOrder } from '../../test/bought-order.ts'
import { buildMarket, type Market } from '../../test/build-market.ts'
import type { Caller } from '../../test/build-test-app.ts'

let market: Market
beforeAll(async () => {
  market = await buildMarket({ config: { holdCap: 1000 } })
})
afterAll(() => market.close())

const report = (buyer: Caller, lineId: string, text = 'The file is empty', idempotencyKey?: string) =>
  buyer.call(ordersRoutes.reportIssue, {
    params: { line_id: lineId },
    body: { kind: 'file_unreadable', text },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  })

async function reportsOf(buyer: Caller, orderId: string) {
  const { data } = await buyer.call(ordersRoutes.one, { params: { order_id: orderId } })
  return data.data.lines.flatMap((line) => line.reports)
}

test('an issue is kept, shown with the order, and told', async () => {
  const { buyer, order, line } = await buyOrder(market)
  const { data } = await report(buyer, line.id)
  expect(data.data).toMatchObject({
    kind: 'file_unreadable',
    text: 'The file is empty',
    reported_by: 'Jo Marsh',
  })
  expect(await reportsOf(buyer, order.id)).toEqual([data.data])
  const told = await market.db
    .selectFrom('outbox')
    .select(['topic', 'payload'])
    .where('subject', '=', order.id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(told).toMatchObject({
    topic: 'order.issue_reported',
    payload: {
      lineId: line.id,
      teamId: buyer.teamId,
      sellerTeamId: market.sellerTeamId,
      reportId: data.data.id,
    },
  })
})

test('a double press is one report, and the same key with another text is refused', async () => {
  const { buyer, order, line } = await buyOrder(market)
  const [first, second] = await Promise.all([
    report(buyer, line.id, 'Empty', 'press-1'),
    report(buyer, line.id, 'Empty', 'press-1'),
  ])
  expect(second.data).toEqual(first.data)
  expect(await reportsOf(buyer, order.id)).toHaveLength(1)
  const other = await report(buyer, line.id, 'Another text', 'press-1')
  expect([other.status, other.error.code]).toEqual([422, 'idempotency.key_reused'])
})

test('five reports of a line a day are enough', async () => {
  const { buyer, order, line } = await buyOrder(market)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, number) => report(buyer, line.id, `No. ${number}`)),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
  expect(answers.find(({ ok }) => !ok)?.error.code).toBe('order.too_many_reports')
  expect(await reportsOf(buyer, order.id)).toHaveLength(5)
})

test.each([
  ['kind', { kind: 'bored', text: 'x' }],
  ['text', { kind: 'other', text: '   ' }],
  ['text', { kind: 'other', text: 'x'.repeat(2001) }],
])('a wrong %s is refused by its name, and nothing is kept', async (field, body) => {
  const { buyer, order, line } = await buyOrder(market)
  const answer = await market.app.inject({
    method: 'POST',
    url: `/api/trade/order-lines/${line.id}/report-issue`,
    headers: { authorization: `Bearer ${buyer.token}` },
    payload: body,
  })
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(answer.json().errors.fields)).toEqual([field])
  expect(await reportsOf(buyer, order.id)).toEqual([])
})
