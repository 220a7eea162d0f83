import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { completeBankChallenge } from '#api/test/fakes/bank-challenge.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { heldQuantity } from '#api/test/fixtures/factories.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { readImbalances } from '#api/modules/ledger/index.ts'
import { readRefundedPaymentEmailDetails } from './read-refunded-payment-email-details.ts'
import { reconcileAttempts } from './reconcile-attempts.ts'
import { paymentsOf } from '#api/test/fakes/sandbox.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterEach(async () => {
  expect(await readImbalances(market.db)).toEqual([])
})
afterAll(() => market.close())

const minute = 60_000
const challengeCard = 'pm_card_threeDSecure2Required'
const reconcile = () => reconcileAttempts(market.deps, { idleSeconds: 0 })

/** A purchase that waits for a bank challenge. */
async function buyWithChallenge(card = challengeCard) {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list({ quantity: 2 }), 2)
  const { data } = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held], card) })
  return { buyer, held, attempt: data.data }
}

async function stateOf(buyer: Caller, attempt: WireAttempt): Promise<WireAttempt> {
  const { data } = await buyer.call(checkoutRoutes.attempt, { params: { attempt_id: attempt.attempt_id } })
  return data.data
}

function chargeOf(attempt: WireAttempt): { status: string; received: number } | undefined {
  const [payment] = paymentsOf(market.deps.sandbox, attempt.attempt_id)
  return payment && { status: payment.status, received: payment.received }
}

/** Ends the hold extension and the holds' own time. */
async function endHoldExtension(attempt: WireAttempt): Promise<void> {
  await sql`update checkout_attempts set holds_extended_until = clock_timestamp() - interval '1 second'
    where id = ${attempt.attempt_id}`.execute(market.db)
  await sql`update holds set expires_at = clock_timestamp() - interval '1 minute',
    reserved_until = clock_timestamp() - interval '1 second' where attempt_id = ${attempt.attempt_id}`.execute(
    market.db,
  )
}

test('[X-PAY-04] a bank challenge leaves the purchase open; its approval places the order', async () => {
  const { buyer, attempt } = await buyWithChallenge()
  expect(attempt).toEqual({
    status: 'requires_action',
    attempt_id: expect.any(String),
    next_action: { type: 'redirect_to_url', url: expect.stringContaining('/sandbox/challenge/') },
    held_until: expect.any(String),
  })
  // Length of the hold extension (product.md §4), on the database clock.
  const { rows } = await sql<{ left: number }>`
    select extract(epoch from ${attempt.held_until}::timestamptz - created_at)::float as left
    from checkout_attempts where id = ${attempt.attempt_id}`.execute(market.db)
  expect(Math.round((rows[0]?.left ?? 0) / 60)).toBe(10)
  expect(await stateOf(buyer, attempt)).toMatchObject({
    status: 'requires_action',
    held_until: attempt.held_until,
  })
  const returnUrl = await completeBankChallenge(market, attempt.next_action?.url ?? '', 'approve')
  expect(returnUrl).toBe(`/checkout/confirm?attempt=${attempt.attempt_id}`)
  const confirmed = await stateOf(buyer, attempt)
  expect(confirmed).toMatchObject({ status: 'confirmed', order: { ticket_quantity: 2 } })
  expect(await stateOf(buyer, attempt)).toEqual(confirmed)
  expect(chargeOf(attempt)).toEqual({ status: 'succeeded', received: 17_850 })
})

test('a failed bank challenge declines the payment, returns the holds and charges nothing', async () => {
  const { buyer, held, attempt } = await buyWithChallenge()
  await completeBankChallenge(market, attempt.next_action?.url ?? '', 'fail')
  expect(await stateOf(buyer, attempt)).toMatchObject({
    status: 'declined',
    decline_code: 'payment_intent_authentication_failure',
  })
  expect(chargeOf(attempt)).toEqual({ status: 'canceled', received: 0 })
  const { data } = await buyer.call(holdsRoutes.list)
  expect(data.data).toMatchObject([{ hold_id: held.hold_id, state: 'active', expires_at: held.expires_at }])
})

test('a buyer who approves the payment and never returns still gets the order', async () => {
  const { buyer, attempt } = await buyWithChallenge()
  await completeBankChallenge(market, attempt.next_action?.url ?? '', 'approve')
  await reconcile()
  expect((await stateOf(buyer, attempt)).status).toBe('confirmed')
})

