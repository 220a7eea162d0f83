import { cardsRoutes } from '@terrace/contracts/cards'
import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asBank } from '../../test/as-bank.ts'
import { buyOrder } from '../../test/bought-order.ts'
import { buildMarket, type Market } from '../../test/build-market.ts'
import { postEvent, tellEvent } from '../../test/tell-webhook.ts'
import { readImbalances } from '../ledger/index.ts'
import { cancelLines } from '../orders/index.ts'
import { makeRefunds } from '../orders/refunds/make-refunds.ts'
import { signEvent } from './sandbox/event-signature.ts'

/* Every kind of event that the provider sends (wire.md §3.2): duplicated, late, out of order and forged. */

let market: Market
let ids: Awaited<ReturnType<typeof liveThroughAll>>
beforeAll(async () => {
  market = await buildMarket({ config: { holdCap: 1000 } })
  ids = await liveThroughAll()
  await tellAll(await untold())
})
afterAll(() => market.close())

const { refundBank, disputeBank } = asBank(() => market.deps.sandbox)

/** A purchase with everything in its life: a saved card, a refund that comes back, a dispute that is won. Nothing of it is told yet. */
async function liveThroughAll() {
  const { buyer, order, line } = await buyOrder(market, {
    lines: [{ quantity: 1 }, { quantity: 2 }],
    cardToken: 'pm_sandbox_disputed',
  })
  const { setup_id } = (await buyer.call(cardsRoutes.clientSecret, { body: {} })).data.data
  await buyer.call(cardsRoutes.save, { body: { setup_id, card_token: 'pm_card_visa' } })
  await cancelLines(market.deps, {
    which: { lineId: line.id },
    actor: 'operator:anna',
    reason: 'Postponed',
    isBackOnSale: false,
  })
  await makeRefunds(market.deps)
  const { rows } = await sql<{ pi: string; re: string; pm: string; cus: string }>`
    select o.intent_id as pi, r.gateway_refund_id as re, c.method_id as pm, u.customer_id as cus
    from orders o join order_refunds r on r.order_id = o.id
    join saved_cards c on c.team_id = o.team_id join card_customers u on u.team_id = o.team_id
    where o.id = ${order.id}`.execute(market.db)
  const [names] = rows
  if (!names) throw new Error('something of this life is missing')
  const dp = await disputeBank.disputeOf(names.pi)
  await refundBank.decides(names.re, 'failed')
  await disputeBank.decides(dp, 'won')
  return { ...names, dp, seti: setup_id, buyer, orderId: order.id }
}

interface Told {
  id: string
  type: string
  data: object
}

/** What the provider has to tell, and by itself tells no more. */
async function untold(): Promise<Told[]> {
  const { rows } = await sql<{ id: string; type: string; object: object }>`
    update sandbox.events set delivered_at = clock_timestamp() where delivered_at is null
    returning id, type, object`.execute(market.db)
  return rows.map(({ id, type, object }) => ({ id, type, data: { object } }))
}

async function tellAll(events: readonly Told[]): Promise<void> {
  for (const event of events) expect((await tellEvent(market, event)).statusCode, event.type).toBe(200)
}

/** All that money has left behind. */
async function traces(): Promise<unknown> {
  const { rows } = await sql`
    select (select json_agg(json_build_array(id, state) order by id) from checkout_attempts) as attempts,
      (select json_agg(json_build_array(id, state) order by id) from order_lines) as lines,
      (select json_agg(json_build_array(id, state, round, gateway_refund_id) order by id) from order_refunds) as refunds,
      (select json_agg(json_build_array(dispute_id, state, withheld_minor, moves) order by dispute_id)
        from payment_disputes) as disputes,
      (select json_agg(json_build_array(method_id, is_default) order by method_id) from saved_cards) as cards,
      (select count(*)::int from ledger_entries) as entries,
      (select count(*)::int from outbox) as told`.execute(market.db)
  return rows[0]
}

async function shown({ buyer, orderId }: Pick<typeof ids, 'buyer' | 'orderId'>) {
  const { data } = await buyer.call(ordersRoutes.one, { params: { order_id: orderId } })
  return { refund: data.data.refunds[0]?.status, dispute: data.data.disputes[0]?.status }
}

