import { quotesRoutes, type QuoteBodyInput } from '@terrace/contracts/quotes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addEvent, addRates } from '../../test/factories.ts'
import { buildQuoteMarket, type QuoteMarket } from '../../test/quote-market.ts'

/** Tickets that come to less than half of the smallest coin of the quote's currency, or to more than can be summed. */

let market: QuoteMarket
beforeAll(async () => {
  market = await buildQuoteMarket()
  await addRates(market.db, new Date().toISOString().slice(0, 10), { GBP: '0.85', HUF: '390' })
})
afterAll(() => market.close())

/** Of each test its own, so that none meets another's listings. */
let eventId: number
beforeEach(async () => {
  eventId = await addEvent(market.db, { venueId: market.venueId })
})

const generate = (body: Partial<QuoteBodyInput>) =>
  market.broker.call(quotesRoutes.generate, {
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

test('what has no price in the currency of a quote is neither quoted nor shown for nothing', async () => {
  const tiny = await market.list({ eventId, currency: 'HUF', priceMinor: 50 })
  const refused = await generate({ listings: [{ listing_id: tiny, quantity: 2 }] })
  expect([refused.status, refused.error.errors]).toMatchObject([
    409,
    { lines: [{ listing_id: tiny, code: 'listing.no_rate' }] },
  ])
  expect((await generate({})).status).toBe(409)
  await market.list({ eventId, priceMinor: 9000 })
  const { offers } = (await market.look((await generate({})).data.data.slug)).data.data
  expect(offers).toMatchObject([{ price: { amount: '99.00', currency: 'GBP' } }])
})

test('tickets that are priced beyond all sums in the currency of a quote break neither it nor the list of quotes', async () => {
  const absurd = await market.list({
    eventId,
    priceMinor: 99_999_999_999,
    quantity: 20,
    splitType: 'All Together',
  })
  const body = { currency_to_display: 'HUF', commission_amount: '1000' }
  const refused = await generate({ ...body, listings: [{ listing_id: absurd, quantity: 20 }] })
  expect(refused.error.errors).toMatchObject({ lines: [{ code: 'listing.no_rate' }] })
  await market.list({ eventId, priceMinor: 9000 })
  const { slug } = (await generate(body)).data.data
  expect((await market.look(slug)).status).toBe(200)
  expect((await market.broker.call(quotesRoutes.list, { query: {} })).status).toBe(200)
})
