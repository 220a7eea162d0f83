import { checkoutRoutes } from '@terrace/contracts/checkout'
import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buyOrder } from '../../../test/bought-order.ts'
import { buildMarket, type Market } from '../../../test/build-market.ts'
import type { Caller } from '../../../test/build-test-app.ts'
import { purchaseBody } from '../../../test/purchase-body.ts'
import { pdfFile } from '../../../test/ticket-files.ts'
import { readImbalances } from '../../ledger/index.ts'
import { GatewayRefused, GatewayUnavailable, type PaymentGateway } from '../../payments/index.ts'
import { deliverTickets } from '../tickets/deliver-tickets.ts'
import { cancelLines, type CancelLines } from './cancel-lines.ts'
import { makeRefunds } from './make-refunds.ts'

let market: Market
beforeAll(async () => {
  market = await buildMarket({ config: { holdCap: 1000 } })
})
// A try takes the oldest twenty: what one test owes must not stand before what the next is about, in whatever order they run.
afterEach(async () => {
  await retryNow()
  while ((await makeRefunds(market.deps)) > 0);
})
afterAll(() => market.close())

const cancel = (which: CancelLines['which'], given: Partial<CancelLines> = {}) =>
  cancelLines(market.deps, {
    which,
    actor: 'operator:anna',
    reason: 'The seller cannot deliver',
    isBackOnSale: false,
    ...given,
  })

async function look(buyer: Caller, orderId: string) {
  const { data } = await buyer.call(ordersRoutes.one, { params: { order_id: orderId } })
  return data.data
}

/** What the gateway has paid back of the order's payment, in minor units. */
async function refundedAtGateway(orderId: string): Promise<number> {
  return (await market.deps.gateway.retrievePayment(await intentOf(orderId))).amountRefunded.minor
}

async function intentOf(orderId: string): Promise<string> {
  const { intent_id } = await market.db
    .selectFrom('orders')
    .select('intent_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return intent_id
}

async function availableOf(orderId: string): Promise<number> {
  const { rows } = await sql<{ available: number }>`
    select sum(a.available)::int as available
    from listing_availability(array(select listing_id from order_lines where order_id = ${orderId}), clock_timestamp()) a`.execute(
    market.db,
  )
  return rows[0]?.available ?? -1
}

/** What each account of the ledger holds by this order, those that hold nothing left out. */
async function balances(orderId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; sum: number }>`
    select e.account, sum(e.amount_minor)::bigint as sum from ledger_entries e
    join ledger_transactions t on t.id = e.transaction_id where t.order_id = ${orderId}
    group by e.account having sum(e.amount_minor) <> 0`.execute(market.db)
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
}

/** The gateway with one call of it replaced. */
const gatewayWith = (refundPayment: PaymentGateway['refundPayment']) => ({
  ...market.deps,
  gateway: { ...market.deps.gateway, name: market.deps.gateway.name, refundPayment },
})

const retryNow = () =>
  sql`update order_refunds set next_try_at = clock_timestamp() where state = 'pending'`.execute(market.db)

test('[X-ORDER-02][X-ORDER-03] a cancelled line is paid back to the cent, booked the other way round, and says why', async () => {
  const { buyer, order } = await buyOrder(market, {
    lines: [{ quantity: 2 }, { quantity: 1, seller: 'Blue Door' }],
  })
  const [line, other] = order.lines
  await cancel({ lineId: line?.id ?? '' })
  const before = await look(buyer, order.id)
  expect(before.refunds).toMatchObject([{ line_id: line?.id, amount: line?.line_total, status: 'pending' }])

  await makeRefunds(market.deps)
  const after = await look(buyer, order.id)
  expect(after.status).toBe('Confirmed')
  const cancelled = after.lines.find(({ id }) => id === line?.id)
  expect(cancelled?.status).toBe('Cancelled')
  expect(cancelled?.history.at(-1)).toMatchObject({
    from: 'Confirmed',
    to: 'Cancelled',
    who: 'Terrace',
    why: 'The seller cannot deliver',
  })
  expect(after.lines.find(({ id }) => id === other?.id)?.status).toBe('Confirmed')
  expect(after.refunds).toMatchObject([{ status: 'succeeded', refunded_at: expect.any(String) }])
  const minor = Math.round(Number(line?.line_total.amount) * 100)
  expect(await refundedAtGateway(order.id)).toBe(minor)
  expect(await readImbalances(market.db)).toEqual([])
  // Not put back: the seller has no such tickets.
  expect(await availableOf(order.id)).toBe(0)

  // The rest of the order as well: then nobody owes anybody anything.
  await cancel({ orderId: order.id })
  await makeRefunds(market.deps)
  expect((await look(buyer, order.id)).status).toBe('Cancelled')
  expect(await balances(order.id)).toEqual({})
  expect(await refundedAtGateway(order.id)).toBe(Math.round(Number(order.total.amount) * 100))
})

