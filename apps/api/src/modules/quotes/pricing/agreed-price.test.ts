import { quotesRoutes } from '@terrace/contracts/quotes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildQuoteFixture, unavailableLines, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'
import { textOfPdf } from '#api/test/harness/text-of-pdf.ts'

/** The price that a client accepts, which then stays fixed. */

let market: QuoteFixture
beforeAll(async () => {
  market = await buildQuoteFixture()
})
afterAll(() => market.close())

/** A floating quote of two tickets at 100 plus 10 %. */
async function quoted() {
  const listing = await market.list({ priceMinor: 10_000 })
  const quote = await market.quote({ listings: [{ listing_id: listing, quantity: 2 }] })
  return { listing, quote, offerId: quote.offers[0]?.id ?? '' }
}
const pdfOf = async (id: string) => {
  const { data } = (await market.broker.call(quotesRoutes.pdf, { params: { quote_id: id } })).data
  return textOfPdf(Buffer.from(data.base64, 'base64'))
}

test('[X-QUOTE-18] accepting an outdated price is rejected with the current one and changes nothing', async () => {
  const { listing, quote, offerId } = await quoted()
  const seen = { offer_id: offerId, quantity: 2, price: '110.00' }
  await market.change(listing, { priceMinor: 25_000 })
  const { status, error } = await market.accept(quote.slug, [seen])
  expect([status, error.code, error.errors['title']]).toEqual([
    409,
    'quote.offers_invalid',
    'The price of some of these tickets just changed',
  ])
  expect(unavailableLines(error)).toMatchObject([
    { offer_id: offerId, code: 'offer.price', price: { amount: '275.00', currency: 'GBP' } },
  ])
  expect((await market.quoteNow(quote.id)).status).toBe('Active')
  expect((await market.accept(quote.slug, [{ ...seen, price: '275' }])).ok).toBe(true)
})

test('[X-QUOTE-03] the same applies to listings selected from the whole event', async () => {
  const listing = await market.list({ priceMinor: 50 })
  const quote = await market.quote()
  const [cheapest] = (await market.openQuote(quote.slug)).data.data.offers
  const seen = { offer_id: cheapest?.id ?? '', quantity: 1, price: cheapest?.price.amount ?? '' }
  await market.change(listing, { priceMinor: 60 })
  const { error } = await market.accept(quote.slug, [seen])
  expect(unavailableLines(error)).toMatchObject([{ code: 'offer.price', price: { amount: '0.66' } }])
  expect((await market.accept(quote.slug, [{ ...seen, price: '0.66' }])).ok).toBe(true)
  await market.change(listing, { priceMinor: 70 })
  expect((await market.openQuote(quote.slug)).data.data.offers[0]?.price.amount).toBe('0.66')
})

test('[X-QUOTE-18] an agreed price stays everywhere, and the broker sees the current cost', async () => {
  const { listing, quote, offerId } = await quoted()
  await market.accept(quote.slug, [{ offer_id: offerId, quantity: 2, price: '110.00' }])
  await market.change(listing, { priceMinor: 25_000 })
  const [shown] = (await market.openQuote(quote.slug)).data.data.offers
  expect(shown).toMatchObject({ price: { amount: '110.00' }, total: { amount: '220.00' } })
  const now = await market.quoteNow(quote.id)
  const [offer] = now.offers
  expect(offer).toMatchObject({
    parts: [{ client_price: { amount: '110.00' }, cost: { amount: '250.00' } }],
    price_increased: true,
  })
  const [part] = offer?.parts ?? []
  expect(Number(part?.net?.amount)).toBeCloseTo(110 - 250 - Number(part?.service_fee.amount), 5)
  expect(now).toMatchObject({ has_price_increases: true, totals: { client_total: { amount: '220.00' } } })
  const checked = await market.broker.call(quotesRoutes.check, {
    params: { quote_id: quote.id },
    body: {},
  })
  expect(checked.data.data).toMatchObject({
    client_total: { amount: '220.00' },
    lines: [{ parts: [{ client_price: { amount: '110.00' } }], price_increased: true }],
  })
  expect(await pdfOf(quote.id)).toContain('220.00')
  // Accepting the same price again works; declining ends the agreement, and the quote's terms apply again.
  expect((await market.accept(quote.slug, [{ offer_id: offerId, quantity: 2, price: '110.00' }])).ok).toBe(
    true,
  )
  await market.decline(quote.slug)
  expect((await market.openQuote(quote.slug)).data.data.offers[0]?.price.amount).toBe('275.00')
})

test('[X-QUOTE-18] an agreed price stays when the broker holds the tickets at another price', async () => {
  const { listing, quote, offerId } = await quoted()
  await market.accept(quote.slug, [{ offer_id: offerId, quantity: 2, price: '110.00' }])
  await market.change(listing, { priceMinor: 25_000 })
  await market.hold(market.broker, listing, 2)
  const checked = await market.broker.call(quotesRoutes.check, { params: { quote_id: quote.id }, body: {} })
  expect(checked.data.data.lines).toMatchObject([
    { parts: [{ client_price: { amount: '110.00' }, cost: { amount: '250.00' } }], price_increased: true },
  ])
})

test('a price that is not a number is rejected with the field name', async () => {
  const { quote, offerId } = await quoted()
  const response = await market.accept(quote.slug, [{ offer_id: offerId, quantity: 2, price: '1e2' }])
  expect([response.status, Object.keys(Object(response.error.errors['fields']))]).toEqual([
    422,
    ['offers.0.price'],
  ])
})
