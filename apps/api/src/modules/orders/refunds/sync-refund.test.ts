import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { pendingRefund } from '#api/test/fixtures/pending-refund.ts'
import { sendWebhookEvent } from '#api/test/fixtures/send-webhook-event.ts'
import { readImbalances } from '#api/modules/ledger/index.ts'
import { cancelLines } from './cancel-lines.ts'
import { processRefunds } from './process-refunds.ts'
import { recordManualRefund } from './record-manual-refund.ts'
import { recheckRefunds } from './recheck-refunds.ts'
import { retryRefund } from './retry-refund.ts'
import { decideRefund } from '#api/test/fakes/sandbox.ts'

/* Refunds that the bank returns after they were paid, from the gateway's event to the ledger. */

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace({ config: { maxHeldTicketsPerTeam: 1000 } })
})
afterAll(() => market.close())

/** An order of two lines, the first cancelled and refunded. */
async function refundedOrder() {
  const { buyer, order, orderId, lineId, refundId, amount } = await pendingRefund(market, {
    lines: [{ quantity: 1 }, { quantity: 2 }],
  })
  await processRefunds(market.deps)
  return {
    orderId,
    refundId,
    amount,
    /** Gateway id of the latest refund. */
    async madeAs() {
      const { gateway_refund_id } = await market.db
        .selectFrom('order_refunds')
        .select('gateway_refund_id')
        .where('id', '=', refundId)
        .executeTakeFirstOrThrow()
      return gateway_refund_id ?? ''
    },
    async shown() {
      const { data } = await buyer.call(ordersRoutes.one, { params: { order_id: order.id } })
      return data.data.refunds.find(({ line_id }) => line_id === lineId)
    },
    cancelRest: () =>
      cancelLines(market.deps, {
        target: { orderId: order.id },
        actor: 'operator:anna',
        reason: 'Postponed',
        relist: false,
      }),
  }
}

/** Non-zero ledger balances of the order. */
async function balances(orderId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; sum: number }>`
    select e.account, sum(e.amount_minor)::bigint as sum from ledger_entries e
    join ledger_transactions t on t.id = e.transaction_id where t.order_id = ${orderId}
    group by e.account having sum(e.amount_minor) <> 0`.execute(market.db)
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
}

async function publishedFailures(orderId: string): Promise<unknown[]> {
  const { rows } = await sql<{ payload: object }>`
    select payload from outbox where topic = 'order.refund_failed' and subject = ${orderId}`.execute(
    market.db,
  )
  return rows.map(({ payload }) => payload)
}

const sendAll = async () => {
  await market.deps.sandbox.events.sendDue()
}
let events = 0
const sendEvent = (type: string, id: string, fields: object = {}) =>
  sendWebhookEvent(market, {
    id: `evt_refund_${(events += 1)}`,
    type,
    data: { object: { id, object: 'refund', ...fields } },
  })

test('[X-ORDER-03] a refund the bank returns fails, is reversed and reported once, affecting nothing else', async () => {
  const { orderId, refundId, amount, madeAs, shown, cancelRest } = await refundedOrder()
  const [other] = await cancelRest()
  await processRefunds(market.deps)
  expect(await balances(orderId)).toEqual({})
  decideRefund(market.deps.sandbox.store, await madeAs(), 'failed')
  await sendAll()
  expect(await shown()).toMatchObject({ id: refundId, status: 'failed', refunded_at: null })
  // The gateway balance of this line, owed to seller and fees, is the same as before the refund.
  expect((await balances(orderId))['gateway']).toBe(amount.minor)
  expect(await readImbalances(market.db)).toEqual([])
  expect(await publishedFailures(orderId)).toEqual([expect.objectContaining({ orderId, wasPaid: true })])
  const { state } = await market.db
    .selectFrom('order_refunds')
    .select('state')
    .where('id', '=', other?.refundId ?? '')
    .executeTakeFirstOrThrow()
  expect(state).toBe('succeeded')
})

test('[X-ORDER-03] repeated, outdated and forged events change nothing', async () => {
  const { orderId, madeAs, shown } = await refundedOrder()
  const made = await madeAs()
  // Only the gateway's API is trusted, and it says the refund is paid.
  for (const type of ['refund.failed', 'charge.refund.updated', 'refund.updated'])
    expect((await sendEvent(type, made, { status: 'failed' })).statusCode).toBe(200)
  expect(await shown()).toMatchObject({ status: 'succeeded' })
  expect(await publishedFailures(orderId)).toEqual([])

  decideRefund(market.deps.sandbox.store, made, 'failed')
  await sendAll()
  for (const type of ['refund.failed', 'refund.created', 'refund.updated', 'charge.refund.updated'])
    await sendEvent(type, made, { status: 'succeeded' })
  expect(await shown()).toMatchObject({ status: 'failed' })
  expect(await publishedFailures(orderId)).toHaveLength(1)
  expect(await readImbalances(market.db)).toEqual([])
})

test('[X-ORDER-03] retrying a returned refund pays it again, unaffected by the old failure', async () => {
  const { refundId, orderId, amount, madeAs, shown } = await refundedOrder()
  const first = await madeAs()
  decideRefund(market.deps.sandbox.store, first, 'failed')
  await sendAll()
  await retryRefund(market.deps, { refundId })
  await sendEvent('refund.failed', first)
  expect(await shown()).toMatchObject({ status: 'pending' })
  await processRefunds(market.deps)
  expect(await shown()).toMatchObject({ status: 'succeeded', refunded_at: expect.any(String) })
  await sendEvent('refund.failed', first)
  expect(await shown()).toMatchObject({ status: 'succeeded' })
  expect(await readImbalances(market.db)).toEqual([])

  // The bank may return the retry too; after a manual payment, gateway events are ignored.
  decideRefund(market.deps.sandbox.store, await madeAs(), 'failed')
  await sendAll()
  expect(await publishedFailures(orderId)).toHaveLength(2)
  const second = await madeAs()
  await recordManualRefund(market.deps, { refundId, note: 'by bank transfer' })
  for (const id of [first, second]) await sendEvent('refund.failed', id)
  expect(await shown()).toMatchObject({ status: 'succeeded' })
  expect((await balances(orderId))['bank']).toBe(-amount.minor)
  expect(await readImbalances(market.db)).toEqual([])
})