test('tickets cannot be released or paid for again while their payment is in progress', async () => {
  const { buyer, held, attempt } = await buyWithChallenge()
  const release = await buyer.call(holdsRoutes.release, { body: [{ hold_id: held.hold_id, quantity: 2 }] })
  expect(release.error.errors).toMatchObject({ lines: [{ code: 'hold.paying', held: 2, releasable: [] }] })
  const repeated = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
  expect([repeated.status, repeated.error.code]).toEqual([409, 'checkout.in_progress'])
  expect(repeated.error.errors).toMatchObject({ attempt_id: attempt.attempt_id })
  const { data } = await buyer.call(holdsRoutes.list)
  expect(data.data).toMatchObject([{ state: 'paying', listing: { releasable: [] } }])
})

test('[X-HOLD-13] a payment in progress keeps its holds from expiring, for at most ten minutes', async () => {
  const buyer = await market.addBuyer()
  const other = await market.addBuyer()
  const held = await market.hold(buyer, await market.list({ quantity: 2 }), 2)
  // The hold has twenty seconds left when the buyer pays.
  await sql`update holds set expires_at = clock_timestamp() + interval '20 seconds',
    reserved_until = clock_timestamp() + interval '20 seconds' where id = ${held.hold_id}`.execute(market.db)
  const before = Date.now()
  await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held], challengeCard) })
  const { rows } = await sql<{ reserved_until: Date }>`
    select reserved_until from holds where id = ${held.hold_id}`.execute(market.db)
  const end = rows[0]?.reserved_until.getTime() ?? 0
  expect(end).toBeGreaterThanOrEqual(before + 10 * minute)
  expect(end).toBeLessThanOrEqual(Date.now() + 10 * minute)
  await sql`update holds set expires_at = clock_timestamp() - interval '1 second' where id = ${held.hold_id}`.execute(
    market.db,
  )
  const lateHold = await other.call(holdsRoutes.place, {
    body: [{ listing_id: held.listing_id, quantity: 1 }],
  })
  expect(lateHold.error.errors).toMatchObject({ lines: [{ code: 'listing.unavailable' }] })
})

test('an abandoned payment is cancelled at the gateway before its tickets are freed', async () => {
  const { buyer, held, attempt } = await buyWithChallenge()
  await endHoldExtension(attempt)
  await reconcile()
  expect(await stateOf(buyer, attempt)).toMatchObject({ status: 'cancelled', reason: expect.any(String) })
  expect(chargeOf(attempt)).toEqual({ status: 'canceled', received: 0 })
  expect(await heldQuantity(market.db, held.listing_id)).toBe(0)
  // A late approval on the bank's page has no effect.
  await completeBankChallenge(market, attempt.next_action?.url ?? '', 'approve')
  expect(chargeOf(attempt)).toEqual({ status: 'canceled', received: 0 })
})

test('[X-CHECKOUT-03] a payment that succeeds after the hold extension buys tickets that are still available', async () => {
  const { buyer, attempt } = await buyWithChallenge()
  await completeBankChallenge(market, attempt.next_action?.url ?? '', 'approve')
  await endHoldExtension(attempt)
  expect((await stateOf(buyer, attempt)).status).toBe('confirmed')
})

test('[X-CHECKOUT-04] a payment that succeeds after its tickets were sold is voided, and the reason is shown', async () => {
  const { buyer, held, attempt } = await buyWithChallenge()
  const other = await market.addBuyer()
  await completeBankChallenge(market, attempt.next_action?.url ?? '', 'approve')
  await endHoldExtension(attempt)
  const otherHold = await market.hold(other, held.listing_id, 1)
  expect(await stateOf(buyer, attempt)).toEqual({
    status: 'refunded',
    attempt_id: attempt.attempt_id,
    reason: expect.stringContaining('the tickets were sold'),
  })
  expect(chargeOf(attempt)).toEqual({ status: 'canceled', received: 0 })
  expect(await readRefundedPaymentEmailDetails(market.db, attempt.attempt_id)).toMatchObject({
    reason: expect.stringContaining('the tickets were sold'),
    wasCaptured: false,
  })
  expect(await heldQuantity(market.db, held.listing_id)).toBe(1)
  const { data } = await other.call(holdsRoutes.list)
  expect(data.data).toMatchObject([{ hold_id: otherHold.hold_id }])
})

test('another team’s payment is not found', async () => {
  const { attempt } = await buyWithChallenge()
  const otherBuyer = await market.addBuyer()
  const response = await otherBuyer.call(checkoutRoutes.attempt, {
    params: { attempt_id: attempt.attempt_id },
  })
  expect([response.status, response.error.code]).toEqual([404, 'checkout.attempt_not_found'])
})
