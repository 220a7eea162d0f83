import { cardsRoutes } from '@terrace/contracts/cards'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../db/transaction.ts'
import { answerBank } from '../../test/bank-challenge.ts'
import { buildMarket, type Market } from '../../test/build-market.ts'
import { purchaseBody } from '../../test/purchase-body.ts'
import { postEvent, tellEvent } from '../../test/tell-webhook.ts'
import { readImbalances } from '../ledger/index.ts'
import { readDisputes, sendEvents } from '../payments/index.ts'
import { signEvent } from '../payments/sandbox/event-signature.ts'

/** What the provider tells at /payments/webhook, from its own door and as a forger would. */

let market: Market
beforeAll(async () => {
  market = await buildMarket()
})
afterAll(() => market.close())

/** Sends all that waits, however often it takes. */
async function sendAll(): Promise<void> {
  await sql`update sandbox.events set next_try_at = clock_timestamp() where delivered_at is null`.execute(
    market.db,
  )
  while ((await sendEvents(market.deps.sandbox)) > 0);
}
beforeEach(sendAll)

async function asked() {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 2)
  const body = purchaseBody([held], 'pm_card_threeDSecure2Required')
  const attempt = (await buyer.call(checkoutRoutes.buy, { body })).data.data
  return { buyer, held, attempt }
}

async function bought(cardToken = 'pm_card_visa') {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 1)
  const attempt = (await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held], cardToken) })).data.data
  return { buyer, attempt }
}

const post = (payload: string, signature?: string) => postEvent(market, payload, signature)
const told = (event: Parameters<typeof tellEvent>[1]) => tellEvent(market, event)

const stateOf = async (attemptId: string) => {
  const { rows } = await sql<{ state: string }>`
    select state from checkout_attempts where id = ${attemptId}`.execute(market.db)
  return rows[0]?.state
}
const intentOf = async (attemptId: string) => {
  const { rows } = await sql<{ intent_id: string }>`
    select intent_id from checkout_attempts where id = ${attemptId}`.execute(market.db)
  return rows[0]?.intent_id ?? ''
}

test('a buyer who approves and closes the laptop has their order as soon as the provider tells of it', async () => {
  const { buyer, attempt } = await asked()
  await answerBank(market, attempt.next_action?.url ?? '', 'approve')
  expect(await stateOf(attempt.attempt_id)).toBe('requires_action')
  await sendAll()
  expect(await stateOf(attempt.attempt_id)).toBe('confirmed')
  expect((await buyer.call(ordersRoutes.list)).data.meta.total).toBe(1)
})

test('events that come twice, late, or the later before the earlier lead to one order and one charge', async () => {
  const { buyer, attempt } = await asked()
  await answerBank(market, attempt.next_action?.url ?? '', 'approve')
  // Every one of them twice, and the first one lost on its way once.
  const { faults } = market.deps.sandbox
  faults.plan({ on: 'event', kind: 'fail_before' })
  for (let times = 0; times < 10; times += 1) faults.plan({ on: 'event', kind: 'twice' })
  await sendAll()
  await sendAll()
  expect(await stateOf(attempt.attempt_id)).toBe('confirmed')
  const intent = { id: await intentOf(attempt.attempt_id) }
  for (const type of [
    'payment_intent.requires_action',
    'payment_intent.payment_failed',
    'payment_intent.canceled',
  ]) {
    const answer = await told({ id: `evt_old_${type}`, type, data: { object: intent } })
    expect(answer.json()).toEqual({ data: { status: 'done' } })
  }
  expect(await stateOf(attempt.attempt_id)).toBe('confirmed')
  expect((await buyer.call(ordersRoutes.list)).data.meta.total).toBe(1)
  const { rows } =
    await sql`select amount_received::int from sandbox.intents where id = ${intent.id}`.execute(market.db)
  expect(rows).toEqual([{ amount_received: 17_850 }])
})

test('twenty repeats of one event at once are worked on without harm, and later ones not at all', async () => {
  const { attempt } = await asked()
  await answerBank(market, attempt.next_action?.url ?? '', 'approve')
  const event = {
    id: 'evt_twenty',
    type: 'payment_intent.amount_capturable_updated',
    data: { object: { id: await intentOf(attempt.attempt_id) } },
  }
  const answers = await Promise.all(Array.from({ length: 20 }, () => told(event)))
  for (const answer of answers) expect(answer.statusCode).toBe(200)
  expect((await told(event)).json()).toEqual({ data: { status: 'known' } })
  await expect
    .poll(async () => {
      await told({ ...event, id: `evt_again_${Date.now()}` })
      return stateOf(attempt.attempt_id)
    })
    .toBe('confirmed')
})

test('what an event says of a payment is not believed: only the provider’s own answer counts', async () => {
  const { attempt } = await asked()
  const object = { id: await intentOf(attempt.attempt_id), status: 'succeeded', amount_received: 17_850 }
  await told({ id: 'evt_lie', type: 'payment_intent.succeeded', data: { object } })
  expect(await stateOf(attempt.attempt_id)).toBe('requires_action')
})

test('an event that could not be dealt with is told again, and then it is', async () => {
  const { attempt } = await asked()
  await answerBank(market, attempt.next_action?.url ?? '', 'approve')
  const event = { id: 'evt_dispute_away', type: 'charge.dispute.created', data: { object: { id: 'dp_x1' } } }
  for (let lost = 0; lost < 3; lost += 1)
    market.deps.sandbox.faults.plan({ on: 'vault_read', kind: 'fail_before' })
  expect((await told(event)).statusCode).toBe(503)
  const { rows } = await sql`select done_at from payment_events where event_id = ${event.id}`.execute(
    market.db,
  )
  expect(rows).toEqual([{ done_at: null }])
})

