import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarket, type Market } from '../../../test/build-market.ts'
import { owedRefund } from '../../../test/owed-refund.ts'
import { tellEvent } from '../../../test/tell-webhook.ts'
import { readImbalances } from '../../ledger/index.ts'
import { decideRefund, sendEvents } from '../../payments/index.ts'
import { cancelLines } from './cancel-lines.ts'
import { makeRefunds } from './make-refunds.ts'
import { payRefundOtherwise } from './pay-refund-otherwise.ts'
import { recheckRefunds } from './recheck-refunds.ts'
import { retryRefund } from './retry-refund.ts'

/* A refund that its bank sends back after it was paid, from the provider's own event to the books. */

let market: Market
beforeAll(async () => {
  market = await buildMarket({ config: { holdCap: 1000 } })
})
afterAll(() => market.close())

/** An order of two lines, of which the first is cancelled and paid back. */
async function paidBack() {
  const { buyer, order, orderId, lineId, refundId, amount } = await owedRefund(market, {
    lines: [{ quantity: 1 }, { quantity: 2 }],
  })
  await makeRefunds(market.deps)
  return {
    orderId,
    refundId,
    amount,
    /** The gateway's name of what was paid last. */
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
        which: { orderId: order.id },
        actor: 'operator:anna',
        reason: 'Postponed',
        isBackOnSale: false,
      }),
  }
}

/** What the accounts hold by this order, those that hold nothing left out. */
async function balances(orderId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; sum: number }>`
    select e.account, sum(e.amount_minor)::bigint as sum from ledger_entries e
    join ledger_transactions t on t.id = e.transaction_id where t.order_id = ${orderId}
    group by e.account having sum(e.amount_minor) <> 0`.execute(market.db)
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
}

async function failuresTold(orderId: string): Promise<unknown[]> {
  const { rows } = await sql<{ payload: object }>`
    select payload from outbox where topic = 'order.refund_failed' and subject = ${orderId}`.execute(
    market.db,
  )
  return rows.map(({ payload }) => payload)
}

const sendAll = async () => {
  while ((await sendEvents(market.deps.sandbox)) > 0);
}
let events = 0
const tell = (type: string, id: string, says: object = {}) =>
  tellEvent(market, {
    id: `evt_refund_${(events += 1)}`,
    type,
    data: { object: { id, object: 'refund', ...says } },
  })

test('[X-ORDER-03] a refund that the bank sends back is failed, booked back, told once, and leaves the rest of the order as it is', async () => {
  const { orderId, refundId, amount, madeAs, shown, cancelRest } = await paidBack()
  const [other] = await cancelRest()
  await makeRefunds(market.deps)
  expect(await balances(orderId)).toEqual({})
  await decideRefund(market.deps.sandbox, await madeAs(), 'failed')
  await sendAll()
  expect(await shown()).toMatchObject({ id: refundId, status: 'failed', refunded_at: null })
  // As before it was paid: of all the order the gateway has the money of this line, earned by seller and fee.
  expect((await balances(orderId))['gateway']).toBe(amount.minor)
  expect(await readImbalances(market.db)).toEqual([])
  expect(await failuresTold(orderId)).toEqual([expect.objectContaining({ orderId, wasPaid: true })])
  const { state } = await market.db
    .selectFrom('order_refunds')
    .select('state')
    .where('id', '=', other?.refundId ?? '')
    .executeTakeFirstOrThrow()
  expect(state).toBe('succeeded')
})

test('[X-ORDER-03] repeats, words of before and lies about a refund change nothing', async () => {
  const { orderId, madeAs, shown } = await paidBack()
  const made = await madeAs()
  // Nobody but the provider itself is believed, and it says that the refund is paid.
  for (const type of ['refund.failed', 'charge.refund.updated', 'refund.updated'])
    expect((await tell(type, made, { status: 'failed' })).statusCode).toBe(200)
  expect(await shown()).toMatchObject({ status: 'succeeded' })
  expect(await failuresTold(orderId)).toEqual([])

  await decideRefund(market.deps.sandbox, made, 'failed')
  await sendAll()
  for (const type of ['refund.failed', 'refund.created', 'refund.updated', 'charge.refund.updated'])
    await tell(type, made, { status: 'succeeded' })
  expect(await shown()).toMatchObject({ status: 'failed' })
  expect(await failuresTold(orderId)).toHaveLength(1)
  expect(await readImbalances(market.db)).toEqual([])
})

test('[X-ORDER-03] what came back is paid anew when the operator asks, and an old failure does not touch that', async () => {
  const { refundId, orderId, amount, madeAs, shown } = await paidBack()
  const first = await madeAs()
  await decideRefund(market.deps.sandbox, first, 'failed')
  await sendAll()
  await retryRefund(market.deps, { refundId })
  await tell('refund.failed', first)
  expect(await shown()).toMatchObject({ status: 'pending' })
  await makeRefunds(market.deps)
  expect(await shown()).toMatchObject({ status: 'succeeded', refunded_at: expect.any(String) })
  await tell('refund.failed', first)
  expect(await shown()).toMatchObject({ status: 'succeeded' })
  expect(await readImbalances(market.db)).toEqual([])

  // The bank may send that back as well; then it is paid by hand, and nothing of the gateway counts any more.
  await decideRefund(market.deps.sandbox, await madeAs(), 'failed')
  await sendAll()
  expect(await failuresTold(orderId)).toHaveLength(2)
  const second = await madeAs()
  await payRefundOtherwise(market.deps, { refundId, how: 'by bank transfer' })
  for (const id of [first, second]) await tell('refund.failed', id)
  expect(await shown()).toMatchObject({ status: 'succeeded' })
  expect((await balances(orderId))['bank']).toBe(-amount.minor)
  expect(await readImbalances(market.db)).toEqual([])
})

