import { quoteCreationRoutes, type QuoteBodyInput } from '@terrace/contracts/quote-creation'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addEvent, addRates } from '#api/test/fixtures/factories.ts'
import { buildQuoteFixture, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'

/** Prices below half of the smallest unit of the quote's currency, or too large to add up. */

let market: QuoteFixture
beforeAll(async () => {
  market = await buildQuoteFixture()
  await addRates(market.db, new Date().toISOString().slice(0, 10), { GBP: '0.85', HUF: '390' })
})
afterAll(() => market.close())

/** One event per test, so that tests don't share listings. */
let eventId: number
beforeEach(async () => {
  eventId = await addEvent(market.db, { venueId: market.venueId })
})

const generate = (body: Partial<QuoteBodyInput>) =>
  market.broker.call(quoteCreationRoutes.generate, {
    body: {
      event_id: eventId,
      title: 'Two for the derby',
      quote_expiry: 4,
      currency_to_display: 'GBP',
      commission_method: 'percentage',
      commission_amount: '10',
      ...body,
    },
  })

test('listings without a price in the quote’s currency are neither quoted nor shown as free', async () => {
  const tiny = await market.list({ eventId, currency: 'HUF', priceMinor: 50 })
  const rejected = await generate({ listings: [{ listing_id: tiny, quantity: 2 }] })
  expect([rejected.status, rejected.error.errors]).toMatchObject([
    409,
    { lines: [{ listing_id: tiny, code: 'listing.no_rate' }] },
  ])
  expect((await generate({})).status).toBe(409)
  await market.list({ eventId, priceMinor: 9000 })
  const { offers } = (await market.openQuote((await generate({})).data.data.slug)).data.data
  expect(offers).toMatchObject([{ price: { amount: '99.00', currency: 'GBP' } }])
})

test('listings whose price overflows don’t break a quote or the list of quotes', async () => {
  const absurd = await market.list({
    eventId,
    priceMinor: 99_999_999_999,
    quantity: 20,
    splitType: 'All Together',
  })
  const body = { currency_to_display: 'HUF', commission_amount: '1000' }
  const rejected = await generate({ ...body, listings: [{ listing_id: absurd, quantity: 20 }] })
  expect(rejected.error.errors).toMatchObject({ lines: [{ code: 'listing.no_rate' }] })
  await market.list({ eventId, priceMinor: 9000 })
  const { slug } = (await generate(body)).data.data
  expect((await market.openQuote(slug)).status).toBe(200)
  expect((await market.broker.call(quotesRoutes.list, { query: {} })).status).toBe(200)
})
