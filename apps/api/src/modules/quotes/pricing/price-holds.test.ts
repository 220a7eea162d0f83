import { quoteCreationRoutes } from '@terrace/contracts/quote-creation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRates } from '#api/test/fixtures/factories.ts'
import { buildQuoteFixture, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'

/** Prices of held tickets shown to a broker before quoting them. */

let market: QuoteFixture
beforeAll(async () => {
  market = await buildQuoteFixture()
  await addRates(market.db, new Date().toISOString().slice(0, 10), { GBP: '0.85', USD: '1.1' })
})
afterAll(() => market.close())

const heldCosts = (currency: string, by = market.broker) =>
  by.call(quoteCreationRoutes.heldCosts, { query: { currency_to_display: currency } })

test('[X-QUOTE-05] [X-QUOTE-08] held tickets show the cost that a quote of them will have', async () => {
  const listing = await market.list({ quantity: 4 })
  const { hold_id } = await market.hold(market.broker, listing, 2)
  await market.change(listing, { priceMinor: 15_000 })
  // Converted from the frozen 85.00 GBP, not from the current 150.00 EUR.
  const usd = {
    cost: { amount: '110.00', currency: 'USD' },
    service_fee: { amount: '5.50', currency: 'USD' },
  }
  expect((await heldCosts('USD')).data.data).toContainEqual({ hold_id, ...usd })

  const quote = await market.quote({
    hold_ids: [hold_id],
    currency_to_display: 'USD',
    commission_amount: '0',
  })
  const [part] = quote.offers[0]?.parts ?? []
  expect({ cost: part?.cost, service_fee: part?.service_fee }).toEqual(usd)
  const seen = (await market.openQuote(quote.slug)).data.data.offers[0]
  expect(seen?.price).toEqual(usd.cost)
})

test('[X-QUOTE-05] other teams’ holds are hidden, and a currency without a rate is rejected', async () => {
  const { hold_id } = await market.hold(market.broker, await market.list(), 1)
  expect((await heldCosts('GBP')).data.data.map((each) => each.hold_id)).toContain(hold_id)
  expect((await heldCosts('GBP', await market.addBuyer())).data.data).toEqual([])
  const { status, error } = await heldCosts('XXX')
  expect([status, error.code]).toEqual([422, 'currency.unknown'])
  expect(error.errors).toMatchObject({ fields: { currency_to_display: [expect.any(String)] } })
})
