import { cardsRoutes } from '@terrace/contracts/cards'
import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankOf } from '#api/test/fakes/bank-of-sandbox.ts'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { postEvent, sendWebhookEvent } from '#api/test/fixtures/send-webhook-event.ts'
import { readImbalances } from '#api/modules/ledger/index.ts'
import { cancelLines } from '#api/modules/orders/index.ts'
import { processRefunds } from '#api/modules/orders/refunds/process-refunds.ts'
import { signEvent } from '#api/test/fakes/sandbox.ts'

/* All event types the gateway sends, repeated, late, reordered and forged. */

let market: Marketplace
let ids: Awaited<ReturnType<typeof runFullLifecycle>>
beforeAll(async () => {
  market = await buildMarketplace({ config: { maxHeldTicketsPerTeam: 1000 } })
  ids = await runFullLifecycle()
  await deliverAll(takePendingEvents())
})
afterAll(() => market.close())

const { refundBank, disputeBank } = bankOf(() => market.deps.sandbox)

/** A purchase with a saved card, a returned refund and a won dispute, whose events are all pending. */
async function runFullLifecycle() {
  const { buyer, order, line } = await buyOrder(market, {
    lines: [{ quantity: 1 }, { quantity: 2 }],
    cardToken: 'pm_sandbox_disputed',
  })
  const { setup_id } = (await buyer.call(cardsRoutes.clientSecret, { body: {} })).data.data
  await buyer.call(cardsRoutes.save, { body: { setup_id, card_token: 'pm_card_visa' } })
  await cancelLines(market.deps, {
    target: { lineId: line.id },
    actor: 'operator:anna',
    reason: 'Postponed',
    relist: false,
  })
  await processRefunds(market.deps)
  const { rows } = await sql<{ pi: string; re: string; pm: string; cus: string }>`
    select o.gateway_payment_id as pi, r.gateway_refund_id as re, c.method_id as pm, u.customer_id as cus
    from orders o join order_refunds r on r.order_id = o.id
    join saved_cards c on c.team_id = o.team_id join card_customers u on u.team_id = o.team_id
    where o.id = ${order.id}`.execute(market.db)
  const [objectIds] = rows
  if (!objectIds) throw new Error('the lifecycle is incomplete')
  const dp = await disputeBank.disputeOf(objectIds.pi)
  await refundBank.decide(objectIds.re, 'failed')
  await disputeBank.decide(dp, 'won')
  return { ...objectIds, dp, seti: setup_id, buyer, orderId: order.id }
}

interface WebhookEvent {
  id: string
  type: string
  data: object
}

/** Returns the pending events and marks them as delivered. */
function takePendingEvents(): WebhookEvent[] {
  return market.deps.sandbox.store
    .list('update events set delivered_at = 0 where delivered_at is null returning id, type, object')
    .map(({ id, type, object }) => ({
      id: String(id),
      type: String(type),
      data: { object: JSON.parse(String(object)) as object },
    }))
}

async function deliverAll(events: readonly WebhookEvent[]): Promise<void> {
  for (const event of events) expect((await sendWebhookEvent(market, event)).statusCode, event.type).toBe(200)
}

/** Returns all state related to money. */
async function readState(): Promise<unknown> {
  const { rows } = await sql`
    select (select json_agg(json_build_array(id, state) order by id) from checkout_attempts) as attempts,
      (select json_agg(json_build_array(id, state) order by id) from order_lines) as lines,
      (select json_agg(json_build_array(id, state, round, gateway_refund_id) order by id) from order_refunds) as refunds,
      (select json_agg(json_build_array(dispute_id, state, withheld_minor, movement_count) order by dispute_id)
        from payment_disputes) as disputes,
      (select json_agg(json_build_array(method_id, is_default) order by method_id) from saved_cards) as cards,
      (select count(*)::int from ledger_entries) as entries,
      -- Notifications of the purchase are written later, by a subscriber.
      (select count(*)::int from outbox where topic <> 'account.notifications_changed') as outbox_events`.execute(
    market.db,
  )
  return rows[0]
}

async function readShownStatus({ buyer, orderId }: Pick<typeof ids, 'buyer' | 'orderId'>) {
  const { data } = await buyer.call(ordersRoutes.one, { params: { order_id: orderId } })
  return { refund: data.data.refunds[0]?.status, dispute: data.data.disputes[0]?.status }
}

