import { holdsRoutes } from '@terrace/contracts/holds'
import { quoteCreationRoutes } from '@terrace/contracts/quote-creation'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRates } from '#api/test/fixtures/factories.ts'
import { buildQuoteFixture, ofListings, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'

/** The rates behind a quote in another currency, with their dates. */

let market: QuoteFixture
let today: string
beforeAll(async () => {
  market = await buildQuoteFixture()
  today = new Date().toISOString().slice(0, 10)
  await addRates(market.db, today, { GBP: '0.80', USD: '1.10' })
})
afterAll(() => market.close())

const inEuros = { currency_to_display: 'EUR' }

test('the broker sees the rate and its date, the client only the date', async () => {
  const listing = await market.list()
  const quote = await market.quote({ ...ofListings(listing), ...inEuros })
  expect(quote.exchange_rates).toEqual([{ currency: 'GBP', rate: '1.25', date: today }])
  expect((await market.openQuote(quote.slug)).data.data.rate_date).toBe(today)
  const sterling = await market.quote(ofListings(listing))
  expect(sterling.exchange_rates).toEqual([])
  expect((await market.openQuote(sterling.slug)).data.data.rate_date).toBeNull()
})

test('a quote of the whole event shows the date of the rates used for its listings', async () => {
  await market.list()
  const quote = await market.quote(inEuros)
  expect((await market.openQuote(quote.slug)).data.data.rate_date).toBe(today)
})

test('a locked quote keeps the rate of the day it was made', async () => {
  const listing = await market.list()
  const quote = await market.quote({ ...ofListings(listing), ...inEuros, price_mode: 'locked' })
  await sql`update quote_offers set rate = 1.2, rate_date = '2020-01-02' where quote_id = ${quote.id}`.execute(
    market.db,
  )
  expect((await market.quoteNow(quote.id)).exchange_rates).toEqual([
    { currency: 'GBP', rate: '1.2000000000', date: '2020-01-02' },
  ])
})

test('the dialog gets today’s rates; currencies without one are omitted', async () => {
  const rates = (query: { currency_to_display: string; from: string }) =>
    market.broker.call(quoteCreationRoutes.exchangeRates, { query })
  expect((await rates({ ...inEuros, from: 'GBP,EUR,SEK' })).data.data).toEqual([
    { currency: 'GBP', rate: '1.25', date: today },
  ])
  const unknown = await rates({ currency_to_display: 'SEK', from: 'GBP' })
  expect([unknown.status, Object.keys(Object(unknown.error.errors['fields']))]).toEqual([
    422,
    ['currency_to_display'],
  ])
  expect((await rates({ ...inEuros, from: 'pounds' })).status).toBe(422)
})

test('buying for the client names the rates of the current costs: today’s, or that of the hold', async () => {
  const listing = await market.list()
  const quote = await market.quote({ ...ofListings(listing), ...inEuros })
  const check = async () =>
    (await market.broker.call(quotesRoutes.check, { params: { quote_id: quote.id }, body: {} })).data.data
  expect((await check()).exchange_rates).toEqual([{ currency: 'GBP', rate: '1.25', date: today }])
  const [hold] = (
    await market.broker.call(holdsRoutes.place, {
      body: [{ listing_id: listing, quantity: 2, target_currency: 'EUR', quote_ref: quote.id }],
    })
  ).data.data
  await sql`update holds set rate = 1.2, rate_date = '2020-01-02' where id = ${hold?.hold_id ?? ''}`.execute(
    market.db,
  )
  expect((await check()).exchange_rates).toEqual([{ currency: 'GBP', rate: '1.2', date: '2020-01-02' }])
})