test('[X-ORDER-03] a refund pending for days completes as soon as the gateway sends its result', async () => {
  for (const outcome of ['succeeded', 'failed'] as const) {
    market.deps.sandbox.faults.plan({ on: 'refund', kind: 'slow' })
    const { madeAs, shown, orderId } = await refundedOrder()
    expect(await shown()).toMatchObject({ status: 'pending' })
    const made = await madeAs()
    await sendEvent('refund.updated', made, { status: 'succeeded' })
    expect(await shown()).toMatchObject({ status: 'pending' })
    decideRefund(market.deps.sandbox.store, made, outcome)
    await sendAll()
    expect(await shown()).toMatchObject({ status: outcome })
    const expectedFailures = outcome === 'failed' ? [expect.objectContaining({ wasPaid: false })] : []
    expect(await publishedFailures(orderId)).toEqual(expectedFailures)
    expect(await readImbalances(market.db)).toEqual([])
  }
})

test('a webhook fails while the gateway is unreachable, so it is sent again', async () => {
  const { madeAs, shown } = await refundedOrder()
  const made = await madeAs()
  decideRefund(market.deps.sandbox.store, made, 'failed')
  const { faults } = market.deps.sandbox
  for (let lost = 0; lost < 3; lost += 1) faults.plan({ on: 'retrieve', kind: 'fail_before' })
  const event = { id: `evt_away_${made}`, type: 'refund.failed', data: { object: { id: made } } }
  expect((await sendWebhookEvent(market, event)).statusCode).toBe(503)
  expect(await shown()).toMatchObject({ status: 'succeeded' })
  expect((await sendWebhookEvent(market, event)).json()).toEqual({ data: { status: 'done' } })
  expect(await shown()).toMatchObject({ status: 'failed' })
  faults.clear()
})

test('[X-ORDER-03] a returned refund without event is found by weekly rechecks for two months', async () => {
  const [lost, fine, old] = [await refundedOrder(), await refundedOrder(), await refundedOrder()]
  for (const each of [lost, old]) decideRefund(market.deps.sandbox.store, await each.madeAs(), 'failed')
  market.deps.sandbox.store.run('delete from events')
  const paidFor = (days: number, ...ids: string[]) =>
    sql`update order_refunds set refunded_at = clock_timestamp() - make_interval(days => ${days}),
      next_attempt_at = clock_timestamp() where id = any(${ids})`.execute(market.db)
  await paidFor(3, lost.refundId, fine.refundId)
  await paidFor(70, old.refundId)

  // While the gateway is down, rechecks stop and retry in an hour instead of a week.
  const { faults } = market.deps.sandbox
  for (let failureCount = 0; failureCount < 3; failureCount += 1)
    faults.plan({ on: 'retrieve', kind: 'fail_before' })
  const retrieveCount = () => faults.calls.filter((call) => call === 'retrieve').length
  const before = retrieveCount()
  expect(await recheckRefunds(market.deps)).toBe(0)
  expect(retrieveCount() - before).toBe(3)
  const hoursUntilRecheck = async () => {
    const { rows } = await sql<{ hours: number }>`
      select (extract(epoch from next_attempt_at - clock_timestamp()) / 3600)::float as hours from order_refunds
      where id = any(${[lost.refundId, fine.refundId]})`.execute(market.db)
    return Math.max(...rows.map(({ hours }) => hours))
  }
  expect(await hoursUntilRecheck()).toBeLessThanOrEqual(1)

  await paidFor(10, lost.refundId, fine.refundId)
  expect(await recheckRefunds(market.deps)).toBe(2)
  expect(await recheckRefunds(market.deps)).toBe(0)
  expect(await hoursUntilRecheck()).toBeGreaterThan(24)
  expect(await lost.shown()).toMatchObject({ status: 'failed' })
  expect(await fine.shown()).toMatchObject({ status: 'succeeded' })
  expect(await old.shown()).toMatchObject({ status: 'succeeded' })
  expect(await readImbalances(market.db)).toEqual([])
})

test('[X-ORDER-03] a failing recheck does not block the others', async () => {
  const bothRefunds = [await refundedOrder(), await refundedOrder()]
  const ids = bothRefunds.map(({ refundId }) => refundId)
  for (const each of bothRefunds) decideRefund(market.deps.sandbox.store, await each.madeAs(), 'failed')
  market.deps.sandbox.store.run('delete from events')
  await sql`update order_refunds set refunded_at = clock_timestamp() - interval '3 days',
    next_attempt_at = clock_timestamp() where id = any(${ids})`.execute(market.db)
  const [first] = bothRefunds
  const strange = (await first?.madeAs()) ?? ''
  const { gateway } = market.deps
  const retrieveRefund = (id: string) =>
    id === strange ? Promise.reject(new Error('unexpected error')) : gateway.retrieveRefund(id)
  const deps = { ...market.deps, gateway: { ...gateway, name: gateway.name, retrieveRefund } }
  expect(await recheckRefunds(deps)).toBe(1)
  expect(await Promise.all(bothRefunds.map((each) => each.shown()))).toMatchObject([
    { status: 'succeeded' },
    { status: 'failed' },
  ])
})