test('what is cancelled for the buyer goes back on sale', async () => {
  const { order } = await buyOrder(market)
  expect(await availableOf(order.id)).toBe(0)
  await cancel({ orderId: order.id }, { isBackOnSale: true })
  expect(await availableOf(order.id)).toBe(2)
})

test('[X-ORDER-03] seats of a line that was cancelled and not put back on sale are given to nobody else', async () => {
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
  await cancel({ lineId: second.id }, { isBackOnSale: true })
  expect((await buy()).seats).toEqual([13, 14])
})

test('[X-ORDER-03] what was delivered in part is good no more once it is cancelled, and does not go back on sale', async () => {
  const { buyer, order, line } = await buyOrder(market)
  await deliverTickets(market.deps, {
    lineId: line.id,
    delivery: { kind: 'mobile_link', url: 'https://tickets.example/1' },
    ticket: 1,
    actor: 'operator:anna',
  })
  expect((await look(buyer, order.id)).lines[0]?.tickets).toHaveLength(1)
  await expect(cancel({ lineId: line.id }, { isBackOnSale: true })).rejects.toMatchObject({
    code: 'order.delivered_in_part',
  })
  expect((await look(buyer, order.id)).lines[0]?.status).toBe('Confirmed')
  await cancel({ lineId: line.id })
  expect((await look(buyer, order.id)).lines[0]).toMatchObject({ status: 'Cancelled', tickets: [] })
})

test('[X-ORDER-03] a delivered line is cancelled and paid back only where the operator says so, and never sold again', async () => {
  const { buyer, order, line } = await buyOrder(market)
  await deliverTickets(market.deps, {
    lineId: line.id,
    delivery: { kind: 'files', files: [{ name: 'a.pdf', bytes: pdfFile() }] },
    actor: 'operator:anna',
  })
  await expect(cancel({ lineId: line.id })).rejects.toMatchObject({ code: 'order.line_fulfilled' })
  await expect(
    cancel({ lineId: line.id }, { takesDelivered: true, isBackOnSale: true }),
  ).rejects.toMatchObject({ code: 'order.delivered_in_part' })
  await cancel({ lineId: line.id }, { takesDelivered: true })
  await makeRefunds(market.deps)
  const after = await look(buyer, order.id)
  expect(after).toMatchObject({ status: 'Cancelled', refunds: [{ status: 'succeeded' }] })
  expect(after.lines[0]?.tickets).toEqual([])
  expect(after.lines[0]?.history.at(-1)).toMatchObject({ from: 'Fullfilled', to: 'Cancelled' })
  expect(await balances(order.id)).toEqual({})
  expect(await availableOf(order.id)).toBe(0)
})

test('cancelled twice at the same moment, a line is refunded once', async () => {
  const { order, line } = await buyOrder(market)
  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => cancel({ lineId: line.id })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await Promise.all(Array.from({ length: 4 }, () => makeRefunds(market.deps)))
  expect(await refundedAtGateway(order.id)).toBe(Math.round(Number(line.line_total.amount) * 100))
  await expect(cancel({ lineId: line.id })).rejects.toMatchObject({ code: 'order.line_cancelled' })
  await expect(cancel({ orderId: order.id })).rejects.toMatchObject({ code: 'order.nothing_to_cancel' })
})

