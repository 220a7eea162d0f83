import { checkoutRoutes } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attendedBody, passport } from '../../test/attended-body.ts'
import { answerBank } from '../../test/bank-challenge.ts'
import { buildMarket, type Market } from '../../test/build-market.ts'
import type { Caller } from '../../test/build-test-app.ts'
import type { HeldTickets } from '../../test/purchase-body.ts'

/** What was sealed with a key that is not here any more: a restored database, or a key that was taken away too early. */

const lines: string[] = []
let market: Market
beforeAll(async () => {
  market = await buildMarket({ log: (line) => void lines.push(line) })
})
afterAll(() => market.close())

/** No key of the installation has this number. */
const otherKey = 200

async function buy(buyer: Caller, held: HeldTickets, cardToken?: string) {
  const body = attendedBody([{ held, attendees: [passport] }], cardToken)
  return (await buyer.call(checkoutRoutes.buy, { body })).data.data
}

async function asked() {
  const buyer = await market.addBuyer()
  return { buyer, held: await market.hold(buyer, await market.list({ asks: { identification: true } }), 1) }
}

test('a purchase whose attendees cannot be opened gives the money back, frees the tickets, and ends', async () => {
  const { buyer, held } = await asked()
  const attempt = await buy(buyer, held, 'pm_card_threeDSecure2Required')
  await sql`update checkout_attempt_lines set attendees = set_byte(attendees, 0, ${otherKey})
    where attempt_id = ${attempt.attempt_id}`.execute(market.db)
  await answerBank(market, attempt.next_action?.url ?? '', 'approve')
  const params = { attempt_id: attempt.attempt_id }
  const ended = (await buyer.call(checkoutRoutes.attempt, { params })).data.data
  expect(ended).toMatchObject({
    status: 'refunded',
    reason: expect.stringContaining('returned to you in full'),
  })
  const { rows } = await sql`select status from sandbox.intents
    where metadata ->> 'attempt_id' = ${attempt.attempt_id}`.execute(market.db)
  expect(rows).toEqual([{ status: 'canceled' }])
  expect((await buyer.call(ordersRoutes.list)).data.meta.total).toBe(0)
  // The same tickets can be bought at once, and who attends is sealed anew.
  expect((await buy(buyer, held)).status).toBe('confirmed')
})

test('an order and a draft are shown without what cannot be opened, and the log says so', async () => {
  const { buyer, held } = await asked()
  const listing = { listing_id: held.listing_id, attendees: [passport] }
  const { order } = await buy(buyer, held)
  // Of tickets that were bought a draft is kept for those that are held anew.
  await market.hold(buyer, held.listing_id, 1)
  await buyer.call(checkoutDraftRoutes.keep, { body: { contact_number: '020', listings: [listing] } })
  await sql`update order_lines set attendees = set_byte(attendees, 0, ${otherKey})
    where order_id = ${order?.id}`.execute(market.db)
  await sql`update checkout_drafts set sealed = set_byte(sealed, 0, ${otherKey})
    where team_id = ${buyer.teamId}`.execute(market.db)
  lines.length = 0
  const whole = await buyer.call(ordersRoutes.one, { params: { order_id: order?.id ?? '' } })
  expect(whole.status).toBe(200)
  expect(whole.data.data.lines).toMatchObject([{ attendees: [] }])
  expect(lines.join('')).toContain('order_lines.attendees:')
  expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual({
    contact_number: '020',
    listings: [],
  })
  await sql`update checkout_contacts set sealed = set_byte(sealed, 0, ${otherKey})
    where team_id = ${buyer.teamId}`.execute(market.db)
  expect((await buyer.call(checkoutDraftRoutes.read)).data.data).toEqual({ listings: [] })
  const again = await buyer.call(checkoutDraftRoutes.keep, { body: { contact_number: '021', listings: [] } })
  expect(again.data.data).toEqual({ contact_number: '021', listings: [] })
})
