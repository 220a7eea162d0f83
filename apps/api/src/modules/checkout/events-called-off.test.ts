import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { answerBank } from '../../test/bank-challenge.ts'
import { buildMarket, type Market } from '../../test/build-market.ts'
import { addEvent, heldQuantity } from '../../test/factories.ts'
import { purchaseBody } from '../../test/purchase-body.ts'
import { readImbalances } from '../ledger/index.ts'

let market: Market
beforeAll(async () => {
  market = await buildMarket()
})
afterEach(async () => {
  expect(await readImbalances(market.db)).toEqual([])
})
afterAll(() => market.close())

/** Tickets that are held for an event of their own. */
async function heldFor() {
  const buyer = await market.addBuyer()
  const eventId = await addEvent(market.db, { venueId: market.venueId })
  const held = await market.hold(buyer, await market.list({ eventId, quantity: 2 }), 2)
  return { buyer, eventId, held }
}

/** The same with a payment that the bank has approved, and nobody has looked at since. */
async function approvedFor() {
  const { buyer, eventId, held } = await heldFor()
  const body = purchaseBody([held], 'pm_card_threeDSecure2Required')
  const attempt = (await buyer.call(checkoutRoutes.buy, { body })).data.data
  await answerBank(market, attempt.next_action?.url ?? '', 'approve')
  const look = async (): Promise<WireAttempt> =>
    (await buyer.call(checkoutRoutes.attempt, { params: { attempt_id: attempt.attempt_id } })).data.data
  return { eventId, held, attempt, look }
}

const standing = (eventId: number, status: 'cancelled' | 'postponed') =>
  market.db.updateTable('events').set({ status }).where('id', '=', eventId).execute()

/** It was brought forward, and began an hour ago. */
const begun = (eventId: number) =>
  sql`update events set status = 'rescheduled', starts_at = clock_timestamp() - interval '1 hour'
    where id = ${eventId}`.execute(market.db)

async function takenFor(attempt: WireAttempt): Promise<number[]> {
  const { rows } = await sql<{ received: number }>`
    select amount_received as received from sandbox.intents
    where metadata ->> 'attempt_id' = ${attempt.attempt_id}`.execute(market.db)
  return rows.map(({ received }) => received)
}

test.each([
  ['event.cancelled', (eventId: number) => standing(eventId, 'cancelled')],
  ['event.postponed', (eventId: number) => standing(eventId, 'postponed')],
  ['event.started', begun],
] as const)(
  'held tickets cannot be paid for once it is known of their event: %s',
  async (code, becomes: (eventId: number) => Promise<unknown>) => {
    const { buyer, eventId, held } = await heldFor()
    await becomes(eventId)
    const answer = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
    expect([answer.status, answer.error.code]).toEqual([409, 'checkout.hold_unusable'])
    expect(answer.error.errors).toMatchObject({
      title: expect.stringMatching(/^The event has b/),
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

test('an event that is cancelled while the bank asks is not charged for, and the buyer is told', async () => {
  const { eventId, held, attempt, look } = await approvedFor()
  await standing(eventId, 'cancelled')
  expect(await look()).toEqual({
    status: 'refunded',
    attempt_id: attempt.attempt_id,
    reason: expect.stringContaining('cancelled'),
  })
  expect(await takenFor(attempt)).toEqual([0])
  expect(await heldQuantity(market.db, held.listing_id)).toBe(0)
})

test('[X-HOLD-13] an event that begins while the bank asks is paid for as long as the payment may last', async () => {
  const { eventId, attempt, look } = await approvedFor()
  await begun(eventId)
  expect((await look()).status).toBe('confirmed')
  expect(await takenFor(attempt)).not.toEqual([0])
})

test('[X-CHECKOUT-04] a payment that comes through after its time takes no tickets of an event that has begun', async () => {
  const { eventId, attempt, look } = await approvedFor()
  await begun(eventId)
  await sql`update holds set expires_at = clock_timestamp() - interval '1 minute',
    reserved_until = clock_timestamp() - interval '1 second' where attempt_id = ${attempt.attempt_id}`.execute(
    market.db,
  )
  expect(await look()).toMatchObject({ status: 'refunded', reason: expect.stringContaining('had begun') })
  expect(await takenFor(attempt)).toEqual([0])
})