test('delivered and cancelled at the same moment, a line is one of the two, never both', async () => {
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
    const after = await look(buyer, order.id)
    expect([delivered.status, cancelled.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(after.status).toBe(delivered.status === 'fulfilled' ? 'Fullfilled' : 'Cancelled')
    expect(after.refunds).toHaveLength(cancelled.status === 'fulfilled' ? 1 : 0)
    expect(after.lines[0]?.tickets).toHaveLength(delivered.status === 'fulfilled' ? 1 : 0)
    expect(after.lines[0]?.history).toHaveLength(2)
  }
})

test('two lines moved at the same moment leave the order in the state of both', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { buyer, order } = await buyOrder(market, { lines: [{}, { seller: `Seller ${round}` }] })
    await Promise.all(order.lines.map((line) => cancel({ lineId: line.id })))
    expect((await look(buyer, order.id)).status).toBe('Cancelled')
    const { data } = await buyer.call(ordersRoutes.list, { query: { status: 'Cancelled' } })
    expect(data.data.map(({ id }) => id)).toContain(order.id)
  }
  await makeRefunds(market.deps)
})

test('a refund whose answer was lost is asked for again and moves the money once', async () => {
  const { buyer, order, line } = await buyOrder(market)
  await cancel({ lineId: line.id })
  // The process dies between the gateway's answer and our note of it.
  await makeRefunds(
    gatewayWith(async (input) => {
      await market.deps.gateway.refundPayment(input)
      throw new GatewayUnavailable('the line was cut')
    }),
  )
  expect((await look(buyer, order.id)).refunds[0]?.status).toBe('pending')
  // Not at once: a gateway that is away is not asked without end.
  await makeRefunds(market.deps)
  expect((await look(buyer, order.id)).refunds[0]?.status).toBe('pending')
  await retryNow()
  await makeRefunds(market.deps)
  expect((await look(buyer, order.id)).refunds[0]?.status).toBe('succeeded')
  expect(await refundedAtGateway(order.id)).toBe(Math.round(Number(line.line_total.amount) * 100))
  expect(await readImbalances(market.db)).toEqual([])
})

test('one refund that cannot be made keeps no other from being made', async () => {
  const bad = await buyOrder(market)
  const good = await buyOrder(market)
  for (const { line } of [bad, good]) await cancel({ lineId: line.id })
  const intentId = await intentOf(bad.order.id)
  await makeRefunds(
    gatewayWith((input) =>
      input.intentId === intentId
        ? Promise.reject(new TypeError('an answer nobody foresaw'))
        : market.deps.gateway.refundPayment(input),
    ),
  )
  expect((await look(bad.buyer, bad.order.id)).refunds[0]?.status).toBe('pending')
  expect((await look(good.buyer, good.order.id)).refunds[0]?.status).toBe('succeeded')
  await retryNow()
  await makeRefunds(market.deps)
  expect((await look(bad.buyer, bad.order.id)).refunds[0]?.status).toBe('succeeded')
})

test('what the bank or the gateway refuses is shown as failed, booked as nothing, and not tried again', async () => {
  const refusals: PaymentGateway['refundPayment'][] = [
    (input) =>
      Promise.resolve({
        refundId: 're_1',
        status: 'failed',
        amount: input.amount ?? { minor: 0, currency: 'GBP' },
        metadata: {},
      }),
    () => Promise.reject(new GatewayRefused('already_refunded', 'already refunded')),
  ]
  for (const refuse of refusals) {
    const { buyer, order, line } = await buyOrder(market)
    await cancel({ lineId: line.id })
    await makeRefunds(gatewayWith(refuse))
    expect((await look(buyer, order.id)).refunds[0]).toMatchObject({ status: 'failed', refunded_at: null })
    await retryNow()
    await makeRefunds(market.deps)
    expect(await refundedAtGateway(order.id)).toBe(0)
  }
  expect(await readImbalances(market.db)).toEqual([])
})

test('nothing can be cancelled or delivered while the payment is not taken, nor without a reason', async () => {
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

test('the refunds of lines that are cancelled together stand in the order in which they were asked for', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { buyer, order } = await buyOrder(market, { lines: [{}, {}, {}, {}] })
    await cancelLines(market.deps, {
      which: { orderId: order.id },
      actor: 'operator:anna',
      reason: 'Postponed',
      isBackOnSale: false,
    })
    const asked = await market.db
      .selectFrom('order_refunds')
      .select('line_id')
      .where('order_id', '=', order.id)
      .orderBy('requested_at')
      .orderBy('id')
      .execute()
    const { refunds } = await look(buyer, order.id)
    expect(refunds.map(({ line_id }) => line_id)).toEqual(asked.map(({ line_id }) => line_id))
  }
})
