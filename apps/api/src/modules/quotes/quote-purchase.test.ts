import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { ordersRoutes } from '@terrace/contracts/orders'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../test/build-test-app.ts'
import { addEvent, addRates, heldQuantity } from '../../test/factories.ts'
import { purchaseBody, type HeldTickets } from '../../test/purchase-body.ts'
import { buildQuoteMarket, type QuoteMarket } from '../../test/quote-market.ts'
import { reconcileAttempts } from '../checkout/reconcile-attempts.ts'

let market: QuoteMarket
let broker: Caller
let stranger: Caller
beforeAll(async () => {
  market = await buildQuoteMarket({ config: { holdCap: 1000 } })
  await addRates(market.db, new Date().toISOString().slice(0, 10), { GBP: '0.86', USD: '1.08' })
  broker = market.broker
  stranger = await market.addBuyer()
})
afterAll(() => market.close())

const offerOf = (listing_id: string, quantity = 2) => ({ listings: [{ listing_id, quantity }] })

/** A quote of two tickets at £100, accepted by its client. */
async function acceptedQuote(values: Parameters<QuoteMarket['list']>[0] = {}) {
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
/** Buys what is held by the quote's link; what is kept of the quote has heard of it then. */
async function buy(by: Caller, held: readonly HeldTickets[], slug: string, card?: string) {
  const answer = await by.call(checkoutRoutes.buy, {
    body: { ...purchaseBody(held, card), quote_slug: slug },
  })
  await market.deps.outbox.drain()
  return answer
}

test('[X-QUOTE-26] [HOLD-02] [CHECKOUT-11] a quote becomes a checkout: checked, held with quote_ref, paid with quote_slug', async () => {
  const { listingId, quote, offer } = await acceptedQuote()
  const before = (await check(quote.id)).data.data
  expect(before).toMatchObject({
    lines: [{ id: offer.id, quantity: 2, state: 'available', splits: [], held: null }],
    cost_then: { amount: '200.00' },
    cost_now: { amount: '200.00' },
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
  // To the client, what its broker holds for it is still there.
  expect((await market.look(quote.slug)).data.data.offers).toMatchObject([{ state: 'available' }])

  const { order } = (await buy(broker, held, quote.slug)).data.data
  expect(order?.quote).toEqual({ id: quote.id, title: quote.title })
  const now = await market.quoteNow(quote.id)
  expect(now).toMatchObject({ status: 'Ordered', order_id: order?.id, order_number: order?.number })
  expect(now.history[0]).toMatchObject({ what: 'ordered', who: 'Jo Marsh', why: `Order ${order?.number}` })
  expect((await market.look(quote.slug)).data.data).toMatchObject({ status: 'Ordered', is_open: false })
  const orders = (await broker.call(ordersRoutes.list)).data.data
  expect(orders.find(({ id }) => id === order?.id)?.quote).toEqual({ id: quote.id, title: quote.title })
})

test('[X-QUOTE-26] what was bought stays the client’s on both pages: not gone, at what was paid for it, and not to be bought twice', async () => {
  // The last two: nothing of the listing is left for anybody.
  const { listingId, quote, offer } = await acceptedQuote({ quantity: 2 })
  const held = (await hold(broker, listingId, quote.id)).data.data
  await market.change(listingId, { priceMinor: 20_000 })
  await buy(broker, held, quote.slug)
  expect((await market.look(quote.slug)).data.data).toMatchObject({
    status: 'Ordered',
    offers: [{ id: offer.id, state: 'available', quantities: [2], total: { amount: '220.00' } }],
  })
  const now = await market.quoteNow(quote.id)
  expect(now).toMatchObject({
    offers: [
      { bought: 2, state: 'available', parts: [{ cost: { amount: '100.00' }, net: { amount: '5.00' } }] },
    ],
    totals: { quantity: 2, client_total: { amount: '220.00' }, net_commission: { amount: '10.00' } },
    has_dearer: false,
    can: { convert: false },
  })
  expect((await check(quote.id)).status).toBe(409)
})

test('[X-QUOTE-26] what the team holds for another client is not held for this one, what it holds for nobody is', async () => {
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

test('[X-QUOTE-26] of a part that was bought the rest is left to buy', async () => {
  const { listingId, quote, offer } = await acceptedQuote({ quantity: 4 })
  await buy(broker, (await hold(broker, listingId, quote.id, 1)).data.data, quote.slug)
  expect((await market.quoteNow(quote.id)).can.convert).toBe(true)
  expect((await check(quote.id)).data.data.lines).toMatchObject([
    { id: offer.id, quantity: 1, state: 'available', bought: 0 },
  ])
})

test('[HOLD-02] [CHECKOUT-11] without a quote neither key is there, and the order is of none', async () => {
  const buyer = await market.addBuyer()
  const line = await market.hold(buyer, await market.list({ quantity: 2 }), 2)
  const [listed] = (await buyer.call(holdsRoutes.list)).data.data
  expect(Object.keys(listed ?? {})).not.toContain('quote_ref')
  const body = purchaseBody([line])
  expect(Object.keys(body)).not.toContain('quote_slug')
  const { order } = (await buyer.call(checkoutRoutes.buy, { body })).data.data
  expect(order?.quote).toBeNull()
})

test('[X-QUOTE-26] tickets that are all held for one quote are its order also where the purchase does not name it', async () => {
  const { listingId, quote } = await acceptedQuote()
  const held = (await hold(broker, listingId, quote.id)).data.data
  const { order } = (await broker.call(checkoutRoutes.buy, { body: purchaseBody(held) })).data.data
  expect(order?.quote).toEqual({ id: quote.id, title: quote.title })
  expect((await market.quoteNow(quote.id)).status).toBe('Ordered')
})

test('[X-QUOTE-26] where something else is bought with them and no quote is named, the order is of none', async () => {
  const { listingId, quote } = await acceptedQuote()
  const held = (await hold(broker, listingId, quote.id)).data.data
  const other = await market.hold(broker, await market.list({ quantity: 2 }), 2)
  const { order } = (await broker.call(checkoutRoutes.buy, { body: purchaseBody([...held, other]) })).data
    .data
  expect(order?.quote).toBeNull()
  expect((await market.quoteNow(quote.id)).status).toBe('Accepted')
})

test('[HOLD-02] another team’s quote, or none, holds nothing and is named', async () => {
  const { listingId, quote } = await acceptedQuote()
  for (const [by, ref] of [
    [stranger, quote.id],
    [broker, 'qt_never'],
    [broker, quote.slug],
  ] as const) {
    const refused = await by.call(holdsRoutes.place, {
      body: [
        { listing_id: await market.list(), quantity: 1 },
        { listing_id: listingId, quantity: 2, quote_ref: ref },
      ],
    })
    expect([refused.status, refused.error.code]).toEqual([422, 'hold.quote_unknown'])
    expect(refused.error.errors).toMatchObject({ fields: { '1.quote_ref': [expect.any(String)] } })
  }
  expect(await heldQuantity(market.db, listingId)).toBe(0)
})

test('[CHECKOUT-11] another team’s slug, or none, buys nothing and is named; the holds stay', async () => {
  const { quote } = await acceptedQuote()
  const listingId = await market.list({ quantity: 2 })
  const held = [await market.hold(stranger, listingId, 2)]
  for (const slug of [quote.slug, 'never-made', quote.id]) {
    const refused = await buy(stranger, held, slug)
    expect(refused.status).toBe(422)
    expect(refused.error.errors).toMatchObject({ fields: { quote_slug: [expect.any(String)] } })
  }
  expect(await heldQuantity(market.db, listingId)).toBe(2)
  expect((await market.quoteNow(quote.id)).status).toBe('Accepted')
})

test('[CHECKOUT-11] tickets that have nothing to do with the quote of the slug are not bought by it', async () => {
  const { listingId, quote } = await acceptedQuote()
  const strange = await market.list({ quantity: 2 })
  const unrelated = await market.hold(broker, strange, 2)
  const refused = await buy(broker, [unrelated], quote.slug)
  expect(refused.status).toBe(422)
  expect(refused.error.errors).toMatchObject({ fields: { quote_slug: [expect.any(String)] } })
  expect(await heldQuantity(market.db, strange)).toBe(2)
  expect((await market.quoteNow(quote.id)).status).toBe('Accepted')
  // One line of the quote is enough, also where it was held without saying so.
  const offered = await market.hold(broker, listingId, 2)
  expect((await buy(broker, [unrelated, offered], quote.slug)).data.data.order?.quote?.id).toBe(quote.id)
})

test('[CHECKOUT-11] tickets of another event that were held in a quote’s name are not bought by it, and do not make it ordered', async () => {
  const { quote } = await acceptedQuote()
  const eventId = await addEvent(market.db, { venueId: market.venueId })
  const held = (await hold(broker, await market.list({ eventId }), quote.id)).data.data
  const refused = await buy(broker, held, quote.slug)
  expect([refused.status, refused.error.errors]).toMatchObject([
    422,
    { fields: { quote_slug: ['is of a quote that offers none of these tickets'] } },
  ])
  const bought = await broker.call(checkoutRoutes.buy, { body: purchaseBody(held) })
  expect(bought.data.data.order?.quote).toBeNull()
  expect((await market.quoteNow(quote.id)).status).toBe('Accepted')
})

test('[CHECKOUT-11] a quote of a whole event offers whatever is on sale for it', async () => {
  const listingId = await market.list({ quantity: 2 })
  const quote = await market.quote({})
  const held = await market.hold(broker, listingId, 2)
  expect((await buy(broker, [held], quote.slug)).data.data.order?.quote?.id).toBe(quote.id)
})

test('[X-QUOTE-26] what has got dearer, short or gone since is told before anything is held', async () => {
  const [dearer, short, gone] = [
    await market.list({ quantity: 2, priceMinor: 10_000 }),
    await market.list({ quantity: 4, priceMinor: 10_000 }),
    await market.list({ quantity: 2, priceMinor: 10_000 }),
  ]
  const quote = await market.quote({
    price_mode: 'locked',
    listings: [
      { listing_id: dearer, quantity: 2 },
      { listing_id: short, quantity: 4 },
      { listing_id: gone, quantity: 2 },
    ],
  })
  await market.change(dearer, { priceMinor: 12_000 })
  await market.change(short, { sold: 3 })
  await market.change(gone, { sold: 2 })
  const { data } = (await check(quote.id)).data
  expect(data.lines).toMatchObject([
    {
      state: 'available',
      is_dearer: true,
      cost_then: { amount: '100.00' },
      parts: [{ cost: { amount: '120.00' } }],
    },
    { state: 'short', splits: [1] },
    { state: 'gone', parts: [{ cost: null, net: null }], splits: [] },
  ])
  // The client's price stays what it was, and the broker bears the rest: 110 − 120 − 6, twice.
  expect(data).toMatchObject({ client_total: { amount: '220.00' }, net: { amount: '-32.00' } })
  const offers = [{ offer_id: data.lines[1]?.id ?? '', quantity: 1 }]
  expect((await check(quote.id, offers)).data.data).toMatchObject({
    lines: [{ quantity: 1, state: 'available' }],
    cost_now: { amount: '100.00' },
  })
})

test('offers that are no part of the quote, or named twice, are refused by name', async () => {
  const { quote, offer } = await acceptedQuote()
  const line = { offer_id: offer.id, quantity: 1 }
  for (const offers of [[{ ...line, offer_id: 'off_none' }], [line, line]]) {
    const refused = await check(quote.id, offers)
    expect([refused.status, refused.error.code]).toEqual([422, 'quote.offer_unknown'])
  }
  const whole = await market.quote()
  expect((await check(whole.id)).error.code).toBe('quote.not_possible')
})

test('a declined card leaves the quote as it was', async () => {
  const { listingId, quote } = await acceptedQuote()
  const held = (await hold(broker, listingId, quote.id)).data.data
  expect((await buy(broker, held, quote.slug, 'pm_card_chargeDeclined')).data.data.status).toBe('declined')
  const now = await market.quoteNow(quote.id)
  expect([now.status, now.order_id]).toEqual(['Accepted', null])
  expect(now.history.map(({ what }) => what)).not.toContain('ordered')
})

test('an order that is undone takes itself back from its quote, which keeps both in its history', async () => {
  const { listingId, quote } = await acceptedQuote()
  const held = (await hold(broker, listingId, quote.id)).data.data
  for (let times = 0; times < 3; times += 1)
    market.deps.sandbox?.faults.plan({ on: 'capture', kind: 'fail_before' })
  const { attempt_id } = (await buy(broker, held, quote.slug)).data.data
  expect((await market.quoteNow(quote.id)).status).toBe('Ordered')
  const { intent_id } = await market.db
    .selectFrom('checkout_attempts')
    .select('intent_id')
    .where('id', '=', attempt_id)
    .executeTakeFirstOrThrow()
  await market.deps.gateway.cancelPayment({ intentId: intent_id ?? '', idempotencyKey: 'by-the-bank' })
  await reconcileAttempts(market.deps, { quietSeconds: 0 })
  const now = await market.quoteNow(quote.id)
  expect([now.status, now.order_id, now.order_number]).toEqual(['Accepted', null, null])
  expect(now.history.slice(0, 2).map(({ what }) => what)).toEqual(['order_undone', 'ordered'])
  expect((await market.look(quote.slug)).data.data.status).toBe('Accepted')
})

test('a quote may be bought from twice, and the second order does not hide the first', async () => {
  const { listingId, quote } = await acceptedQuote()
  const first = await buy(broker, (await hold(broker, listingId, quote.id, 1)).data.data, quote.slug)
  const second = await buy(broker, (await hold(broker, listingId, quote.id, 1)).data.data, quote.slug)
  const now = await market.quoteNow(quote.id)
  expect(now).toMatchObject({ status: 'Ordered', order_id: second.data.data.order?.id })
  expect(now.history.filter(({ what }) => what === 'ordered')).toHaveLength(2)
  expect(first.data.data.order?.quote?.id).toBe(quote.id)
})

test('a client who says no while the broker buys is heard or told that it is too late, and neither waits in a circle', async () => {
  const quotes = await Promise.all(Array.from({ length: 4 }, () => acceptedQuote({ quantity: 8 })))
  const bought = quotes.map(async ({ listingId, quote }) => {
    const held = (await hold(broker, listingId, quote.id)).data.data
    return (await buy(broker, held, quote.slug)).data.data.status
  })
  const answered = quotes.map(({ quote }) => market.decline(quote.slug))
  expect(await Promise.all(bought)).toEqual(['confirmed', 'confirmed', 'confirmed', 'confirmed'])
  for (const { status } of await Promise.all(answered)) expect([200, 409]).toContain(status)
  for (const { quote } of quotes) expect((await market.quoteNow(quote.id)).status).toBe('Ordered')
})