test('what is not signed with our secret, was changed, or is old is refused and does nothing', async () => {
  const { attempt } = await asked()
  await answerBank(market, attempt.next_action?.url ?? '', 'approve')
  const object = { id: await intentOf(attempt.attempt_id) }
  const raw = JSON.stringify({ id: 'evt_forged', type: 'payment_intent.succeeded', data: { object } })
  const secret = await market.deps.sandbox.webhookSecret()
  const now = new Date()
  const right = signEvent(raw, { secret, at: now })
  const old = new Date(now.getTime() - 301_000)
  for (const answer of [
    await post(raw),
    await post(raw, 'nonsense'),
    await post(raw, signEvent(raw, { secret: 'another', at: now })),
    await post(`${raw} `, right),
    await post(raw, signEvent(raw, { secret, at: old })),
  ])
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'payments.event_refused'])
  expect(await stateOf(attempt.attempt_id)).toBe('requires_action')
  expect((await post('not json', signEvent('not json', { secret, at: now }))).statusCode).toBe(400)
})

test('an event about somebody else’s payment, or about nothing of ours, is taken and changes nothing', async () => {
  const strange = { object: { id: 'pi_of_nobody' } }
  expect((await told({ id: 'evt_s1', type: 'payment_intent.succeeded', data: strange })).statusCode).toBe(200)
  const answer = await told({ id: 'evt_s2', type: 'invoice.paid', data: { object: { id: 'in_1' } } })
  expect(answer.json()).toEqual({ data: { status: 'ignored' } })
})

test('a dispute is kept with its purchase and told once, however often the provider tells of it', async () => {
  const { attempt } = await bought('pm_sandbox_disputed')
  expect(attempt.status).toBe('confirmed')
  await sendAll()
  const kept = () =>
    sql<{ dispute_id: string; state: string }>`
      select dispute_id, amount_minor::int, currency, reason, state from payment_disputes
      where attempt_id = ${attempt.attempt_id}`.execute(market.db)
  const [dispute, ...more] = (await kept()).rows
  expect(dispute).toMatchObject({ amount_minor: 8925, currency: 'GBP', reason: 'fraudulent', state: 'open' })
  expect(more).toEqual([])
  await sql`update sandbox.disputes set status = 'won' where id = ${dispute?.dispute_id}`.execute(market.db)
  await told({
    id: 'evt_closed',
    type: 'charge.dispute.closed',
    data: { object: { id: dispute?.dispute_id } },
  })
  expect((await kept()).rows).toMatchObject([{ state: 'won' }])
  const { rows } = await sql`select from outbox
    where topic = 'payment.disputed' and subject = ${attempt.attempt_id}`.execute(market.db)
  expect(rows).toHaveLength(1)
})

test('a lost dispute is booked once, and an older word of it changes nothing any more', async () => {
  const { buyer, attempt } = await bought('pm_sandbox_disputed')
  await sendAll()
  const [dispute] = await readDisputes(market.db, attempt.attempt_id)
  const id = dispute?.disputeId ?? ''
  const closeAs = async (status: string) => {
    await sql`update sandbox.disputes set status = ${status} where id = ${id}`.execute(market.db)
    await told({ id: `evt_${status}_${id}`, type: 'charge.dispute.updated', data: { object: { id } } })
  }
  await closeAs('lost')
  await closeAs('needs_response')
  expect(await readDisputes(market.db, attempt.attempt_id)).toMatchObject([{ state: 'lost' }])
  const { rows } = await sql`
    select e.account, sum(e.amount_minor)::int as minor from ledger_entries e
    join ledger_transactions t on t.id = e.transaction_id
    where t.attempt_id = ${attempt.attempt_id} and e.account in ('gateway', ${`buyer:${buyer.teamId}`})
    group by e.account order by e.account`.execute(market.db)
  expect(rows).toMatchObject([{ minor: 8925 }, { account: 'gateway', minor: 0 }])
  expect(await readImbalances(market.db)).toEqual([])
})

test('a lost dispute that is not booked is an imbalance', async () => {
  const { attempt } = await bought('pm_sandbox_disputed')
  await sendAll()
  await inTransaction(market.db, async (tx) => {
    await sql`update payment_disputes set state = 'lost' where attempt_id = ${attempt.attempt_id}`.execute(tx)
    expect(await readImbalances(tx)).toEqual([
      expect.stringMatching(
        /^dispute dp_\w+ is lost and has taken 8925, booked are 8925, of which 8925 until it is decided$/,
      ),
    ])
    await sql`update payment_disputes set state = 'open' where attempt_id = ${attempt.attempt_id}`.execute(tx)
  })
})

test('a card that was saved while nobody waited is listed when the provider tells of it, and one removed there goes', async () => {
  const buyer = await market.addBuyer()
  const { setup_id } = (await buyer.call(cardsRoutes.clientSecret, { body: {} })).data.data
  const body = { setup_id, card_token: 'pm_card_threeDSecure2Required' }
  const saving = (await buyer.call(cardsRoutes.save, { body })).data.data
  await answerBank(market, saving.next_action?.url ?? '', 'approve')
  expect((await buyer.call(cardsRoutes.list)).data.data).toEqual([])
  await sendAll()
  expect((await buyer.call(cardsRoutes.list)).data.data).toMatchObject([{ last4: '3220', is_default: true }])
  const { rows } = await sql<{ method_id: string }>`
    select method_id from saved_cards where team_id = ${buyer.teamId}`.execute(market.db)
  await market.deps.vault.detachMethod({ methodId: rows[0]?.method_id ?? '', idempotencyKey: 'elsewhere' })
  await sendAll()
  expect((await buyer.call(cardsRoutes.list)).data.data).toEqual([])
})
