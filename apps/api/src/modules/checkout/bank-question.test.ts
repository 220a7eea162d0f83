import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { answerBank } from '../../test/bank-challenge.ts'
import { buildMarket, type Market } from '../../test/build-market.ts'
import type { Caller } from '../../test/build-test-app.ts'
import { heldQuantity } from '../../test/factories.ts'
import { purchaseBody } from '../../test/purchase-body.ts'
import { readImbalances } from '../ledger/index.ts'
import { reconcileAttempts } from './reconcile-attempts.ts'

let market: Market
beforeAll(async () => {
  market = await buildMarket()
})
afterEach(async () => {
  expect(await readImbalances(market.db)).toEqual([])
})
afterAll(() => market.close())

const minute = 60_000
const askingCard = 'pm_card_threeDSecure2Required'
const reconcile = () => reconcileAttempts(market.deps, { quietSeconds: 0 })

/** A purchase that waits for the bank's question to be answered. */
async function asked(card = askingCard) {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list({ quantity: 2 }), 2)
  const { data } = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held], card) })
  return { buyer, held, attempt: data.data }
}

async function stateOf(buyer: Caller, attempt: WireAttempt): Promise<WireAttempt> {
  const { data } = await buyer.call(checkoutRoutes.attempt, { params: { attempt_id: attempt.attempt_id } })
  return data.data
}

async function chargeOf(attempt: WireAttempt): Promise<{ status: string; received: number } | undefined> {
  const { rows } = await sql<{ status: string; received: number }>`
    select status, amount_received as received from sandbox.intents
    where metadata ->> 'attempt_id' = ${attempt.attempt_id}`.execute(market.db)
  return rows[0]
}

/** The time in which the payment kept the tickets, and their own, have run out. */
async function endLease(attempt: WireAttempt): Promise<void> {
  await sql`update checkout_attempts set lease_until = clock_timestamp() - interval '1 second'
    where id = ${attempt.attempt_id}`.execute(market.db)
  await sql`update holds set expires_at = clock_timestamp() - interval '1 minute',
    reserved_until = clock_timestamp() - interval '1 second' where attempt_id = ${attempt.attempt_id}`.execute(
    market.db,
  )
}

test('[X-PAY-04] a bank that asks leaves the purchase open, and an approval makes it an order', async () => {
  const { buyer, attempt } = await asked()
  expect(attempt).toEqual({
    status: 'requires_action',
    attempt_id: expect.any(String),
    next_action: { type: 'redirect_to_url', url: expect.stringContaining('/sandbox/challenge/') },
    held_until: expect.any(String),
  })
  // product.md §4: the lease of a payment, by the database's own clock.
  const { rows } = await sql<{ left: number }>`
    select extract(epoch from ${attempt.held_until}::timestamptz - created_at)::float as left
    from checkout_attempts where id = ${attempt.attempt_id}`.execute(market.db)
  expect(Math.round((rows[0]?.left ?? 0) / 60)).toBe(10)
  expect(await stateOf(buyer, attempt)).toMatchObject({
    status: 'requires_action',
    held_until: attempt.held_until,
  })
  const back = await answerBank(market, attempt.next_action?.url ?? '', 'approve')
  expect(back).toBe(`/checkout/confirm?attempt=${attempt.attempt_id}`)
  const confirmed = await stateOf(buyer, attempt)
  expect(confirmed).toMatchObject({ status: 'confirmed', order: { ticket_quantity: 2 } })
  expect(await stateOf(buyer, attempt)).toEqual(confirmed)
  expect(await chargeOf(attempt)).toEqual({ status: 'succeeded', received: 17_850 })
})

test('a bank that is not convinced declines: the holds are back and nothing is charged', async () => {
  const { buyer, held, attempt } = await asked()
  await answerBank(market, attempt.next_action?.url ?? '', 'fail')
  expect(await stateOf(buyer, attempt)).toMatchObject({
    status: 'declined',
    decline_code: 'payment_intent_authentication_failure',
  })
  expect(await chargeOf(attempt)).toEqual({ status: 'canceled', received: 0 })
  const { data } = await buyer.call(holdsRoutes.list)
  expect(data.data).toMatchObject([{ hold_id: held.hold_id, state: 'active', expires_at: held.expires_at }])
})

test('a buyer who approves and never comes back has their order all the same', async () => {
  const { buyer, attempt } = await asked()
  await answerBank(market, attempt.next_action?.url ?? '', 'approve')
  await reconcile()
  expect((await stateOf(buyer, attempt)).status).toBe('confirmed')
})

