import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { completeBankChallenge } from '#api/test/fakes/bank-challenge.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { addEvent, heldQuantity } from '#api/test/fixtures/factories.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { readImbalances } from '#api/modules/ledger/index.ts'
import { paymentsOf } from '#api/test/fakes/sandbox.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterEach(async () => {
  expect(await readImbalances(market.db)).toEqual([])
})
afterAll(() => market.close())

/** Held tickets of a new event. */
async function holdAt() {
  const buyer = await market.addBuyer()
  const eventId = await addEvent(market.db, { venueId: market.venueId })
  const held = await market.hold(buyer, await market.list({ eventId, quantity: 2 }), 2)
  return { buyer, eventId, held }
}

/** Held tickets whose payment the bank has approved, before any process noticed. */
async function approveAt() {
  const { buyer, eventId, held } = await holdAt()
  const body = purchaseBody([held], 'pm_card_threeDSecure2Required')
  const attempt = (await buyer.call(checkoutRoutes.buy, { body })).data.data
  await completeBankChallenge(market, attempt.next_action?.url ?? '', 'approve')
  const fetchAttempt = async (): Promise<WireAttempt> =>
    (await buyer.call(checkoutRoutes.attempt, { params: { attempt_id: attempt.attempt_id } })).data.data
  return { eventId, held, attempt, fetchAttempt }
}

const setEventStatus = (eventId: number, status: 'cancelled' | 'postponed') =>
  market.db.updateTable('events').set({ status }).where('id', '=', eventId).execute()

/** Moves the event so that it started an hour ago. */
const startEvent = (eventId: number) =>
  sql`update events set status = 'rescheduled', starts_at = clock_timestamp() - interval '1 hour'
    where id = ${eventId}`.execute(market.db)

const capturedAmounts = (attempt: WireAttempt) =>
  paymentsOf(market.deps.sandbox, attempt.attempt_id).map(({ received }) => received)

test.each([
  ['event.cancelled', (eventId: number) => setEventStatus(eventId, 'cancelled')],
  ['event.postponed', (eventId: number) => setEventStatus(eventId, 'postponed')],
  ['event.started', startEvent],
] as const)(
  'held tickets of an event that is unavailable cannot be paid for: %s',
  async (code, changeEvent: (eventId: number) => Promise<unknown>) => {
    const { buyer, eventId, held } = await holdAt()
    await changeEvent(eventId)
    const response = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
    expect([response.status, response.error.code]).toEqual([409, 'checkout.hold_unusable'])
    expect(response.error.errors).toMatchObject({
      title: expect.stringMatching(/^This event (is|was|has) /),
      lines: [{ index: 0, hold_id: held.hold_id, code }],
    })
    const attempts = await market.db
      .selectFrom('checkout_attempts')
      .where('team_id', '=', buyer.teamId)
      .select('id')
      .execute()
    expect(attempts).toEqual([])
  },
)

test('a cancellation during the bank challenge charges nothing and gives the reason', async () => {
  const { eventId, held, attempt, fetchAttempt } = await approveAt()
  await setEventStatus(eventId, 'cancelled')
  expect(await fetchAttempt()).toEqual({
    status: 'refunded',
    attempt_id: attempt.attempt_id,
    reason: expect.stringContaining('cancelled'),
  })
  expect(capturedAmounts(attempt)).toEqual([0])
  expect(await heldQuantity(market.db, held.listing_id)).toBe(0)
})

test('[X-HOLD-13] a payment may complete after the event starts, until the hold extension ends', async () => {
  const { eventId, attempt, fetchAttempt } = await approveAt()
  await startEvent(eventId)
  expect((await fetchAttempt()).status).toBe('confirmed')
  expect(capturedAmounts(attempt)).not.toEqual([0])
})

test('[X-CHECKOUT-04] a payment that succeeds after the hold extension buys no tickets of a started event', async () => {
  const { eventId, attempt, fetchAttempt } = await approveAt()
  await startEvent(eventId)
  await sql`update holds set expires_at = clock_timestamp() - interval '1 minute',
    reserved_until = clock_timestamp() - interval '1 second' where attempt_id = ${attempt.attempt_id}`.execute(
    market.db,
  )
  expect(await fetchAttempt()).toMatchObject({
    status: 'refunded',
    reason: expect.stringContaining('had started'),
  })
  expect(capturedAmounts(attempt)).toEqual([0])
})
