import { holdsRoutes } from '@terrace/contracts/holds'
import type { QuoteBodyInput } from '@terrace/contracts/quote-creation'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  allOf,
  buildQuoteFixture,
  unavailableLines,
  type QuoteFixture,
} from '#api/test/fixtures/quote-fixture.ts'
import { carryOutAllDueReleases } from '#api/modules/holds/release/carry-out-scheduled-releases.ts'
import { makeReleasesDue } from '#api/test/fixtures/make-releases-due.ts'
import { textOfPdf } from '#api/test/harness/text-of-pdf.ts'

/** Offers of held tickets after part of the hold was released and the price changed. */

let market: QuoteFixture
beforeAll(async () => {
  market = await buildQuoteFixture({ config: { maxHeldTicketsPerTeam: 1000 } })
})
afterAll(() => market.close())

const check = async (id: string, offers?: { offer_id: string; quantity: number }[]) => {
  const body = offers ? { offers } : {}
  return (await market.broker.call(quotesRoutes.check, { params: { quote_id: id }, body })).data.data
}

/** A quote of four tickets held at £100. One was released since, and the seller now asks £150. */
async function heldInPart(terms: Partial<QuoteBodyInput> = {}, acceptedAt?: string) {
  const listing = await market.list({ quantity: 4, priceMinor: 10_000 })
  const hold = await market.hold(market.broker, listing, 4)
  const quote = await market.quote({ hold_ids: [hold.hold_id], ...terms })
  const offer_id = quote.offers[0]?.id ?? ''
  if (acceptedAt !== undefined)
    await market.accept(quote.slug, [{ offer_id, quantity: 4, price: acceptedAt }])
  await market.broker.call(holdsRoutes.release, { body: [{ hold_id: hold.hold_id, quantity: 1 }] })
  await market.change(listing, { priceMinor: 15_000 })
  return { listing, quote, offer_id }
}

test('[X-QUOTE-05] [X-QUOTE-26] tickets still held keep the frozen price, released ones cost the current price', async () => {
  const { quote } = await heldInPart()
  const parts = [
    { quantity: 3, kind: 'held', cost: { amount: '100.00' }, net: { amount: '60.00' } },
    { quantity: 1, kind: 'unheld', cost: { amount: '150.00' }, net: { amount: '7.50' } },
  ]
  const now = await market.quoteNow(quote.id)
  expect(now.offers).toMatchObject([{ state: 'available', parts }])
  // Three times 60, plus 7.50.
  expect(now.totals).toMatchObject({
    quantity: 4,
    client_total: { amount: '660.00' },
    net_commission: { amount: '187.50' },
  })
  expect(await check(quote.id)).toMatchObject({
    lines: [{ state: 'available', held: { quantity: 3 }, parts }],
    cost_when_quoted: { amount: '400.00' },
    current_cost: { amount: '450.00' },
    client_total: { amount: '660.00' },
  })
})

test('[X-QUOTE-16] [X-QUOTE-18] the client pays one price for all tickets, which acceptance fixes', async () => {
  const { quote, offer_id } = await heldInPart()
  const [shown] = (await market.openQuote(quote.slug)).data.data.offers
  expect(shown).toMatchObject({ price: { amount: '165.00' }, total: { amount: '660.00' } })
  expect(shown).not.toHaveProperty('highest_price')
  const pdfResponse = await market.broker.call(quotesRoutes.pdf, { params: { quote_id: quote.id } })
  expect(await textOfPdf(Buffer.from(pdfResponse.data.data.base64, 'base64'))).toContain('660.00')
  const acceptedOffer = { offer_id, quantity: 4, price: shown?.price.amount ?? '' }
  expect((await market.accept(quote.slug, [acceptedOffer])).ok).toBe(true)
  expect((await market.quoteNow(quote.id)).totals).toMatchObject({ client_total: { amount: '660.00' } })
})

test('[X-QUOTE-02] [X-QUOTE-18] a locked or accepted price covers all tickets, and the increase is shown to the broker', async () => {
  for (const { quote } of [await heldInPart({ price_mode: 'locked' }), await heldInPart({}, '110.00')]) {
    const parts = [
      { quantity: 3, kind: 'held', client_price: { amount: '110.00' }, net: { amount: '5.00' } },
      { quantity: 1, kind: 'unheld', client_price: { amount: '110.00' }, net: { amount: '-47.50' } },
    ]
    const now = await market.quoteNow(quote.id)
    expect(now).toMatchObject({
      has_price_increases: true,
      offers: [{ price_increased: true, parts }],
      totals: { client_total: { amount: '440.00' }, net_commission: { amount: '-32.50' } },
    })
    expect(await check(quote.id)).toMatchObject({
      lines: [{ price_increased: true, parts }],
      client_total: { amount: '440.00' },
      net: { amount: '-32.50' },
    })
  }
})