const kinds: readonly (readonly [string, (known: typeof ids) => object])[] = [
  ...[
    'created',
    'processing',
    'requires_action',
    'amount_capturable_updated',
    'succeeded',
    'payment_failed',
    'canceled',
  ].map((word) => [`payment_intent.${word}`, ({ pi }: typeof ids) => ({ id: pi })] as const),
  ...['requires_action', 'succeeded', 'setup_failed', 'canceled'].map(
    (word) => [`setup_intent.${word}`, ({ seti }: typeof ids) => ({ id: seti })] as const,
  ),
  ...['attached', 'detached'].map(
    (word) => [`payment_method.${word}`, ({ pm, cus }: typeof ids) => ({ id: pm, customer: cus })] as const,
  ),
  ['charge.refunded', ({ pi }) => ({ id: 'ch_1', payment_intent: pi })],
  ['charge.refund.updated', ({ re, pi }) => ({ id: re, payment_intent: pi })],
  ...['created', 'updated', 'failed'].map(
    (word) => [`refund.${word}`, ({ re }: typeof ids) => ({ id: re })] as const,
  ),
  ...['created', 'updated', 'funds_withdrawn', 'funds_reinstated', 'closed'].map(
    (word) =>
      [`charge.dispute.${word}`, ({ dp, pi }: typeof ids) => ({ id: dp, payment_intent: pi })] as const,
  ),
]

test.each(kinds)('%s that comes late and twice changes nothing', async (type, objectOf) => {
  const before = await traces()
  const event = { id: `evt_late_${type}`, type, data: { object: objectOf(ids) } }
  expect((await tellEvent(market, event)).json()).toEqual({ data: { status: 'done' } })
  expect((await tellEvent(market, event)).json()).toEqual({ data: { status: 'known' } })
  expect(await traces()).toEqual(before)
  expect(await readImbalances(market.db)).toEqual([])
})

test.each(kinds)('%s of a forger is refused, and not even remembered', async (type, objectOf) => {
  const before = await traces()
  const raw = JSON.stringify({ id: `evt_forged_${type}`, type, data: { object: objectOf(ids) } })
  const secret = await market.deps.sandbox.webhookSecret()
  const old = new Date(Date.now() - 301_000)
  for (const signature of [
    undefined,
    signEvent(raw, { secret: 'guessed', at: new Date() }),
    signEvent(raw, { secret, at: old }),
    signEvent(`${raw} `, { secret, at: new Date() }),
  ]) {
    const answer = await postEvent(market, raw, signature)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'payments.event_refused'])
  }
  const { rows } = await sql`select from payment_events where event_id like 'evt_forged%'`.execute(market.db)
  expect(rows).toEqual([])
  expect(await traces()).toEqual(before)
})

test.each([
  ['the last first', (events: Told[]) => events.toReversed()],
  ['each twice', (events: Told[]) => events.flatMap((event) => [event, event])],
  ['the last first, and all of them again', (events: Told[]) => [...events.toReversed(), ...events]],
])('a whole life told with %s ends as it did', async (_name, arranged) => {
  const life = await liveThroughAll()
  await tellAll(arranged(await untold()))
  expect(await shown(life)).toEqual({ refund: 'failed', dispute: 'won' })
  expect((await life.buyer.call(cardsRoutes.list)).data.data).toHaveLength(1)
  const { rows } = await sql`
    select topic from outbox where topic in ('order.refund_failed', 'payment.disputed')
      and payload ->> 'teamId' = ${life.buyer.teamId} order by topic`.execute(market.db)
  expect(rows).toEqual([{ topic: 'order.refund_failed' }, { topic: 'payment.disputed' }])
  expect(await readImbalances(market.db)).toEqual([])
})

test('a whole life told at once from all sides ends as it did', async () => {
  const life = await liveThroughAll()
  const events = (await untold()).flatMap((event) => [event, { ...event, id: `${event.id}_again` }])
  const answers = await Promise.all(events.map((event) => tellEvent(market, event)))
  for (const answer of answers) expect(answer.statusCode).toBe(200)
  expect(await shown(life)).toEqual({ refund: 'failed', dispute: 'won' })
  expect(await readImbalances(market.db)).toEqual([])
})
