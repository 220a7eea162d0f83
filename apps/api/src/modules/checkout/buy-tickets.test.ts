import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { addRates, addTeam, heldQuantity } from '#api/test/fixtures/factories.ts'
import { expireHold } from '#api/test/fixtures/expire-hold.ts'
import { purchaseBody, type HeldTickets } from '#api/test/fixtures/purchase-body.ts'
import { readImbalances } from '#api/modules/ledger/index.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
  await addRates(market.db, '2026-04-13', { GBP: '0.87058', USD: '1.1684' })
})
afterEach(async () => {
  expect(await readImbalances(market.db)).toEqual([])
})
afterAll(() => market.close())

const pay = (buyer: Caller, held: HeldTickets[], cardToken?: string, idempotencyKey?: string) =>
  buyer.call(checkoutRoutes.buy, {
    body: purchaseBody(held, cardToken),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  })

const charges = () =>
  market.deps.sandbox.store.list(
    'select status, amount, amount_received as received from intents order by rowid',
  )

test('[CHECKOUT-08] [API-30] [CHECKOUT-10] [CHECKOUT-12] [CHECKOUT-13] [CHECKOUT-14] [CHECKOUT-15] [CHECKOUT-16] [X-CHECKOUT-09] held tickets become an order', async () => {
  const buyer = await market.addBuyer()
  const [first, second] = [
    await market.list({ quantity: 4, priceMinor: 8510, firstSeat: 11 }),
    await market.list({
      quantity: 2,
      priceMinor: 10_000,
      sellerTeamId: await addTeam(market.db, { name: 'Main Stand Tickets' }),
    }),
  ]
  const held = [await market.hold(buyer, first, 2), await market.hold(buyer, second, 1)]
  const { data } = await pay(buyer, held)
  expect(data.data).toMatchObject({
    status: 'confirmed',
    attempt_id: expect.stringMatching(/^att_/),
    order: {
      number: expect.stringMatching(/^\d{6,}$/),
      status: 'Confirmed',
      email_address: 'jo.marsh@example.test',
      ticket_quantity: 3,
      // 2 × 85.10 + 100.00, and 2 × 4.26 + 5.00
      total_tickets_price: { amount: '270.20', currency: 'GBP' },
      total_service_fee: { amount: '13.52', currency: 'GBP' },
      total: { amount: '283.72', currency: 'GBP' },
      card: { brand: 'visa', last4: '4242' },
    },
  })
  expect(data.data.order?.lines.map((line) => [line.seller.name, line.quantity, line.first_seat])).toEqual(
    expect.arrayContaining([
      ['Kop Stock', 2, 11],
      ['Main Stand Tickets', 1, null],
    ]),
  )
  expect(charges().at(-1)).toEqual({ status: 'succeeded', amount: 28_372, received: 28_372 })
  const { rows } = await sql`select sold, version from listings where id = ${first}`.execute(market.db)
  // Held and sold: two changes that buyers see.
  expect(rows).toEqual([{ sold: 2, version: 3 }])
  expect((await buyer.call(holdsRoutes.list)).data.data).toEqual([])
  const list = await buyer.call(ordersRoutes.list)
  expect(list.data.data.map((order) => order.id)).toEqual([data.data.order?.id])
})

test('a purchase writes outbox events for its holds and its order', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 2)
  await pay(buyer, [held])
  const { rows } = await sql<{ topic: string }>`
    select topic from outbox where subject = ${held.listing_id} or payload ->> 'teamId' = ${buyer.teamId}
      or payload -> 'teamIds' ? ${buyer.teamId}
    order by id`.execute(market.db)
  expect(rows.map((row) => row.topic)).toEqual([
    'hold.placed',
    'hold.payments_started',
    'order.placed',
    'hold.sold',
  ])
})

test('[X-CHECKOUT-01] the held price is charged even if the seller has changed it since', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ priceMinor: 8500 })
  const held = await market.hold(buyer, listingId, 1)
  await sql`update listings set price_minor = 20000, version = version + 1 where id = ${listingId}`.execute(
    market.db,
  )
  const { data } = await pay(buyer, [held])
  expect(data.data.order?.total).toEqual({ amount: '89.25', currency: 'GBP' })
})

