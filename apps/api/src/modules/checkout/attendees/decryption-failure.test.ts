import { checkoutRoutes } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purchaseBodyWithAttendees, passport } from '#api/test/fixtures/attendees-body.ts'
import { completeBankChallenge } from '#api/test/fakes/bank-challenge.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import type { HeldTickets } from '#api/test/fixtures/purchase-body.ts'
import { paymentsOf } from '#api/test/fakes/sandbox.ts'

/** Data encrypted with a missing key, after restoring an old database or removing a key too early. */

const lines: string[] = []
let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace({ log: (line) => void lines.push(line) })
})
afterAll(() => market.close())

/** The installation has no key with this number. */
const otherKey = 200

async function buy(buyer: Caller, held: HeldTickets, cardToken?: string) {
  const body = purchaseBodyWithAttendees([{ held, attendees: [passport] }], cardToken)
  return (await buyer.call(checkoutRoutes.buy, { body })).data.data
}

async function buyWithChallenge() {
  const buyer = await market.addBuyer()
  return {
    buyer,
    held: await market.hold(buyer, await market.list({ attendeeDetails: { identification: true } }), 1),
  }
}

test('a purchase with undecryptable attendee details charges nothing and returns its tickets', async () => {
  const { buyer, held } = await buyWithChallenge()
  const attempt = await buy(buyer, held, 'pm_card_threeDSecure2Required')
  await sql`update checkout_attempt_lines set attendees = set_byte(attendees, 0, ${otherKey})
    where attempt_id = ${attempt.attempt_id}`.execute(market.db)
  await completeBankChallenge(market, attempt.next_action?.url ?? '', 'approve')
  const params = { attempt_id: attempt.attempt_id }
  const ended = (await buyer.call(checkoutRoutes.attempt, { params })).data.data
  expect(ended).toMatchObject({
    status: 'refunded',
    reason: expect.stringContaining('couldn’t read the attendee details'),
  })
  expect(paymentsOf(market.deps.sandbox, attempt.attempt_id)).toMatchObject([{ status: 'canceled' }])
  expect((await buyer.call(ordersRoutes.list)).data.meta.total).toBe(0)
  // The same tickets can be bought again, with newly encrypted details.
  expect((await buy(buyer, held)).status).toBe('confirmed')
})

test('orders and drafts omit data that cannot be decrypted, and the failure is logged', async () => {
  const { buyer, held } = await buyWithChallenge()
  const listing = { listing_id: held.listing_id, attendees: [passport] }
  const { order } = await buy(buyer, held)
  // A draft for a listing that was bought is accepted once the team holds it again.
  await market.hold(buyer, held.listing_id, 1)
  await buyer.call(checkoutDraftRoutes.save, { body: { contact_number: '020', listings: [listing] } })
  await sql`update order_lines set attendees = set_byte(attendees, 0, ${otherKey})
    where order_id = ${order?.id}`.execute(market.db)
  await sql`update checkout_drafts set ciphertext = set_byte(ciphertext, 0, ${otherKey})
    where team_id = ${buyer.teamId}`.execute(market.db)
  lines.length = 0
  const fullOrder = await buyer.call(ordersRoutes.one, { params: { order_id: order?.id ?? '' } })
  expect(fullOrder.status).toBe(200)
  expect(fullOrder.data.data.lines).toMatchObject([{ attendees: [] }])
  expect(lines.join('')).toContain('order_lines.attendees:')
  expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual({
    contact_number: '020',
    listings: [],
  })
  await sql`update checkout_contacts set ciphertext = set_byte(ciphertext, 0, ${otherKey})
    where team_id = ${buyer.teamId}`.execute(market.db)
  expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual({ listings: [] })
  const saved = await buyer.call(checkoutDraftRoutes.save, { body: { contact_number: '021', listings: [] } })
  expect(saved.data.data).toEqual({ contact_number: '021', listings: [] })
})
