import { holdsRoutes } from '@terrace/contracts/holds'
import type { QuoteBodyInput } from '@terrace/contracts/quote-creation'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp } from '#api/test/harness/build-test-app.ts'
import { addRates } from '#api/test/fixtures/factories.ts'
import { expireHold } from '#api/test/fixtures/expire-hold.ts'
import { buildQuoteFixture, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'
import { cancelLines } from '#api/modules/orders/index.ts'

/** Quotes with some tickets already bought. */

let market: QuoteFixture
beforeAll(async () => {
  market = await buildQuoteFixture({ config: { maxHeldTicketsPerTeam: 1000 } })
  await addRates(market.db, new Date().toISOString().slice(0, 10), { GBP: '0.8', USD: '1.08' })
})
afterAll(() => market.close())

/** A quote of the given listings and quantities. */
async function quoted(offered: Record<string, number>, terms: Partial<QuoteBodyInput> = {}) {
  const listings = Object.entries(offered).map(([listing_id, quantity]) => ({ listing_id, quantity }))
  return market.quote({ listings, ...terms })
}

const list = (quantity: number) => market.list({ quantity, priceMinor: 10_000 })
const check = (id: string, offers?: { offer_id: string; quantity: number }[]) =>
  market.broker.call(quotesRoutes.check, { params: { quote_id: id }, body: offers ? { offers } : {} })

test('[X-QUOTE-26] offers that were not accepted can be bought by name after the accepted ones', async () => {
  const [chosen, other] = [await list(2), await list(2)]
  const quote = await quoted({ [chosen]: 2, [other]: 2 })
  const [first, second] = [chosen, other].map(
    (listing) => quote.offers.find(({ listing_id }) => listing_id === listing)?.id ?? '',
  )
  await market.accept(quote.slug, [{ offer_id: first ?? '', quantity: 2 }])
  await market.buyFor(quote, chosen, 2)
  expect((await market.quoteNow(quote.id)).can.convert).toBe(true)
  const named = await check(quote.id, [{ offer_id: second ?? '', quantity: 2 }])
  expect(named.data.data.lines).toMatchObject([{ id: second, state: 'available', quantity: 2 }])
  // By default only accepted offers are bought, and none is left.
  const { error } = await check(quote.id)
  expect([error.code, error.errors['title']]).toEqual([
    'quote.invalid_state',
    'Nothing is left to buy in this quote',
  ])
  await market.buyFor(quote, other, 2)
  expect((await market.quoteNow(quote.id)).can.convert).toBe(false)
})

test('[X-QUOTE-26] [X-ORDER-03] cancelled tickets immediately stop counting as bought', async () => {
  const listingId = await list(2)
  const quote = await quoted({ [listingId]: 2 })
  const order = await market.buyFor(quote, listingId, 2)
  const seen = async () => (await market.openQuote(quote.slug)).data.data.offers.map(({ state }) => state)
  await market.deps.outbox.drain()
  expect(await seen()).toEqual(['available'])
  await cancelLines(market.deps, {
    target: { orderId: order.id },
    actor: 'operator:anna',
    reason: 'The seller cannot deliver',
    relist: false,
  })
  // The first drain publishes the line, the second the quote.
  await market.deps.outbox.drain()
  await market.deps.outbox.drain()
  expect(await seen()).toEqual(['unavailable'])
  expect((await market.quoteNow(quote.id)).offers).toMatchObject([{ bought: 0, state: 'unavailable' }])
})

test('[X-QUOTE-26] bought tickets cost what was paid, at the rate of that day, across all orders', async () => {
  const listingId = await list(3)
  const quote = await quoted({ [listingId]: 3 }, { currency_to_display: 'EUR' })
  await market.buyFor(quote, listingId, 1)
  await market.change(listingId, { priceMinor: 12_000 })
  await market.buyFor(quote, listingId, 2)
  // £100 and twice £120 at £0.80 per euro, plus 10 % each.
  const expectedTotals = {
    offers: [
      {
        bought: 3,
        parts: [
          { quantity: 1, cost: { amount: '125.00' }, client_price: { amount: '137.50' } },
          { quantity: 2, cost: { amount: '150.00' }, client_price: { amount: '165.00' } },
        ],
      },
    ],
    totals: { quantity: 3, client_total: { amount: '467.50' } },
  }
  const now = await market.quoteNow(quote.id)
  expect(now).toMatchObject(expectedTotals)
  await sql`update exchange_rates set rate = 0.5 where currency = 'GBP'`.execute(market.db)
  // Another process, which has not cached the old rate.
  const later = await buildTestApp({ databaseUrl: market.deps.config.databaseUrl })
  try {
    const colleague = await later.addBuyer({ teamId: market.broker.teamId, teamRole: 'member' })
    const shown = await market.quoteNow(quote.id, colleague)
    expect(shown).toMatchObject(expectedTotals)
    expect([shown.offers, shown.totals]).toEqual([now.offers, now.totals])
  } finally {
    await later.close()
  }
})

test('[X-QUOTE-26] in partly bought offers, bought tickets cost what was paid, others the current price', async () => {
  const listingId = await list(4)
  const [quote, accepted] = [await quoted({ [listingId]: 3 }), await quoted({ [listingId]: 3 })]
  await market.accept(accepted.slug, [{ offer_id: accepted.offers[0]?.id ?? '', quantity: 2 }])
  for (const each of [quote, accepted]) await market.buyFor(each, listingId, 1)
  await market.change(listingId, { priceMinor: 12_000 })
  const now = await market.quoteNow(quote.id)
  expect(now.offers).toMatchObject([
    {
      bought: 1,
      parts: [
        { quantity: 1, kind: 'bought', cost: { amount: '100.00' }, client_price: { amount: '110.00' } },
        { quantity: 2, kind: 'unheld', cost: { amount: '120.00' }, client_price: { amount: '132.00' } },
      ],
    },
  ])
  // 110 and twice 132; 10 − 5 and twice 12 − 6.
  expect(now.totals).toMatchObject({
    quantity: 3,
    client_total: { amount: '374.00' },
    net_commission: { amount: '17.00' },
  })
  expect((await market.openQuote(quote.slug)).data.data.offers).toMatchObject([
    { price: { amount: '110.00' }, highest_price: { amount: '132.00' }, total: { amount: '374.00' } },
  ])
  // The agreed price applies to both parts, and only the rest costs more than it was based on.
  const agreed = await market.quoteNow(accepted.id)
  expect(agreed.offers).toMatchObject([
    {
      price_increased: true,
      parts: [
        {
          quantity: 1,
          cost: { amount: '100.00' },
          client_price: { amount: '110.00' },
          net: { amount: '5.00' },
        },
        {
          quantity: 1,
          cost: { amount: '120.00' },
          client_price: { amount: '110.00' },
          net: { amount: '-16.00' },
        },
      ],
    },
  ])
  expect(agreed.totals).toMatchObject({
    client_total: { amount: '220.00' },
    net_commission: { amount: '-11.00' },
  })
})

test('[X-QUOTE-26] totals include bought and accepted offers and exclude all others', async () => {
  const [chosen, other, none] = [await list(2), await list(2), await list(2)]
  const quote = await quoted({ [chosen]: 2, [other]: 2, [none]: 2 })
  const offer = quote.offers.find(({ listing_id }) => listing_id === chosen)
  await market.accept(quote.slug, [{ offer_id: offer?.id ?? '', quantity: 2 }])
  await market.buyFor(quote, other, 2)
  expect((await market.quoteNow(quote.id)).totals).toMatchObject({
    quantity: 4,
    client_total: { amount: '440.00' },
  })
})

test('[X-PROFILE-05] [X-QUOTE-26] offers that were not accepted count by their bought quantity', async () => {
  const [chosen, other] = [await list(2), await list(4)]
  const quote = await quoted({ [chosen]: 2, [other]: 4 })
  const offer = quote.offers.find(({ listing_id }) => listing_id === chosen)
  await market.accept(quote.slug, [{ offer_id: offer?.id ?? '', quantity: 2 }])
  await market.buyFor(quote, chosen, 2)
  await market.buyFor(quote, other, 1)
  expect((await market.quoteNow(quote.id)).totals).toMatchObject({
    quantity: 3,
    client_total: { amount: '330.00' },
    net_commission: { amount: '15.00' },
  })
})

test('[X-QUOTE-26] after buying more than accepted, at most the offered quantity is left to buy', async () => {
  const [chosen, other] = [await list(4), await list(2)]
  const quote = await quoted({ [chosen]: 4, [other]: 2 })
  const offer = quote.offers.find(({ listing_id }) => listing_id === chosen)
  await market.accept(quote.slug, [{ offer_id: offer?.id ?? '', quantity: 2 }])
  await market.buyFor(quote, chosen, 2)
  await market.buyFor(quote, chosen, 1)
  const now = await market.quoteNow(quote.id)
  expect(now.offers.find(({ id }) => id === offer?.id)).toMatchObject({
    accepted: 2,
    bought: 3,
    parts: [{ quantity: 3, kind: 'bought' }],
  })
  expect(now.totals).toMatchObject({ quantity: 3, client_total: { amount: '330.00' } })
})

test('[X-QUOTE-26] a check prices held tickets at the frozen price, others at the current one', async () => {
  const listingId = await list(4)
  const quote = await quoted({ [listingId]: 3 })
  const hold = (quantity: number) =>
    market.broker.call(holdsRoutes.place, {
      body: [{ listing_id: listingId, quantity, quote_ref: quote.id }],
    })
  await hold(1)
  await market.change(listingId, { priceMinor: 12_000 })
  await hold(1)
  await market.change(listingId, { priceMinor: 15_000 })
  const { data } = (await check(quote.id)).data
  expect(data.lines).toMatchObject([
    {
      held: { quantity: 2 },
      parts: [
        { quantity: 1, kind: 'held', cost: { amount: '100.00' } },
        { quantity: 1, kind: 'held', cost: { amount: '120.00' } },
        { quantity: 1, kind: 'unheld', cost: { amount: '150.00' } },
      ],
    },
  ])
  expect(data).toMatchObject({
    current_cost: { amount: '370.00' },
    client_total: { amount: '407.00' },
    service_fee: { amount: '18.50' },
    net: { amount: '18.50' },
  })
})

test('[X-QUOTE-26] a held ticket is never counted for two offers of one listing', async () => {
  const listingId = await list(4)
  const [first, second] = [
    await market.hold(market.broker, listingId, 2),
    await market.hold(market.broker, listingId, 1),
  ]
  const quote = await market.quote({ hold_ids: [first.hold_id, second.hold_id] })
  const heldOf = async () => (await check(quote.id)).data.data.lines.map(({ held }) => held?.quantity ?? 0)
  expect(await heldOf()).toEqual([2, 1])
  await expireHold(market.db, second.hold_id)
  expect(await heldOf()).toEqual([2, 0])
})

test('[X-QUOTE-26] for a partly bought offer, only the rest needs stock', async () => {
  const listingId = await list(4)
  const quote = await quoted({ [listingId]: 4 })
  await market.buyFor(quote, listingId, 2)
  const seen = async () => (await market.openQuote(quote.slug)).data.data.offers
  expect(await seen()).toMatchObject([{ state: 'available', quantities: [1, 2] }])
  expect((await market.quoteNow(quote.id)).offers).toMatchObject([{ bought: 2, state: 'available' }])
  await market.change(listingId, { sold: 3 })
  expect(await seen()).toMatchObject([{ state: 'short', quantities: [1] }])
})
