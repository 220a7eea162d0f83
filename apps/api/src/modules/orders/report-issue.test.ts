import { ordersRoutes } from '@terrace/contracts/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace({ config: { maxHeldTicketsPerTeam: 1000 } })
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

test('an issue report is saved, shown with the order and published', async () => {
  const { buyer, order, line } = await buyOrder(market)
  const { data } = await report(buyer, line.id)
  expect(data.data).toMatchObject({
    kind: 'file_unreadable',
    text: 'The file is empty',
    reported_by: 'Jo Marsh',
  })
  expect(await reportsOf(buyer, order.id)).toEqual([data.data])
  const outboxEvents = await market.db
    .selectFrom('outbox')
    .select(['topic', 'payload'])
    .where('subject', '=', order.id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(outboxEvents).toMatchObject({
    topic: 'order.issue_reported',
    payload: {
      lineId: line.id,
      teamId: buyer.teamId,
      sellerTeamId: market.sellerTeamId,
      reportId: data.data.id,
    },
  })
})

test('a repeated key returns the same report, and another text with it is rejected', async () => {
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

test('a line takes at most five reports a day', async () => {
  const { buyer, order, line } = await buyOrder(market)
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, number) => report(buyer, line.id, `No. ${number}`)),
  )
  expect(responses.filter(({ ok }) => ok)).toHaveLength(5)
  expect(responses.find(({ ok }) => !ok)?.error.code).toBe('order.too_many_reports')
  expect(await reportsOf(buyer, order.id)).toHaveLength(5)
})

test.each([
  ['kind', { kind: 'bored', text: 'x' }],
  ['text', { kind: 'other', text: '   ' }],
  ['text', { kind: 'other', text: 'x'.repeat(2001) }],
])('an invalid %s is rejected with the field name, and nothing is saved', async (field, body) => {
  const { buyer, order, line } = await buyOrder(market)
  const response = await market.app.inject({
    method: 'POST',
    url: `/api/trade/order-lines/${line.id}/report-issue`,
    headers: { authorization: `Bearer ${buyer.token}` },
    payload: body,
  })
  expect(response.statusCode).toBe(422)
  expect(Object.keys(response.json().errors.fields)).toEqual([field])
  expect(await reportsOf(buyer, order.id)).toEqual([])
})
