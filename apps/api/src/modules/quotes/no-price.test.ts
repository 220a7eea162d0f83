import { quotesRoutes, type QuoteBodyInput } from '@terrace/contracts/quotes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRates } from '../../test/factories.ts'
import { buildQuoteMarket, type QuoteMarket } from '../../test/quote-market.ts'

/** Tickets that come to less than half of the smallest coin of the quote's currency, or to more than can be summed. */

let market: QuoteMarket
beforeAll(async () => {
  market = await buildQuoteMarket()
  await addRates(market.db, new Date().toISOString().slice(0, 10), { GBP: '0.85', HUF: '390' })
})
afterAll(() => market.close())

const generate = (body: Partial<QuoteBodyInput>) =>
  market.broker.call(quotesRoutes.generate, {
    body: {
      event_id: market.eventId,
      title: 'Two for the derby',
      quote_expiry: 4,
      currency_to_display: 'GBP',
      commission_method: 'percentage',
      commission_amount: '10',
      ...body,
    },
  })

test('what has no price in the currency of a quote is neither quoted nor shown for nothing', async () => {
  const tiny = await market.list({ currency: 'HUF', priceMinor: 50 })
  const refused = await generate({ listings: [{ listing_id: tiny, quantity: 2 }] })
  expect([refused.status, refused.error.errors]).toMatchObject([
    409,
    { lines: [{ listing_id: tiny, code: 'listing.no_rate' }] },
  ])
  expect((await generate({})).status).toBe(409)
  await market.list({ priceMinor: 9000 })
  const { offers } = (await market.look((await generate({})).data.data.slug)).data.data
  expect(offers).toMatchObject([{ price: { amount: '99.00', currency: 'GBP' } }])
})

test('tickets that are priced beyond all sums in the currency of a quote break neither it nor the list of quotes', async () => {
  const absurd = await market.list({ priceMinor: 99_999_999_999, quantity: 20, splitType: 'All Together' })
  const body = { currency_to_display: 'HUF', commission_amount: '1000' }
  const refused = await generate({ ...body, listings: [{ listing_id: absurd, quantity: 20 }] })
  expect(refused.error.errors).toMatchObject({ lines: [{ code: 'listing.no_rate' }] })
  await market.list({ priceMinor: 9000 })
  const { slug } = (await generate(body)).data.data
  expect((await market.look(slug)).status).toBe(200)
  expect((await market.broker.call(quotesRoutes.list, { query: {} })).status).toBe(200)
})