test('while a payment runs its tickets can neither be released nor paid for a second time', async () => {
  const { buyer, held, attempt } = await asked()
  const release = await buyer.call(holdsRoutes.release, { body: [{ hold_id: held.hold_id, quantity: 2 }] })
  expect(release.error.errors).toMatchObject({ lines: [{ code: 'hold.paying', held: 2, releasable: [] }] })
  const again = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
  expect([again.status, again.error.code]).toEqual([409, 'checkout.in_progress'])
  expect(again.error.errors).toMatchObject({ attempt_id: attempt.attempt_id })
  const { data } = await buyer.call(holdsRoutes.list)
  expect(data.data).toMatchObject([{ state: 'paying', listing: { releasable: [] } }])
})

test('[X-HOLD-13] while a payment runs its holds cannot lapse, for at most ten minutes', async () => {
  const buyer = await market.addBuyer()
  const other = await market.addBuyer()
  const held = await market.hold(buyer, await market.list({ quantity: 2 }), 2)
  // Twenty seconds are left when the buyer pays.
  await sql`update holds set expires_at = clock_timestamp() + interval '20 seconds',
    reserved_until = clock_timestamp() + interval '20 seconds' where id = ${held.hold_id}`.execute(market.db)
  const before = Date.now()
  await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held], askingCard) })
  const { rows } = await sql<{ reserved_until: Date }>`
    select reserved_until from holds where id = ${held.hold_id}`.execute(market.db)
  const end = rows[0]?.reserved_until.getTime() ?? 0
  expect(end).toBeGreaterThanOrEqual(before + 10 * minute)
  expect(end).toBeLessThanOrEqual(Date.now() + 10 * minute)
  await sql`update holds set expires_at = clock_timestamp() - interval '1 second' where id = ${held.hold_id}`.execute(
    market.db,
  )
  const late = await other.call(holdsRoutes.place, {
    body: [{ listing_id: held.listing_id, quantity: 1 }],
  })
  expect(late.error.errors).toMatchObject({ lines: [{ code: 'listing.gone' }] })
})

test('a payment that nobody completes is cancelled at the provider first, and then its tickets are free', async () => {
  const { buyer, held, attempt } = await asked()
  await endLease(attempt)
  await reconcile()
  expect(await stateOf(buyer, attempt)).toMatchObject({ status: 'cancelled', reason: expect.any(String) })
  expect(await chargeOf(attempt)).toEqual({ status: 'canceled', received: 0 })
  expect(await heldQuantity(market.db, held.listing_id)).toBe(0)
  // Too late to approve: the bank's page changes nothing any more.
  await answerBank(market, attempt.next_action?.url ?? '', 'approve')
  expect(await chargeOf(attempt)).toEqual({ status: 'canceled', received: 0 })
})

test('[X-CHECKOUT-03] a payment that comes through after its time takes the tickets again where they are free', async () => {
  const { buyer, attempt } = await asked()
  await answerBank(market, attempt.next_action?.url ?? '', 'approve')
  await endLease(attempt)
  expect((await stateOf(buyer, attempt)).status).toBe('confirmed')
})

test('[X-CHECKOUT-04] a payment that comes through after its tickets have gone is given back in full, and the buyer is told', async () => {
  const { buyer, held, attempt } = await asked()
  const other = await market.addBuyer()
  await answerBank(market, attempt.next_action?.url ?? '', 'approve')
  await endLease(attempt)
  const theirs = await market.hold(other, held.listing_id, 1)
  expect(await stateOf(buyer, attempt)).toEqual({
    status: 'refunded',
    attempt_id: attempt.attempt_id,
    reason: expect.stringContaining('had gone to another buyer'),
  })
  expect(await chargeOf(attempt)).toEqual({ status: 'canceled', received: 0 })
  expect(await heldQuantity(market.db, held.listing_id)).toBe(1)
  const { data } = await other.call(holdsRoutes.list)
  expect(data.data).toMatchObject([{ hold_id: theirs.hold_id }])
})

test('another team’s payment does not exist', async () => {
  const { attempt } = await asked()
  const stranger = await market.addBuyer()
  const answer = await stranger.call(checkoutRoutes.attempt, { params: { attempt_id: attempt.attempt_id } })
  expect([answer.status, answer.error.code]).toEqual([404, 'checkout.attempt_not_found'])
})
