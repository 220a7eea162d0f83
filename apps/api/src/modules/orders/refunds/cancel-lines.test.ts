import { checkoutRoutes } from '@terrace/contracts/checkout'
import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { pdfFile } from '#api/test/fixtures/ticket-files.ts'
import { readImbalances } from '#api/modules/ledger/index.ts'
import { GatewayRejected, GatewayUnavailable, type PaymentGateway } from '#api/modules/payments/index.ts'
import { deliverTickets } from '../tickets/deliver-tickets.ts'
import { cancelLines, type CancelLinesInput } from './cancel-lines.ts'
import { processRefunds } from './process-refunds.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace({ config: { maxHeldTicketsPerTeam: 1000 } })
})
// One run takes the oldest twenty refunds, so each test pays its own before the next one.
afterEach(async () => {
  await retryNow()
  while ((await processRefunds(market.deps)) > 0);
})
afterAll(() => market.close())

const cancel = (which: CancelLinesInput['target'], overrides: Partial<CancelLinesInput> = {}) =>
  cancelLines(market.deps, {
    target: which,
    actor: 'operator:anna',
    reason: 'The seller cannot deliver',
    relist: false,
    ...overrides,
  })

async function readOrder(buyer: Caller, orderId: string) {
  const { data } = await buyer.call(ordersRoutes.one, { params: { order_id: orderId } })
  return data.data
}

/** Amount refunded by the gateway for the order's payment, in minor units. */
async function refundedAtGateway(orderId: string): Promise<number> {
  return (await market.deps.gateway.retrievePayment(await paymentIdOf(orderId))).amountRefunded.minor
}

async function paymentIdOf(orderId: string): Promise<string> {
  const { gateway_payment_id } = await market.db
    .selectFrom('orders')
    .select('gateway_payment_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return gateway_payment_id
}

async function availableOf(orderId: string): Promise<number> {
  const { rows } = await sql<{ available: number }>`
    select sum(a.available)::int as available
    from listing_availability(array(select listing_id from order_lines where order_id = ${orderId}), clock_timestamp()) a`.execute(
    market.db,
  )
  return rows[0]?.available ?? -1
}

/** Non-zero ledger balances of the order. */
async function balances(orderId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; sum: number }>`
    select e.account, sum(e.amount_minor)::bigint as sum from ledger_entries e
    join ledger_transactions t on t.id = e.transaction_id where t.order_id = ${orderId}
    group by e.account having sum(e.amount_minor) <> 0`.execute(market.db)
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
}

/** Dependencies whose gateway has another `refundPayment`. */
const depsWithGateway = (refundPayment: PaymentGateway['refundPayment']) => ({
  ...market.deps,
  gateway: { ...market.deps.gateway, name: market.deps.gateway.name, refundPayment },
})

const retryNow = () =>
  sql`update order_refunds set next_attempt_at = clock_timestamp() where state = 'pending'`.execute(market.db)

test('[X-ORDER-02][X-ORDER-03] a cancelled line is refunded in full, reversed in the ledger and shows the reason', async () => {
  const { buyer, order } = await buyOrder(market, {
    lines: [{ quantity: 2 }, { quantity: 1, seller: 'Blue Door' }],
  })
  const [line, other] = order.lines
  await cancel({ lineId: line?.id ?? '' })
  const before = await readOrder(buyer, order.id)
  expect(before.refunds).toMatchObject([{ line_id: line?.id, amount: line?.line_total, status: 'pending' }])

  await processRefunds(market.deps)
  const after = await readOrder(buyer, order.id)
  expect(after.status).toBe('Confirmed')
  const cancelled = after.lines.find(({ id }) => id === line?.id)
  expect(cancelled?.status).toBe('Cancelled')
  expect(cancelled?.history.at(-1)).toMatchObject({
    from: 'Confirmed',
    to: 'Cancelled',
    actor_name: 'Terrace',
    reason: 'The seller cannot deliver',
  })
  expect(after.lines.find(({ id }) => id === other?.id)?.status).toBe('Confirmed')
  expect(after.refunds).toMatchObject([{ status: 'succeeded', refunded_at: expect.any(String) }])
  const minor = Math.round(Number(line?.line_total.amount) * 100)
  expect(await refundedAtGateway(order.id)).toBe(minor)
  expect(await readImbalances(market.db)).toEqual([])
  // Not relisted, because the seller doesn't have these tickets.
  expect(await availableOf(order.id)).toBe(0)

  // Cancelling the rest brings every balance to zero.
  await cancel({ orderId: order.id })
  await processRefunds(market.deps)
  expect((await readOrder(buyer, order.id)).status).toBe('Cancelled')
  expect(await balances(order.id)).toEqual({})
  expect(await refundedAtGateway(order.id)).toBe(Math.round(Number(order.total.amount) * 100))
})

test('with relist, cancelled tickets go back on sale', async () => {
  const { order } = await buyOrder(market)
  expect(await availableOf(order.id)).toBe(0)
  await cancel({ orderId: order.id }, { relist: true })
  expect(await availableOf(order.id)).toBe(2)
})