test('[X-QUOTE-16] when released tickets are sold, held ones stay available and the rest has no cost', async () => {
  const { quote, listing } = await heldInPart()
  await market.change(listing, { sold: 1 })
  const parts = [
    { quantity: 3, kind: 'held', cost: { amount: '100.00' }, client_price: { amount: '110.00' } },
    { quantity: 1, kind: 'unheld', cost: null, net: null },
  ]
  expect((await market.quoteNow(quote.id)).offers).toMatchObject([{ state: 'short', available: 3, parts }])
  expect((await market.openQuote(quote.slug)).data.data.offers).toMatchObject([
    { state: 'short', quantities: [1, 2, 3], price: { amount: '110.00' } },
  ])
  expect((await check(quote.id)).lines).toMatchObject([{ state: 'short', parts }])
})

test('[X-QUOTE-26] only the requested tickets of a larger hold are priced', async () => {
  const { quote, offer_id } = await heldInPart()
  expect(await check(quote.id, [{ offer_id, quantity: 2 }])).toMatchObject({
    lines: [{ parts: [{ quantity: 2, kind: 'held', cost: { amount: '100.00' } }] }],
    client_total: { amount: '220.00' },
  })
  expect((await market.accept(quote.slug, [{ offer_id, quantity: 2 }])).ok).toBe(true)
  expect((await market.quoteNow(quote.id)).offers).toMatchObject([
    { parts: [{ quantity: 2, kind: 'held', cost: { amount: '100.00' } }] },
  ])
})

test('[X-QUOTE-26] a check groups held tickets by price across holds', async () => {
  const listing = await market.list({ quantity: 4, priceMinor: 10_000 })
  const quote = await market.quote({ listings: [{ listing_id: listing, quantity: 3 }] })
  for (const quantity of [1, 1]) await market.hold(market.broker, listing, quantity)
  expect((await check(quote.id)).lines.map(({ parts }) => parts)).toMatchObject([
    [
      { quantity: 2, kind: 'held' },
      { quantity: 1, kind: 'unheld' },
    ],
  ])
})

/** Two held tickets, quoted to two clients. */
async function offeredTwice() {
  const listing = await market.list({ quantity: 2 })
  const { hold_id } = await market.hold(market.broker, listing, 2)
  const one = await market.quote({ hold_ids: [hold_id] })
  const copying = await market.broker.call(quotesRoutes.copy, {
    params: { quote_id: one.id },
    body: { quote_expiry: 4 },
  })
  return { one, other: copying.data.data }
}

const heldUntil = async (slug: string) => (await market.openQuote(slug)).data.data.response?.held_until

test('[X-QUOTE-05] held tickets quoted to two clients go to the first who accepts, then the next', async () => {
  await market.holdOnAccept(false)
  const { one, other } = await offeredTwice()
  expect((await market.accept(one.slug, allOf(one.offers))).data.data.response?.held_until).not.toBeNull()
  const second = (await market.accept(other.slug, allOf(other.offers))).data.data
  expect([second.status, second.response?.held_until]).toEqual(['Accepted', null])
  expect(await heldUntil(one.slug)).not.toBeNull()
  for (const { slug } of [one, other]) await market.decline(slug)
  expect((await market.accept(other.slug, allOf(other.offers))).data.data.response?.held_until).not.toBeNull()
})

test('[X-QUOTE-18] held tickets promised to one client are unavailable to another who has accepted', async () => {
  await market.holdOnAccept(true)
  const { one, other } = await offeredTwice()
  expect((await market.accept(one.slug, allOf(one.offers))).ok).toBe(true)
  const rejected = await market.accept(other.slug, allOf(other.offers))
  expect([rejected.status, unavailableLines(rejected.error)]).toMatchObject([
    409,
    [{ code: 'offer.unavailable' }],
  ])
})

test('concurrent acceptances of the same held tickets promise them to one client', async () => {
  await market.holdOnAccept(false)
  for (let round = 0; round < 5; round += 1) {
    const { one, other } = await offeredTwice()
    await Promise.all([one, other].map(({ slug, offers }) => market.accept(slug, allOf(offers))))
    await market.deps.outbox.drain()
    const ends = [await heldUntil(one.slug), await heldUntil(other.slug)]
    expect(ends.filter((end) => end !== null)).toHaveLength(1)
  }
})

test('a hold that is being released can be quoted; then its offer is open stock', async () => {
  const listing = await market.list({ quantity: 4, priceMinor: 10_000 })
  const hold = await market.hold(market.broker, listing, 4)
  await market.broker.call(holdsRoutes.scheduleRelease, { body: [{ hold_id: hold.hold_id, quantity: 4 }] })
  const quote = await market.quote({ hold_ids: [hold.hold_id] })
  expect(quote.offers).toMatchObject([{ state: 'available', parts: [{ quantity: 4, kind: 'held' }] }])
  await makeReleasesDue(market.db)
  await carryOutAllDueReleases(market.deps)
  await market.deps.outbox.drain()
  const now = await market.quoteNow(quote.id)
  expect(now.offers).toMatchObject([{ state: 'available', parts: [{ quantity: 4, kind: 'unheld' }] }])
})
