import { cardsRoutes } from '@terrace/contracts/cards'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import { completeBankChallenge } from '#api/test/fakes/bank-challenge.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { postEvent, sendWebhookEvent } from '#api/test/fixtures/send-webhook-event.ts'
import { readImbalances } from '#api/modules/ledger/index.ts'
import { readDisputes } from '#api/modules/payments/index.ts'
import { signEvent, paymentsOf } from '#api/test/fakes/sandbox.ts'

/** Events at /payments/webhook, sent by the gateway and by a forger. */

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

/** Delivers all pending events, with retries. */
async function sendAll(): Promise<void> {
  market.deps.sandbox.store.run('update events set next_attempt_at = 0 where delivered_at is null')
  await market.deps.sandbox.events.sendDue()
}
beforeEach(sendAll)

/** Changes a dispute at the bank without an event. */
const closeDispute = (id: string, status: string) =>
  market.deps.sandbox.store.run('update disputes set status = :status where id = :id', { id, status })

async function buyWithChallenge() {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 2)
  const body = purchaseBody([held], 'pm_card_threeDSecure2Required')
  const attempt = (await buyer.call(checkoutRoutes.buy, { body })).data.data
  return { buyer, held, attempt }
}

async function buyOrderWith(cardToken = 'pm_card_visa') {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 1)
  const attempt = (await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held], cardToken) })).data.data
  return { buyer, attempt }
}

const post = (payload: string, signature?: string) => postEvent(market, payload, signature)
const deliverEvent = (event: Parameters<typeof sendWebhookEvent>[1]) => sendWebhookEvent(market, event)

const stateOf = async (attemptId: string) => {
  const { rows } = await sql<{ state: string }>`
    select state from checkout_attempts where id = ${attemptId}`.execute(market.db)
  return rows[0]?.state
}
const paymentIdOf = async (attemptId: string) => {
  const { rows } = await sql<{ gateway_payment_id: string }>`
    select gateway_payment_id from checkout_attempts where id = ${attemptId}`.execute(market.db)
  return rows[0]?.gateway_payment_id ?? ''
}

test('a buyer who approves but does not return gets the order once the gateway’s event arrives', async () => {
  const { buyer, attempt } = await buyWithChallenge()
  await completeBankChallenge(market, attempt.next_action?.url ?? '', 'approve')
  expect(await stateOf(attempt.attempt_id)).toBe('requires_action')
  await sendAll()
  expect(await stateOf(attempt.attempt_id)).toBe('confirmed')
  expect((await buyer.call(ordersRoutes.list)).data.meta.total).toBe(1)
})

test('duplicate, late and reordered events lead to one order and one charge', async () => {
  const { buyer, attempt } = await buyWithChallenge()
  await completeBankChallenge(market, attempt.next_action?.url ?? '', 'approve')
  // Every event is sent twice, and the first delivery fails once.
  const { faults } = market.deps.sandbox
  faults.plan({ on: 'event', kind: 'fail_before' })
  for (let times = 0; times < 10; times += 1) faults.plan({ on: 'event', kind: 'twice' })
  await sendAll()
  await sendAll()
  expect(await stateOf(attempt.attempt_id)).toBe('confirmed')
  const intent = { id: await paymentIdOf(attempt.attempt_id) }
  for (const type of [
    'payment_intent.requires_action',
    'payment_intent.payment_failed',
    'payment_intent.canceled',
  ]) {
    const response = await deliverEvent({ id: `evt_old_${type}`, type, data: { object: intent } })
    expect(response.json()).toEqual({ data: { status: 'done' } })
  }
  expect(await stateOf(attempt.attempt_id)).toBe('confirmed')
  expect((await buyer.call(ordersRoutes.list)).data.meta.total).toBe(1)
  expect(paymentsOf(market.deps.sandbox, attempt.attempt_id)).toMatchObject([{ received: 17_850 }])
})

test('twenty concurrent repeats of one event do no harm; later repeats are ignored', async () => {
  const { attempt } = await buyWithChallenge()
  await completeBankChallenge(market, attempt.next_action?.url ?? '', 'approve')
  const event = {
    id: 'evt_twenty',
    type: 'payment_intent.amount_capturable_updated',
    data: { object: { id: await paymentIdOf(attempt.attempt_id) } },
  }
  const responses = await Promise.all(Array.from({ length: 20 }, () => deliverEvent(event)))
  for (const response of responses) expect(response.statusCode).toBe(200)
  expect((await deliverEvent(event)).json()).toEqual({ data: { status: 'known' } })
  await expect
    .poll(async () => {
      await deliverEvent({ ...event, id: `evt_again_${Date.now()}` })
      return stateOf(attempt.attempt_id)
    })
    .toBe('confirmed')
})

test('the payment state in an event is not trusted; the gateway is queried instead', async () => {
  const { attempt } = await buyWithChallenge()
  const object = { id: await paymentIdOf(attempt.attempt_id), status: 'succeeded', amount_received: 17_850 }
  await deliverEvent({ id: 'evt_lie', type: 'payment_intent.succeeded', data: { object } })
  expect(await stateOf(attempt.attempt_id)).toBe('requires_action')
})

test('an event whose processing failed is delivered again and succeeds', async () => {
  const { attempt } = await buyWithChallenge()
  await completeBankChallenge(market, attempt.next_action?.url ?? '', 'approve')
  const event = { id: 'evt_dispute_away', type: 'charge.dispute.created', data: { object: { id: 'dp_x1' } } }
  for (let call = 0; call < 3; call += 1)
    market.deps.sandbox.faults.plan({ on: 'vault_read', kind: 'fail_before' })
  expect((await deliverEvent(event)).statusCode).toBe(503)
  const { rows } = await sql`select processed_at from payment_events where event_id = ${event.id}`.execute(
    market.db,
  )
  expect(rows).toEqual([{ processed_at: null }])
})