test('[X-ORDER-03] seats of a cancelled line that is not relisted are never assigned again', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 6, firstSeat: 11 })
  const buy = async () => {
    const held = await market.hold(buyer, listingId, 2)
    const { data } = await buyer.call(checkoutRoutes.buy, {
      body: purchaseBody([held]),
      idempotencyKey: `seats-of-cancelled-${held.hold_id}`,
    })
    const [line] = data.data.order?.lines ?? []
    return { id: line?.id ?? '', seats: [line?.first_seat, line?.last_seat] }
  }
  const first = await buy()
  await cancel({ lineId: first.id })
  const second = await buy()
  expect([first.seats, second.seats]).toEqual([
    [11, 12],
    [13, 14],
  ])
  await cancel({ lineId: second.id }, { relist: true })
  expect((await buy()).seats).toEqual([13, 14])
})

test('[X-ORDER-03] cancelling a partly delivered line voids its tickets and forbids relisting', async () => {
  const { buyer, order, line } = await buyOrder(market)
  await deliverTickets(market.deps, {
    lineId: line.id,
    delivery: { kind: 'mobile_link', url: 'https://tickets.example/1' },
    ticketNumber: 1,
    actor: 'operator:anna',
  })
  expect((await readOrder(buyer, order.id)).lines[0]?.tickets).toHaveLength(1)
  await expect(cancel({ lineId: line.id }, { relist: true })).rejects.toMatchObject({
    code: 'order.delivered_not_relistable',
  })
  expect((await readOrder(buyer, order.id)).lines[0]?.status).toBe('Confirmed')
  await cancel({ lineId: line.id })
  expect((await readOrder(buyer, order.id)).lines[0]).toMatchObject({ status: 'Cancelled', tickets: [] })
})

test('[X-ORDER-03] only operators can cancel a delivered line, and it is never sold again', async () => {
  const { buyer, order, line } = await buyOrder(market)
  await deliverTickets(market.deps, {
    lineId: line.id,
    delivery: { kind: 'files', files: [{ name: 'a.pdf', bytes: pdfFile() }] },
    actor: 'operator:anna',
  })
  await expect(cancel({ lineId: line.id })).rejects.toMatchObject({ code: 'order.line_already_delivered' })
  await expect(cancel({ lineId: line.id }, { includesDelivered: true, relist: true })).rejects.toMatchObject({
    code: 'order.delivered_not_relistable',
  })
  await cancel({ lineId: line.id }, { includesDelivered: true })
  await processRefunds(market.deps)
  const after = await readOrder(buyer, order.id)
  expect(after).toMatchObject({ status: 'Cancelled', refunds: [{ status: 'succeeded' }] })
  expect(after.lines[0]?.tickets).toEqual([])
  expect(after.lines[0]?.history.at(-1)).toMatchObject({ from: 'Fullfilled', to: 'Cancelled' })
  expect(await balances(order.id)).toEqual({})
  expect(await availableOf(order.id)).toBe(0)
})

test('simultaneous cancellations create one refund', async () => {
  const { order, line } = await buyOrder(market)
  const responses = await Promise.allSettled(Array.from({ length: 6 }, () => cancel({ lineId: line.id })))
  expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await Promise.all(Array.from({ length: 4 }, () => processRefunds(market.deps)))
  expect(await refundedAtGateway(order.id)).toBe(Math.round(Number(line.line_total.amount) * 100))
  await expect(cancel({ lineId: line.id })).rejects.toMatchObject({ code: 'order.line_already_cancelled' })
  await expect(cancel({ orderId: order.id })).rejects.toMatchObject({ code: 'order.nothing_to_cancel' })
})

test('simultaneous delivery and cancellation leave the line either delivered or cancelled', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { buyer, order, line } = await buyOrder(market)
    const [delivered, cancelled] = await Promise.allSettled([
      deliverTickets(market.deps, {
        lineId: line.id,
        delivery: { kind: 'files', files: [{ name: 'a.pdf', bytes: pdfFile() }] },
        actor: 'operator:anna',
      }),
      cancel({ lineId: line.id }),
    ])
    const after = await readOrder(buyer, order.id)
    expect([delivered.status, cancelled.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(after.status).toBe(delivered.status === 'fulfilled' ? 'Fullfilled' : 'Cancelled')
    expect(after.refunds).toHaveLength(cancelled.status === 'fulfilled' ? 1 : 0)
    expect(after.lines[0]?.tickets).toHaveLength(delivered.status === 'fulfilled' ? 1 : 0)
    expect(after.lines[0]?.history).toHaveLength(2)
  }
})

test('simultaneous changes of two lines give the order the state of both', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { buyer, order } = await buyOrder(market, { lines: [{}, { seller: `Seller ${round}` }] })
    await Promise.all(order.lines.map((line) => cancel({ lineId: line.id })))
    expect((await readOrder(buyer, order.id)).status).toBe('Cancelled')
    const { data } = await buyer.call(ordersRoutes.list, { query: { status: 'Cancelled' } })
    expect(data.data.map(({ id }) => id)).toContain(order.id)
  }
  await processRefunds(market.deps)
})

