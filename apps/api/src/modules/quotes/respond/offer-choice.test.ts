import { quotesRoutes } from '@terrace/contracts/quotes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { textOfPdf } from '#api/test/harness/text-of-pdf.ts'
import { allOf, buildQuoteFixture, ofListings, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'

/** Quotes whose offers are alternatives: the client accepts exactly one. */

let market: QuoteFixture
let listings: [string, string, string]
beforeAll(async () => {
  market = await buildQuoteFixture()
})
afterAll(() => market.close())
beforeEach(async () => {
  listings = [
    await market.list({ priceMinor: 10_000 }),
    await market.list({ priceMinor: 20_000 }),
    await market.list({ priceMinor: 30_000 }),
  ]
})

const quoteAlternatives = () => market.quote({ ...ofListings(...listings), offer_choice: 'one' })

test('offers add up unless the broker says that they are alternatives', async () => {
  const set = await market.quote(ofListings(...listings))
  expect(set).toMatchObject({
    offer_choice: 'any',
    totals: { quantity: 6, client_total: { amount: '1320.00' } },
    totals_range: null,
  })
  const alternatives = await quoteAlternatives()
  expect(alternatives).toMatchObject({
    offer_choice: 'one',
    totals: null,
    totals_range: {
      lowest: { quantity: 2, client_total: { amount: '220.00' }, net_commission: { amount: '10.00' } },
      highest: { quantity: 2, client_total: { amount: '660.00' }, net_commission: { amount: '30.00' } },
    },
  })
  const listed = await market.broker.call(quotesRoutes.list)
  expect(listed.data.data.find(({ id }) => id === alternatives.id)?.totals_range).toEqual(
    alternatives.totals_range,
  )
})

test('a client accepts one of the alternatives, and several are a 422 that changes nothing', async () => {
  const quote = await quoteAlternatives()
  expect((await market.openQuote(quote.slug)).data.data.offer_choice).toBe('one')
  const rejected = await market.accept(quote.slug, allOf(quote.offers))
  expect([rejected.status, rejected.error.errors['fields']]).toEqual([
    422,
    { offers: ['must be one offer, because the client chooses one of these'] },
  ])
  expect((await market.quoteNow(quote.id)).status).toBe('Active')
  const [first, second] = allOf(quote.offers)
  if (!first || !second) throw new Error('the quote has no offers')
  await market.accept(quote.slug, [first])
  // Another choice replaces the first one.
  const { data } = await market.accept(quote.slug, [second])
  expect(data.data.response?.offers).toEqual([second])
  expect(await market.quoteNow(quote.id)).toMatchObject({
    status: 'Accepted',
    totals: { quantity: 2, client_total: { amount: '440.00' } },
    totals_range: null,
  })
})

test('only the accepted alternative is bought, and nothing is left to buy after it', async () => {
  const quote = await quoteAlternatives()
  const [, second] = allOf(quote.offers)
  if (!second) throw new Error('the quote has no offers')
  await market.accept(quote.slug, [second])
  const checked = await market.broker.call(quotesRoutes.check, { params: { quote_id: quote.id }, body: {} })
  expect(checked.data.data.lines.map(({ id }) => id)).toEqual([second.offer_id])
  await market.buyFor(quote, listings[1], 2)
  expect(await market.quoteNow(quote.id)).toMatchObject({
    status: 'Ordered',
    totals: { client_total: { amount: '440.00' } },
    can: { convert: false },
  })
})

test('the price range excludes unavailable alternatives', async () => {
  const quote = await quoteAlternatives()
  await market.change(listings[2], { sold: 4 })
  expect((await market.quoteNow(quote.id)).totals_range).toMatchObject({
    lowest: { client_total: { amount: '220.00' } },
    highest: { client_total: { amount: '440.00' } },
  })
})

test('a copy keeps the choice, the reference and the internal note', async () => {
  const terms = { offer_choice: 'one' as const, reference: 'PO 4711', internal_note: 'Pays late' }
  const quote = await market.quote({ ...ofListings(...listings), ...terms })
  const copy = await market.broker.call(quotesRoutes.copy, {
    params: { quote_id: quote.id },
    body: { quote_expiry: 2 },
  })
  expect(copy.data.data).toMatchObject(terms)
})

test('the PDF tells the client to choose one offer', async () => {
  const quote = await quoteAlternatives()
  const { data } = await market.broker.call(quotesRoutes.pdf, { params: { quote_id: quote.id } })
  const text = await textOfPdf(Buffer.from(data.data.base64, 'base64'))
  expect(text).toContain('Choose one of these 3 offers.')
})