test('a hold in another currency charges the frozen price and credits the seller’s currency', async () => {
  const buyer = await market.addBuyer({ baseCurrency: 'EUR' })
  const sellerTeamId = await addTeam(market.db, { name: 'Sterling Seats' })
  const held = await market.hold(buyer, await market.list({ priceMinor: 8500, sellerTeamId }), 2)
  await addRates(market.db, '2026-04-14', { GBP: '0.5', USD: '1.1684' })
  const { data } = await pay(buyer, [held])
  expect(data.data.order?.total_tickets_price).toEqual({ amount: '195.28', currency: 'EUR' })
  const { rows } = await sql`
    select account, sum(amount_minor)::int as amount, currency from ledger_entries
    where account = ${`seller:${sellerTeamId}`} group by account, currency`.execute(market.db)
  expect(rows).toEqual([{ account: `seller:${sellerTeamId}`, amount: -17_000, currency: 'GBP' }])
  await sql`delete from exchange_rates where rate_date = '2026-04-14'`.execute(market.db)
})

test('[X-CHECKOUT-02] a repeated checkout with the same key returns the first response and charges once', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 2)
  const before = charges().length
  const first = await pay(buyer, [held], 'pm_card_visa', 'pay once')
  const second = await pay(buyer, [held], 'pm_card_visa', 'pay once')
  expect(second.text).toBe(first.text)
  expect(charges()).toHaveLength(before + 1)
  const other = await pay(buyer, [held], 'pm_card_mastercard', 'pay once')
  expect([other.status, other.error.code]).toEqual([422, 'idempotency.key_reused'])
  expect(other.error.errors).toMatchObject({
    fields: { 'Idempotency-Key': [expect.stringMatching(/Use a new key$/)] },
  })
})

test('a declined card charges nothing, returns the holds and lets another card pay', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 2 })
  const held = await market.hold(buyer, listingId, 2)
  const declined = await pay(buyer, [held], 'pm_card_visa_chargeDeclinedInsufficientFunds', 'first')
  expect(declined.status).toBe(200)
  expect(declined.data.data).toEqual({
    status: 'declined',
    attempt_id: expect.any(String),
    reason: 'Your card has insufficient funds. Use another card.',
    decline_code: 'insufficient_funds',
  })
  // The gateway has nothing left that could be charged.
  expect(charges().at(-1)).toMatchObject({ status: 'canceled', received: 0 })
  const list = await buyer.call(holdsRoutes.list)
  expect(list.data.data).toMatchObject([
    { hold_id: held.hold_id, state: 'active', expires_at: held.expires_at },
  ])
  const replay = await pay(buyer, [held], 'pm_card_visa_chargeDeclinedInsufficientFunds', 'first')
  expect(replay.text).toBe(declined.text)
  const paid = await pay(buyer, [held], 'pm_card_visa', 'second')
  expect(paid.data.data.status).toBe('confirmed')
})

test('a card unknown to the gateway is declined', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 1)
  const { data } = await pay(buyer, [held], 'pm_card_unknown')
  expect(data.data).toMatchObject({ status: 'declined', decline_code: 'resource_missing' })
  expect(await heldQuantity(market.db, held.listing_id)).toBe(1)
})

test('[X-CHECKOUT-10] outdated amounts return 409 with the current ones and charge nothing', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list({ priceMinor: 8510 }), 2)
  const before = charges().length
  const body = purchaseBody([held])
  const [line] = body.listings_to_buy
  if (!line) throw new Error('no line')
  const wrongTotals = [
    { ...body, total_tickets_price: '170.19' },
    { ...body, total_service_fee: '8.51' },
    { ...body, listings_to_buy: [{ ...line, ticket_price: '85.00' }] },
    { ...body, listings_to_buy: [{ ...line, service_fee: 4.25 }] },
  ]
  for (const attempt of wrongTotals) {
    const response = await buyer.call(checkoutRoutes.buy, { body: attempt })
    expect([response.status, response.error.code]).toEqual([409, 'checkout.totals_differ'])
    expect(response.error.errors).toMatchObject({
      total_tickets_price: { amount: '170.20', currency: 'GBP' },
      total_service_fee: { amount: '8.52', currency: 'GBP' },
      total: { amount: '178.72', currency: 'GBP' },
      lines: [
        {
          index: 0,
          hold_id: held.hold_id,
          ticket_quantity: 2,
          ticket_price: { amount: '85.10', currency: 'GBP' },
          service_fee: { amount: '4.26', currency: 'GBP' },
        },
      ],
    })
  }
  expect(charges()).toHaveLength(before)
  expect(await heldQuantity(market.db, held.listing_id)).toBe(2)
})