test('a refund whose response was lost is retried and pays once', async () => {
  const { buyer, order, line } = await buyOrder(market)
  await cancel({ lineId: line.id })
  // The process crashes between the gateway's response and our commit.
  await processRefunds(
    depsWithGateway(async (input) => {
      await market.deps.gateway.refundPayment(input)
      throw new GatewayUnavailable('connection lost')
    }),
  )
  expect((await readOrder(buyer, order.id)).refunds[0]?.status).toBe('pending')
  // Not retried immediately: attempts back off.
  await processRefunds(market.deps)
  expect((await readOrder(buyer, order.id)).refunds[0]?.status).toBe('pending')
  await retryNow()
  await processRefunds(market.deps)
  expect((await readOrder(buyer, order.id)).refunds[0]?.status).toBe('succeeded')
  expect(await refundedAtGateway(order.id)).toBe(Math.round(Number(line.line_total.amount) * 100))
  expect(await readImbalances(market.db)).toEqual([])
})

test('a failing refund does not block the others', async () => {
  const rejectedOrder = await buyOrder(market)
  const acceptedOrder = await buyOrder(market)
  for (const { line } of [rejectedOrder, acceptedOrder]) await cancel({ lineId: line.id })
  const gatewayPaymentId = await paymentIdOf(rejectedOrder.order.id)
  await processRefunds(
    depsWithGateway((input) =>
      input.gatewayPaymentId === gatewayPaymentId
        ? Promise.reject(new TypeError('unexpected response'))
        : market.deps.gateway.refundPayment(input),
    ),
  )
  expect((await readOrder(rejectedOrder.buyer, rejectedOrder.order.id)).refunds[0]?.status).toBe('pending')
  expect((await readOrder(acceptedOrder.buyer, acceptedOrder.order.id)).refunds[0]?.status).toBe('succeeded')
  await retryNow()
  await processRefunds(market.deps)
  expect((await readOrder(rejectedOrder.buyer, rejectedOrder.order.id)).refunds[0]?.status).toBe('succeeded')
})

test('a rejected refund is shown as failed, not booked and not retried', async () => {
  const rejections: PaymentGateway['refundPayment'][] = [
    (input) =>
      Promise.resolve({
        refundId: 're_1',
        status: 'failed',
        amount: input.amount ?? { minor: 0, currency: 'GBP' },
        metadata: {},
      }),
    () => Promise.reject(new GatewayRejected('already_refunded', 'already refunded')),
  ]
  for (const reject of rejections) {
    const { buyer, order, line } = await buyOrder(market)
    await cancel({ lineId: line.id })
    await processRefunds(depsWithGateway(reject))
    expect((await readOrder(buyer, order.id)).refunds[0]).toMatchObject({
      status: 'failed',
      refunded_at: null,
    })
    await retryNow()
    await processRefunds(market.deps)
    expect(await refundedAtGateway(order.id)).toBe(0)
  }
  expect(await readImbalances(market.db)).toEqual([])
})

test('an unpaid order can’t be cancelled or delivered, and a reason is required', async () => {
  const { order, line } = await buyOrder(market)
  await expect(cancel({ lineId: line.id }, { reason: ' \n ' })).rejects.toMatchObject({
    code: 'input.invalid',
  })
  await expect(cancel({ lineId: 'oln_never' })).rejects.toMatchObject({ code: 'order.line_not_found' })
  await expect(cancel({ orderId: 'ord_never' })).rejects.toMatchObject({ code: 'order.not_found' })
  await sql`update checkout_attempts set state = 'capturing'
    where id = (select attempt_id from orders where id = ${order.id})`.execute(market.db)
  await expect(cancel({ lineId: line.id })).rejects.toMatchObject({ code: 'order.not_paid_yet' })
  await expect(
    deliverTickets(market.deps, {
      lineId: line.id,
      delivery: { kind: 'mobile_link', url: 'https://tickets.example/1' },
      actor: 'operator:anna',
    }),
  ).rejects.toMatchObject({ code: 'order.not_paid_yet' })
})

test('refunds of lines cancelled together keep the order of the lines', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { buyer, order } = await buyOrder(market, { lines: [{}, {}, {}, {}] })
    await cancelLines(market.deps, {
      target: { orderId: order.id },
      actor: 'operator:anna',
      reason: 'Postponed',
      relist: false,
    })
    const refundRows = await market.db
      .selectFrom('order_refunds')
      .select('line_id')
      .where('order_id', '=', order.id)
      .orderBy('requested_at')
      .orderBy('id')
      .execute()
    const { refunds } = await readOrder(buyer, order.id)
    expect(refunds.map(({ line_id }) => line_id)).toEqual(refundRows.map(({ line_id }) => line_id))
  }
})