test('unsigned, altered and outdated events are rejected without effect', async () => {
  const { attempt } = await buyWithChallenge()
  await completeBankChallenge(market, attempt.next_action?.url ?? '', 'approve')
  const object = { id: await paymentIdOf(attempt.attempt_id) }
  const raw = JSON.stringify({ id: 'evt_forged', type: 'payment_intent.succeeded', data: { object } })
  const secret = market.deps.sandbox.webhookSecret
  const now = new Date()
  const validSignature = signEvent(raw, { secret, at: now })
  const old = new Date(now.getTime() - 301_000)
  for (const response of [
    await post(raw),
    await post(raw, 'nonsense'),
    await post(raw, signEvent(raw, { secret: 'another', at: now })),
    await post(`${raw} `, validSignature),
    await post(raw, signEvent(raw, { secret, at: old })),
  ])
    expect([response.statusCode, response.json().code]).toEqual([403, 'payments.invalid_signature'])
  expect(await stateOf(attempt.attempt_id)).toBe('requires_action')
  expect((await post('not json', signEvent('not json', { secret, at: now }))).statusCode).toBe(400)
})

test('an event about an unknown payment or object is accepted and ignored', async () => {
  const unknownPayment = { object: { id: 'pi_unknown' } }
  expect(
    (await deliverEvent({ id: 'evt_s1', type: 'payment_intent.succeeded', data: unknownPayment })).statusCode,
  ).toBe(200)
  const response = await deliverEvent({
    id: 'evt_s2',
    type: 'invoice.paid',
    data: { object: { id: 'in_1' } },
  })
  expect(response.json()).toEqual({ data: { status: 'ignored' } })
})

test('a dispute is stored with its purchase and announced once, however often it is reported', async () => {
  const { attempt } = await buyOrderWith('pm_sandbox_disputed')
  expect(attempt.status).toBe('confirmed')
  await sendAll()
  const readStoredDisputes = () =>
    sql<{ dispute_id: string; state: string }>`
      select dispute_id, amount_minor::int, currency, reason, state from payment_disputes
      where attempt_id = ${attempt.attempt_id}`.execute(market.db)
  const [dispute, ...more] = (await readStoredDisputes()).rows
  expect(dispute).toMatchObject({ amount_minor: 8925, currency: 'GBP', reason: 'fraudulent', state: 'open' })
  expect(more).toEqual([])
  closeDispute(dispute?.dispute_id ?? '', 'won')
  await deliverEvent({
    id: 'evt_closed',
    type: 'charge.dispute.closed',
    data: { object: { id: dispute?.dispute_id } },
  })
  expect((await readStoredDisputes()).rows).toMatchObject([{ state: 'won' }])
  const { rows } = await sql`select from outbox
    where topic = 'payment.disputed' and subject = ${attempt.attempt_id}`.execute(market.db)
  expect(rows).toHaveLength(1)
})

test('a lost dispute is posted once, and an outdated report changes nothing', async () => {
  const { buyer, attempt } = await buyOrderWith('pm_sandbox_disputed')
  await sendAll()
  const [dispute] = await readDisputes(market.db, attempt.attempt_id)
  const id = dispute?.disputeId ?? ''
  const closeAs = async (status: string) => {
    closeDispute(id, status)
    await deliverEvent({
      id: `evt_${status}_${id}`,
      type: 'charge.dispute.updated',
      data: { object: { id } },
    })
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

test('a lost dispute that was not posted shows up as an imbalance', async () => {
  const { attempt } = await buyOrderWith('pm_sandbox_disputed')
  await sendAll()
  await inTransaction(market.db, async (tx) => {
    await sql`update payment_disputes set state = 'lost' where attempt_id = ${attempt.attempt_id}`.execute(tx)
    expect(await readImbalances(tx)).toEqual([
      expect.stringMatching(
        /^dispute dp_\w+ is lost with 8925 withheld, but the ledger has 8925 withdrawn and 8925 undecided$/,
      ),
    ])
    await sql`update payment_disputes set state = 'open' where attempt_id = ${attempt.attempt_id}`.execute(tx)
  })
})

test('cards saved or removed at the gateway are listed or removed when its event arrives', async () => {
  const buyer = await market.addBuyer()
  const { setup_id } = (await buyer.call(cardsRoutes.clientSecret, { body: {} })).data.data
  const body = { setup_id, card_token: 'pm_card_threeDSecure2Required' }
  const saving = (await buyer.call(cardsRoutes.save, { body })).data.data
  await completeBankChallenge(market, saving.next_action?.url ?? '', 'approve')
  expect((await buyer.call(cardsRoutes.list)).data.data).toEqual([])
  await sendAll()
  expect((await buyer.call(cardsRoutes.list)).data.data).toMatchObject([{ last4: '3220', is_default: true }])
  const { rows } = await sql<{ method_id: string }>`
    select method_id from saved_cards where team_id = ${buyer.teamId}`.execute(market.db)
  await market.deps.vault.detachMethod({ methodId: rows[0]?.method_id ?? '', idempotencyKey: 'elsewhere' })
  await sendAll()
  expect((await buyer.call(cardsRoutes.list)).data.data).toEqual([])
})