test('expired holds, other teams’ holds and wrong quantities cannot be paid for', async () => {
  const [buyer, other] = [await market.addBuyer(), await market.addBuyer()]
  const liveHold = await market.hold(buyer, await market.list(), 2)
  const expiredHold = await market.hold(buyer, await market.list(), 2)
  await expireHold(market.db, expiredHold.hold_id)
  const otherHold = await market.hold(other, await market.list(), 2)
  const smallerHold = await market.hold(buyer, await market.list(), 2)
  const response = await pay(buyer, [liveHold, expiredHold, otherHold, { ...smallerHold, quantity: 1 }])
  expect([response.status, response.error.code]).toEqual([409, 'checkout.hold_unusable'])
  expect(response.error.errors).toMatchObject({
    lines: [
      { index: 1, hold_id: expiredHold.hold_id, code: 'hold.ended' },
      { index: 2, hold_id: otherHold.hold_id, code: 'hold.not_found' },
      { index: 3, hold_id: smallerHold.hold_id, code: 'hold.quantity_differs' },
    ],
  })
  const bought = await pay(buyer, [liveHold])
  expect(bought.data.data.status).toBe('confirmed')
  const again = await pay(buyer, [liveHold])
  expect(again.error.errors).toMatchObject({ lines: [{ code: 'hold.sold' }] })
})

test('[CHECKOUT-14] a hold cannot be paid for under the id of another listing', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 2)
  const before = charges().length
  const response = await pay(buyer, [{ ...held, listing_id: await market.list() }])
  expect([response.status, response.error.code]).toEqual([409, 'checkout.hold_unusable'])
  expect(response.error.errors).toMatchObject({
    lines: [{ index: 0, hold_id: held.hold_id, code: 'hold.other_listing' }],
  })
  expect(charges()).toHaveLength(before)
  expect(await heldQuantity(market.db, held.listing_id)).toBe(2)
})

test('tickets in two currencies cannot be paid for together', async () => {
  const buyer = await market.addBuyer()
  const held = [
    await market.hold(buyer, await market.list(), 1),
    await market.hold(buyer, await market.list(), 1, 'USD'),
  ]
  const response = await pay(
    buyer,
    held.map((line) => ({
      ...line,
      price: { ...line.price, currency: 'GBP' },
      service_fee: { ...line.service_fee, currency: 'GBP' },
    })),
  )
  expect([response.status, response.error.code]).toEqual([422, 'checkout.currencies_mixed'])
  expect(response.error.errors).toMatchObject({
    fields: {
      'listings_to_buy.0': ['is priced in GBP'],
      'listings_to_buy.1': ['is priced in USD'],
    },
  })
})

test.each([
  ['card_id', { use_existing_card: 1 as const, card_id: 'crd_1', card_token: undefined }],
  ['contact_number', { contact_number: '020.7946.0000' }],
  ['email_address', { email_address: 'not-an-email' }],
  ['card_token', { card_token: '4242 4242 4242 4242' }],
  ['quote_slug', { quote_slug: 'no-such-quote' }],
])('a payload with an invalid %s is rejected with the name of the field', async (field, values) => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 1)
  const response = await buyer.call(checkoutRoutes.buy, { body: { ...purchaseBody([held]), ...values } })
  expect(response.status).toBe(422)
  expect(response.error.errors).toMatchObject({ fields: { [field]: [expect.any(String)] } })
})

test('overlong text is rejected with the maximum length', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 1)
  const longText = 'a'.repeat(256)
  const response = await buyer.call(checkoutRoutes.buy, {
    body: { ...purchaseBody([held]), card_token: longText, quote_slug: longText, email_address: longText },
  })
  expect(response.status).toBe(422)
  expect(response.error.errors).toMatchObject({
    fields: {
      card_token: ['must be at most 255 characters'],
      quote_slug: ['must be at most 100 characters'],
      email_address: ['must be at most 254 characters'],
    },
  })
})

test('attendee details are rejected for tickets that do not require them', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 1)
  const body = purchaseBody([held])
  const response = await buyer.call(checkoutRoutes.buy, {
    body: {
      ...body,
      listings_to_buy: body.listings_to_buy.map((line) => ({ ...line, attendees: [{ first_name: 'Jo' }] })),
    },
  })
  expect(response.status).toBe(422)
  expect(response.error.errors).toMatchObject({
    fields: { 'listings_to_buy.0.attendees': [expect.any(String)] },
  })
})

test('a new card without a token is rejected', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 1)
  const { card_token: _cardToken, ...body } = purchaseBody([held])
  const response = await buyer.call(checkoutRoutes.buy, { body })
  expect([response.status, response.error.code]).toEqual([422, 'checkout.card_missing'])
})
