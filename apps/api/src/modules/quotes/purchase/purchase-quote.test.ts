import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { ordersRoutes } from '@terrace/contracts/orders'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { addEvent, addRates, heldQuantity } from '#api/test/fixtures/factories.ts'
import { purchaseBody, type HeldTickets } from '#api/test/fixtures/purchase-body.ts'
import { buildQuoteFixture, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'
import { reconcileAttempts } from '#api/modules/checkout/attempts/reconcile-attempts.ts'

let market: QuoteFixture
let broker: Caller
let otherTeam: Caller
beforeAll(async () => {
  market = await buildQuoteFixture({ config: { maxHeldTicketsPerTeam: 1000 } })
  await addRates(market.db, new Date().toISOString().slice(0, 10), { GBP: '0.86', USD: '1.08' })
  broker = market.broker
  otherTeam = await market.addBuyer()
})
afterAll(() => market.close())

const offerOf = (listing_id: string, quantity = 2) => ({ listings: [{ listing_id, quantity }] })

/** A quote of two tickets at £100, accepted by its client. */
async function acceptedQuote(values: Parameters<QuoteFixture['list']>[0] = {}) {
  const listingId = await market.list({ quantity: 4, priceMinor: 10_000, ...values })
  const quote = await market.quote(offerOf(listingId))
  const [offer] = quote.offers
  if (!offer) throw new Error('nothing was offered')
  const accepted = await market.accept(quote.slug, [{ offer_id: offer.id, quantity: 2 }])
  expect(accepted.status).toBe(200)
  return { listingId, quote, offer }
}

const hold = (by: Caller, listing_id: string, quote_ref: string, quantity = 2) =>
  by.call(holdsRoutes.place, { body: [{ listing_id, quantity, quote_ref }] })
const check = (id: string, offers?: { offer_id: string; quantity: number }[], by = broker) =>
  by.call(quotesRoutes.check, { params: { quote_id: id }, body: offers ? { offers } : {} })
/** Buys the held tickets by the quote's slug and waits until the caches know. */
async function buy(by: Caller, held: readonly HeldTickets[], slug: string, card?: string) {
  const response = await by.call(checkoutRoutes.buy, {
    body: { ...purchaseBody(held, card), quote_slug: slug },
  })
  await market.deps.outbox.drain()
  return response
}

test('[X-QUOTE-26] [HOLD-02] [CHECKOUT-11] a quote is checked, held with quote_ref and paid with quote_slug', async () => {
  const { listingId, quote, offer } = await acceptedQuote()
  const before = (await check(quote.id)).data.data
  expect(before).toMatchObject({
    lines: [{ id: offer.id, quantity: 2, state: 'available', splits: [], held: null }],
    cost_when_quoted: { amount: '200.00' },
    current_cost: { amount: '200.00' },
    service_fee: { amount: '10.00' },
    client_total: { amount: '220.00' },
    net: { amount: '10.00' },
  })
  expect(await heldQuantity(market.db, listingId)).toBe(0)

  const held = (await hold(broker, listingId, quote.id)).data.data
  const listed = (await broker.call(holdsRoutes.list)).data.data
  expect(listed.find(({ hold_id }) => hold_id === held[0]?.hold_id)?.quote_ref).toBe(quote.id)
  expect((await check(quote.id)).data.data.lines).toMatchObject([
    { state: 'available', held: { hold_id: held[0]?.hold_id, quantity: 2 } },
  ])
  // The client still sees tickets that the broker holds for the quote as available.
  expect((await market.openQuote(quote.slug)).data.data.offers).toMatchObject([{ state: 'available' }])

  const { order } = (await buy(broker, held, quote.slug)).data.data
  expect(order?.quote).toEqual({ id: quote.id, title: quote.title })
  const now = await market.quoteNow(quote.id)
  expect(now).toMatchObject({ status: 'Ordered', order_id: order?.id, order_number: order?.number })
  expect(now.history[0]).toMatchObject({
    event: 'ordered',
    actor_name: 'Jo Marsh',
    reason: `Order ${order?.number}`,
  })
  expect((await market.openQuote(quote.slug)).data.data).toMatchObject({ status: 'Ordered', is_open: false })
  const orders = (await broker.call(ordersRoutes.list)).data.data
  expect(orders.find(({ id }) => id === order?.id)?.quote).toEqual({ id: quote.id, title: quote.title })
})

test('[X-QUOTE-26] bought tickets stay available at the price paid and can’t be bought again', async () => {
  // The last two tickets of the listing.
  const { listingId, quote, offer } = await acceptedQuote({ quantity: 2 })
  const held = (await hold(broker, listingId, quote.id)).data.data
  await market.change(listingId, { priceMinor: 20_000 })
  await buy(broker, held, quote.slug)
  expect((await market.openQuote(quote.slug)).data.data).toMatchObject({
    status: 'Ordered',
    offers: [{ id: offer.id, state: 'available', quantities: [2], total: { amount: '220.00' } }],
  })
  const now = await market.quoteNow(quote.id)
  expect(now).toMatchObject({
    offers: [
      { bought: 2, state: 'available', parts: [{ cost: { amount: '100.00' }, net: { amount: '5.00' } }] },
    ],
    totals: { quantity: 2, client_total: { amount: '220.00' }, net_commission: { amount: '10.00' } },
    has_price_increases: false,
    can: { convert: false },
  })
  expect((await check(quote.id)).status).toBe(409)
})

test('[X-QUOTE-26] holds for another client don’t count towards a quote, unassigned ones do', async () => {
  const { listingId, quote } = await acceptedQuote({ quantity: 8 })
  const other = await market.quote(offerOf(listingId))
  await hold(broker, listingId, other.id)
  const heldNow = async () => (await check(quote.id)).data.data.lines.map(({ held }) => held?.quantity ?? 0)
  expect(await heldNow()).toEqual([0])
  await market.hold(broker, listingId, 1)
  expect(await heldNow()).toEqual([1])
  await hold(broker, listingId, quote.id)
  expect(await heldNow()).toEqual([3])
})

test('[X-QUOTE-26] the rest of a partly bought offer can still be bought', async () => {
  const { listingId, quote, offer } = await acceptedQuote({ quantity: 4 })
  await buy(broker, (await hold(broker, listingId, quote.id, 1)).data.data, quote.slug)
  expect((await market.quoteNow(quote.id)).can.convert).toBe(true)
  expect((await check(quote.id)).data.data.lines).toMatchObject([
    { id: offer.id, quantity: 1, state: 'available', bought: 0 },
  ])
})

test('[HOLD-02] [CHECKOUT-11] without a quote both keys are absent, and the order has no quote', async () => {
  const buyer = await market.addBuyer()
  const line = await market.hold(buyer, await market.list({ quantity: 2 }), 2)
  const [listed] = (await buyer.call(holdsRoutes.list)).data.data
  expect(Object.keys(listed ?? {})).not.toContain('quote_ref')
  const body = purchaseBody([line])
  expect(Object.keys(body)).not.toContain('quote_slug')
  const { order } = (await buyer.call(checkoutRoutes.buy, { body })).data.data
  expect(order?.quote).toBeNull()
})

test('[X-QUOTE-26] buying only tickets held for one quote orders that quote even if not named', async () => {
  const { listingId, quote } = await acceptedQuote()
  const held = (await hold(broker, listingId, quote.id)).data.data
  const { order } = (await broker.call(checkoutRoutes.buy, { body: purchaseBody(held) })).data.data
  expect(order?.quote).toEqual({ id: quote.id, title: quote.title })
  expect((await market.quoteNow(quote.id)).status).toBe('Ordered')
})

test('[X-QUOTE-26] mixed purchases without a named quote have no quote', async () => {
  const { listingId, quote } = await acceptedQuote()
  const held = (await hold(broker, listingId, quote.id)).data.data
  const other = await market.hold(broker, await market.list({ quantity: 2 }), 2)
  const { order } = (await broker.call(checkoutRoutes.buy, { body: purchaseBody([...held, other]) })).data
    .data
  expect(order?.quote).toBeNull()
  expect((await market.quoteNow(quote.id)).status).toBe('Accepted')
})

test('[HOLD-02] holding for an unknown quote or another team’s is rejected with the field name', async () => {
  const { listingId, quote } = await acceptedQuote()
  for (const [by, ref] of [
    [otherTeam, quote.id],
    [broker, 'qt_never'],
    [broker, quote.slug],
  ] as const) {
    const rejected = await by.call(holdsRoutes.place, {
      body: [
        { listing_id: await market.list(), quantity: 1 },
        { listing_id: listingId, quantity: 2, quote_ref: ref },
      ],
    })
    expect([rejected.status, rejected.error.code]).toEqual([422, 'hold.quote_unknown'])
    expect(rejected.error.errors).toMatchObject({
      title: 'This quote isn’t one of your team’s quotes',
      fields: { '1.quote_ref': [expect.any(String)] },
    })
  }
  expect(await heldQuantity(market.db, listingId)).toBe(0)
})

test('[CHECKOUT-11] an unknown slug or another team’s is rejected with the field name, and the holds stay', async () => {
  const { quote } = await acceptedQuote()
  const listingId = await market.list({ quantity: 2 })
  const held = [await market.hold(otherTeam, listingId, 2)]
  for (const slug of [quote.slug, 'no-such-quote', quote.id]) {
    const rejected = await buy(otherTeam, held, slug)
    expect(rejected.status).toBe(422)
    expect(rejected.error.errors).toMatchObject({ fields: { quote_slug: [expect.any(String)] } })
  }
  expect(await heldQuantity(market.db, listingId)).toBe(2)
  expect((await market.quoteNow(quote.id)).status).toBe('Accepted')
})

test('[CHECKOUT-11] a quote’s slug can’t buy unrelated tickets', async () => {
  const { listingId, quote } = await acceptedQuote()
  const strange = await market.list({ quantity: 2 })
  const unrelated = await market.hold(broker, strange, 2)
  const rejected = await buy(broker, [unrelated], quote.slug)
  expect(rejected.status).toBe(422)
  expect(rejected.error.errors).toMatchObject({ fields: { quote_slug: [expect.any(String)] } })
  expect(await heldQuantity(market.db, strange)).toBe(2)
  expect((await market.quoteNow(quote.id)).status).toBe('Accepted')
  // One line of the quote suffices, even if it was held without `quote_ref`.
  const offered = await market.hold(broker, listingId, 2)
  expect((await buy(broker, [unrelated, offered], quote.slug)).data.data.order?.quote?.id).toBe(quote.id)
})

test('[CHECKOUT-11] tickets of another event held for a quote don’t make it ordered', async () => {
  const { quote } = await acceptedQuote()
  const eventId = await addEvent(market.db, { venueId: market.venueId })
  const held = (await hold(broker, await market.list({ eventId }), quote.id)).data.data
  const rejected = await buy(broker, held, quote.slug)
  expect([rejected.status, rejected.error.errors]).toMatchObject([
    422,
    { fields: { quote_slug: ['must be a quote that offers at least one of these tickets'] } },
  ])
  const bought = await broker.call(checkoutRoutes.buy, { body: purchaseBody(held) })
  expect(bought.data.data.order?.quote).toBeNull()
  expect((await market.quoteNow(quote.id)).status).toBe('Accepted')
})

test('[CHECKOUT-11] a quote of a whole event covers everything on sale for it', async () => {
  const listingId = await market.list({ quantity: 2 })
  const quote = await market.quote({})
  const held = await market.hold(broker, listingId, 2)
  expect((await buy(broker, [held], quote.slug)).data.data.order?.quote?.id).toBe(quote.id)
})

test('[X-QUOTE-26] a check reports price increases and shortages before anything is held', async () => {
  const [priceIncreased, short, unavailable] = [
    await market.list({ quantity: 2, priceMinor: 10_000 }),
    await market.list({ quantity: 4, priceMinor: 10_000 }),
    await market.list({ quantity: 2, priceMinor: 10_000 }),
  ]
  const quote = await market.quote({
    price_mode: 'locked',
    listings: [
      { listing_id: priceIncreased, quantity: 2 },
      { listing_id: short, quantity: 4 },
      { listing_id: unavailable, quantity: 2 },
    ],
  })
  await market.change(priceIncreased, { priceMinor: 12_000 })
  await market.change(short, { sold: 3 })
  await market.change(unavailable, { sold: 2 })
  const { data } = (await check(quote.id)).data
  expect(data.lines).toMatchObject([
    {
      state: 'available',
      price_increased: true,
      cost_when_quoted: { amount: '100.00' },
      parts: [{ cost: { amount: '120.00' } }],
    },
    { state: 'short', splits: [1] },
    { state: 'unavailable', parts: [{ cost: null, net: null }], splits: [] },
  ])
  // The client price stays, and the broker bears the difference: 110 − 120 − 6, twice.
  expect(data).toMatchObject({ client_total: { amount: '220.00' }, net: { amount: '-32.00' } })
  const offers = [{ offer_id: data.lines[1]?.id ?? '', quantity: 1 }]
  expect((await check(quote.id, offers)).data.data).toMatchObject({
    lines: [{ quantity: 1, state: 'available' }],
    current_cost: { amount: '100.00' },
  })
})

test('unknown and repeated offers are rejected with the field name', async () => {
  const { quote, offer } = await acceptedQuote()
  const line = { offer_id: offer.id, quantity: 1 }
  for (const offers of [[{ ...line, offer_id: 'off_none' }], [line, line]]) {
    const rejected = await check(quote.id, offers)
    expect([rejected.status, rejected.error.code]).toEqual([422, 'quote.offer_unknown'])
  }
  const eventQuote = await market.quote()
  expect((await check(eventQuote.id)).error.code).toBe('quote.invalid_state')
})

test('a declined card leaves the quote unchanged', async () => {
  const { listingId, quote } = await acceptedQuote()
  const held = (await hold(broker, listingId, quote.id)).data.data
  expect((await buy(broker, held, quote.slug, 'pm_card_chargeDeclined')).data.data.status).toBe('declined')
  const now = await market.quoteNow(quote.id)
  expect([now.status, now.order_id]).toEqual(['Accepted', null])
  expect(now.history.map(({ event }) => event)).not.toContain('ordered')
})

test('a reversed order restores the quote, whose history keeps both events', async () => {
  const { listingId, quote } = await acceptedQuote()
  const held = (await hold(broker, listingId, quote.id)).data.data
  for (let times = 0; times < 3; times += 1)
    market.deps.sandbox?.faults.plan({ on: 'capture', kind: 'fail_before' })
  const { attempt_id } = (await buy(broker, held, quote.slug)).data.data
  expect((await market.quoteNow(quote.id)).status).toBe('Ordered')
  const { gateway_payment_id } = await market.db
    .selectFrom('checkout_attempts')
    .select('gateway_payment_id')
    .where('id', '=', attempt_id)
    .executeTakeFirstOrThrow()
  await market.deps.gateway.cancelPayment({
    gatewayPaymentId: gateway_payment_id ?? '',
    idempotencyKey: 'by-the-bank',
  })
  await reconcileAttempts(market.deps, { idleSeconds: 0 })
  const now = await market.quoteNow(quote.id)
  expect([now.status, now.order_id, now.order_number]).toEqual(['Accepted', null, null])
  expect(now.history.slice(0, 2).map(({ event }) => event)).toEqual(['order_reversed', 'ordered'])
  expect((await market.openQuote(quote.slug)).data.data.status).toBe('Accepted')
})

test('a quote can be ordered twice, and both orders count', async () => {
  const { listingId, quote } = await acceptedQuote()
  const first = await buy(broker, (await hold(broker, listingId, quote.id, 1)).data.data, quote.slug)
  const second = await buy(broker, (await hold(broker, listingId, quote.id, 1)).data.data, quote.slug)
  const now = await market.quoteNow(quote.id)
  expect(now).toMatchObject({ status: 'Ordered', order_id: second.data.data.order?.id })
  expect(now.history.filter(({ event }) => event === 'ordered')).toHaveLength(2)
  expect(first.data.data.order?.quote?.id).toBe(quote.id)
})

test('a decline during the purchase succeeds or is rejected, and never deadlocks', async () => {
  const quotes = await Promise.all(Array.from({ length: 4 }, () => acceptedQuote({ quantity: 8 })))
  const bought = quotes.map(async ({ listingId, quote }) => {
    const held = (await hold(broker, listingId, quote.id)).data.data
    return (await buy(broker, held, quote.slug)).data.data.status
  })
  const responsePromises = quotes.map(({ quote }) => market.decline(quote.slug))
  expect(await Promise.all(bought)).toEqual(['confirmed', 'confirmed', 'confirmed', 'confirmed'])
  for (const { status } of await Promise.all(responsePromises)) expect([200, 409]).toContain(status)
  for (const { quote } of quotes) expect((await market.quoteNow(quote.id)).status).toBe('Ordered')
})