const eventTypes: readonly (readonly [string, (objectIds: typeof ids) => object])[] = [
  ...[
    'created',
    'processing',
    'requires_action',
    'amount_capturable_updated',
    'succeeded',
    'payment_failed',
    'canceled',
  ].map((suffix) => [`payment_intent.${suffix}`, ({ pi }: typeof ids) => ({ id: pi })] as const),
  ...['requires_action', 'succeeded', 'setup_failed', 'canceled'].map(
    (suffix) => [`setup_intent.${suffix}`, ({ seti }: typeof ids) => ({ id: seti })] as const,
  ),
  ...['attached', 'detached'].map(
    (suffix) =>
      [`payment_method.${suffix}`, ({ pm, cus }: typeof ids) => ({ id: pm, customer: cus })] as const,
  ),
  ['charge.refunded', ({ pi }) => ({ id: 'ch_1', payment_intent: pi })],
  ['charge.refund.updated', ({ re, pi }) => ({ id: re, payment_intent: pi })],
  ...['created', 'updated', 'failed'].map(
    (suffix) => [`refund.${suffix}`, ({ re }: typeof ids) => ({ id: re })] as const,
  ),
  ...['created', 'updated', 'funds_withdrawn', 'funds_reinstated', 'closed'].map(
    (suffix) =>
      [`charge.dispute.${suffix}`, ({ dp, pi }: typeof ids) => ({ id: dp, payment_intent: pi })] as const,
  ),
]

test.each(eventTypes)('a late and repeated %s changes nothing', async (type, objectOf) => {
  const before = await readState()
  const event = { id: `evt_late_${type}`, type, data: { object: objectOf(ids) } }
  expect((await sendWebhookEvent(market, event)).json()).toEqual({ data: { status: 'done' } })
  expect((await sendWebhookEvent(market, event)).json()).toEqual({ data: { status: 'known' } })
  expect(await readState()).toEqual(before)
  expect(await readImbalances(market.db)).toEqual([])
})

test.each(eventTypes)('a forged %s is rejected and not recorded', async (type, objectOf) => {
  const before = await readState()
  const raw = JSON.stringify({ id: `evt_forged_${type}`, type, data: { object: objectOf(ids) } })
  const secret = market.deps.sandbox.webhookSecret
  const old = new Date(Date.now() - 301_000)
  for (const signature of [
    undefined,
    signEvent(raw, { secret: 'guessed', at: new Date() }),
    signEvent(raw, { secret, at: old }),
    signEvent(`${raw} `, { secret, at: new Date() }),
  ]) {
    const response = await postEvent(market, raw, signature)
    expect([response.statusCode, response.json().code]).toEqual([403, 'payments.invalid_signature'])
  }
  const { rows } = await sql`select from payment_events where event_id like 'evt_forged%'`.execute(market.db)
  expect(rows).toEqual([])
  expect(await readState()).toEqual(before)
})

test.each([
  ['in reverse order', (events: WebhookEvent[]) => events.toReversed()],
  ['each twice', (events: WebhookEvent[]) => events.flatMap((event) => [event, event])],
  ['in reverse order and then repeated', (events: WebhookEvent[]) => [...events.toReversed(), ...events]],
])('a full lifecycle with events %s ends in the same state', async (_name, arrange) => {
  const lifecycle = await runFullLifecycle()
  await deliverAll(arrange(takePendingEvents()))
  expect(await readShownStatus(lifecycle)).toEqual({ refund: 'failed', dispute: 'won' })
  expect((await lifecycle.buyer.call(cardsRoutes.list)).data.data).toHaveLength(1)
  const { rows } = await sql`
    select topic from outbox where topic in ('order.refund_failed', 'payment.disputed')
      and payload ->> 'teamId' = ${lifecycle.buyer.teamId} order by topic`.execute(market.db)
  expect(rows).toEqual([{ topic: 'order.refund_failed' }, { topic: 'payment.disputed' }])
  expect(await readImbalances(market.db)).toEqual([])
})

test('a full lifecycle with concurrent events ends in the same state', async () => {
  const lifecycle = await runFullLifecycle()
  const events = takePendingEvents().flatMap((event) => [event, { ...event, id: `${event.id}_again` }])
  const responses = await Promise.all(events.map((event) => sendWebhookEvent(market, event)))
  for (const response of responses) expect(response.statusCode).toBe(200)
  expect(await readShownStatus(lifecycle)).toEqual({ refund: 'failed', dispute: 'won' })
  expect(await readImbalances(market.db)).toEqual([])
})

test('events that arrive together are recorded at once, and each is processed once', async () => {
  const lifecycle = await runFullLifecycle()
  takePendingEvents()
  const before = await readState()
  const events = Array.from({ length: 20 }, (_, index) => ({
    id: `evt_together_${index}`,
    type: 'payment_intent.succeeded',
    data: { object: { id: lifecycle.pi } },
  }))
  const deliver = () => Promise.all(events.map((event) => sendWebhookEvent(market, event)))
  for (const status of ['done', 'known'])
    expect((await deliver()).map((response) => response.json().data.status)).toEqual(events.map(() => status))
  const { rows } = await sql<{ events: number; transactions: number }>`
    select count(*)::int as events, count(distinct xmin::text)::int as transactions from payment_events
    where event_id like 'evt_together_%' and processed_at is not null`.execute(market.db)
  expect(rows[0]?.events).toBe(20)
  expect(rows[0]?.transactions).toBeLessThan(10)
  expect(await readState()).toEqual(before)
})