test('[X-ORDER-03] a refund pending for days is paid or failed as soon as the provider tells, whatever comes between', async () => {
  for (const outcome of ['succeeded', 'failed'] as const) {
    market.deps.sandbox.faults.plan({ on: 'refund', kind: 'slow' })
    const { madeAs, shown, orderId } = await paidBack()
    expect(await shown()).toMatchObject({ status: 'pending' })
    const made = await madeAs()
    await tell('refund.updated', made, { status: 'succeeded' })
    expect(await shown()).toMatchObject({ status: 'pending' })
    await decideRefund(market.deps.sandbox, made, outcome)
    await sendAll()
    expect(await shown()).toMatchObject({ status: outcome })
    const told = outcome === 'failed' ? [expect.objectContaining({ wasPaid: false })] : []
    expect(await failuresTold(orderId)).toEqual(told)
    expect(await readImbalances(market.db)).toEqual([])
  }
})

test('a provider that does not answer is told of the refund again', async () => {
  const { madeAs, shown } = await paidBack()
  const made = await madeAs()
  await decideRefund(market.deps.sandbox, made, 'failed')
  const { faults } = market.deps.sandbox
  for (let lost = 0; lost < 3; lost += 1) faults.plan({ on: 'retrieve', kind: 'fail_before' })
  const event = { id: `evt_away_${made}`, type: 'refund.failed', data: { object: { id: made } } }
  expect((await tellEvent(market, event)).statusCode).toBe(503)
  expect(await shown()).toMatchObject({ status: 'succeeded' })
  expect((await tellEvent(market, event)).json()).toEqual({ data: { status: 'done' } })
  expect(await shown()).toMatchObject({ status: 'failed' })
  faults.forget()
})

test('[X-ORDER-03] a paid refund that came back without a word is found, asked about once a week and no longer than two months', async () => {
  const [lost, fine, old] = [await paidBack(), await paidBack(), await paidBack()]
  for (const each of [lost, old]) await decideRefund(market.deps.sandbox, await each.madeAs(), 'failed')
  await sql`update sandbox.events set delivered_at = clock_timestamp() where delivered_at is null`.execute(
    market.db,
  )
  const paidFor = (days: number, ...ids: string[]) =>
    sql`update order_refunds set refunded_at = clock_timestamp() - make_interval(days => ${days}),
      next_try_at = clock_timestamp() where id = any(${ids})`.execute(market.db)
  await paidFor(3, lost.refundId, fine.refundId)
  await paidFor(70, old.refundId)

  // A provider that is away is asked no further, and what was not answered waits an hour, not a week.
  const { faults } = market.deps.sandbox
  for (let cut = 0; cut < 3; cut += 1) faults.plan({ on: 'retrieve', kind: 'fail_before' })
  const asked = () => faults.calls.filter((call) => call === 'retrieve').length
  const before = asked()
  expect(await recheckRefunds(market.deps)).toBe(0)
  expect(asked() - before).toBe(3)
  const hoursLeft = async () => {
    const { rows } = await sql<{ hours: number }>`
      select (extract(epoch from next_try_at - clock_timestamp()) / 3600)::float as hours from order_refunds
      where id = any(${[lost.refundId, fine.refundId]})`.execute(market.db)
    return Math.max(...rows.map(({ hours }) => hours))
  }
  expect(await hoursLeft()).toBeLessThanOrEqual(1)

  await paidFor(10, lost.refundId, fine.refundId)
  expect(await recheckRefunds(market.deps)).toBe(2)
  expect(await recheckRefunds(market.deps)).toBe(0)
  expect(await hoursLeft()).toBeGreaterThan(24)
  expect(await lost.shown()).toMatchObject({ status: 'failed' })
  expect(await fine.shown()).toMatchObject({ status: 'succeeded' })
  expect(await old.shown()).toMatchObject({ status: 'succeeded' })
  expect(await readImbalances(market.db)).toEqual([])
})

test('[X-ORDER-03] a paid refund that cannot be followed keeps no other from being asked about', async () => {
  const both = [await paidBack(), await paidBack()]
  const ids = both.map(({ refundId }) => refundId)
  for (const each of both) await decideRefund(market.deps.sandbox, await each.madeAs(), 'failed')
  await sql`update sandbox.events set delivered_at = clock_timestamp() where delivered_at is null`.execute(
    market.db,
  )
  await sql`update order_refunds set refunded_at = clock_timestamp() - interval '3 days',
    next_try_at = clock_timestamp() where id = any(${ids})`.execute(market.db)
  const [first] = both
  const strange = (await first?.madeAs()) ?? ''
  const { gateway } = market.deps
  const retrieveRefund = (id: string) =>
    id === strange ? Promise.reject(new Error('nobody foresaw this')) : gateway.retrieveRefund(id)
  const deps = { ...market.deps, gateway: { ...gateway, name: gateway.name, retrieveRefund } }
  expect(await recheckRefunds(deps)).toBe(1)
  expect(await Promise.all(both.map((each) => each.shown()))).toMatchObject([
    { status: 'succeeded' },
    { status: 'failed' },
  ])
})
