import { quotesRoutes } from '@terrace/contracts/quotes'
import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildQuoteMarket, refusedLines, type QuoteMarket } from '../../test/quote-market.ts'
import { textOfPdf } from '../../test/text-of-pdf.ts'

/** What price a client says yes to, and that it stays. */

let market: QuoteMarket
beforeAll(async () => {
  market = await buildQuoteMarket()
})
afterAll(() => market.close())

/** A floating quote of two tickets at 100 and 10 %. */
async function quoted() {
  const listing = await market.list({ priceMinor: 10_000 })
  const quote = await market.quote({ listings: [{ listing_id: listing, quantity: 2 }] })
  return { listing, quote, offerId: quote.offers[0]?.id ?? '' }
}
const pdfOf = async (id: string) => {
  const { data } = (await market.broker.call(quotesRoutes.pdf, { params: { quote_id: id } })).data
  return textOfPdf(Buffer.from(data.base64, 'base64'))
}

test('[X-QUOTE-18] a yes to a price that is another by now is refused with the right one, and changes nothing', async () => {
  const { listing, quote, offerId } = await quoted()
  const seen = { offer_id: offerId, quantity: 2, price: '110.00' }
  await market.change(listing, { priceMinor: 25_000 })
  const { status, error } = await market.accept(quote.slug, [seen])
  expect([status, error.code, error.errors['title']]).toEqual([
    409,
    'quote.offers_refused',
    'The price of some of these tickets has just changed',
  ])
  expect(refusedLines(error)).toMatchObject([
    { offer_id: offerId, code: 'offer.price', price: { amount: '275.00', currency: 'GBP' } },
  ])
  expect((await market.quoteNow(quote.id)).status).toBe('Active')
  expect((await market.accept(quote.slug, [{ ...seen, price: '275' }])).ok).toBe(true)
})

test('[X-QUOTE-03] so is what a visitor picks from the whole event', async () => {
  const listing = await market.list({ priceMinor: 50 })
  const quote = await market.quote()
  const [cheapest] = (await market.look(quote.slug)).data.data.offers
  const seen = { offer_id: cheapest?.id ?? '', quantity: 1, price: cheapest?.price.amount ?? '' }
  await market.change(listing, { priceMinor: 60 })
  const { error } = await market.accept(quote.slug, [seen])
  expect(refusedLines(error)).toMatchObject([{ code: 'offer.price', price: { amount: '0.66' } }])
  expect((await market.accept(quote.slug, [{ ...seen, price: '0.66' }])).ok).toBe(true)
  await market.change(listing, { priceMinor: 70 })
  expect((await market.look(quote.slug)).data.data.offers[0]?.price.amount).toBe('0.66')
})

test('[X-QUOTE-18] what was agreed stays the price everywhere, and the broker sees what it costs now', async () => {
  const { listing, quote, offerId } = await quoted()
  await market.accept(quote.slug, [{ offer_id: offerId, quantity: 2, price: '110.00' }])
  await market.change(listing, { priceMinor: 25_000 })
  const [shown] = (await market.look(quote.slug)).data.data.offers
  expect(shown).toMatchObject({ price: { amount: '110.00' }, total: { amount: '220.00' } })
  const now = await market.quoteNow(quote.id)
  const [offer] = now.offers
  expect(offer).toMatchObject({
    parts: [{ client_price: { amount: '110.00' }, cost: { amount: '250.00' } }],
    is_dearer: true,
  })
  const [part] = offer?.parts ?? []
  expect(Number(part?.net?.amount)).toBeCloseTo(110 - 250 - Number(part?.service_fee.amount), 5)
  expect(now).toMatchObject({ has_dearer: true, totals: { client_total: { amount: '220.00' } } })
  const checked = await market.broker.call(quotesRoutes.check, {
    params: { quote_id: quote.id },
    body: {},
  })
  expect(checked.data.data).toMatchObject({
    client_total: { amount: '220.00' },
    lines: [{ parts: [{ client_price: { amount: '110.00' } }], is_dearer: true }],
  })
  expect(await pdfOf(quote.id)).toContain('220.00')
  // The same price again is a yes to it, and a no ends it: from there on it is what the terms make of it.
  expect((await market.accept(quote.slug, [{ offer_id: offerId, quantity: 2, price: '110.00' }])).ok).toBe(
    true,
  )
  await market.decline(quote.slug)
  expect((await market.look(quote.slug)).data.data.offers[0]?.price.amount).toBe('275.00')
})

test('[X-QUOTE-18] what was accepted before prices were kept beside the offer has the price that was said yes to, and is bought at it', async () => {
  const { listing, quote, offerId } = await quoted()
  await market.accept(quote.slug, [{ offer_id: offerId, quantity: 2, price: '110.00' }])
  // As an installation of before has it: the price stands in the history alone.
  await sql`update quote_offers set agreed_minor = null where quote_id = ${quote.id}`.execute(market.db)
  await market.change(listing, { priceMinor: 25_000 })
  const migration = new URL('../../db/migrations/0074-agreed-before.sql', import.meta.url)
  await sql.raw(await readFile(migration, 'utf8')).execute(market.db)
  expect((await market.quoteNow(quote.id)).offers[0]).toMatchObject({
    parts: [{ client_price: { amount: '110.00' } }],
    is_dearer: true,
    accepted: 2,
  })
  const checked = await market.broker.call(quotesRoutes.check, { params: { quote_id: quote.id }, body: {} })
  expect(checked.data.data).toMatchObject({ client_total: { amount: '220.00' } })
})

test('[X-QUOTE-18] what was agreed stays the price where the broker holds the tickets at another one', async () => {
  const { listing, quote, offerId } = await quoted()
  await market.accept(quote.slug, [{ offer_id: offerId, quantity: 2, price: '110.00' }])
  await market.change(listing, { priceMinor: 25_000 })
  await market.hold(market.broker, listing, 2)
  const checked = await market.broker.call(quotesRoutes.check, { params: { quote_id: quote.id }, body: {} })
  expect(checked.data.data.lines).toMatchObject([
    { parts: [{ client_price: { amount: '110.00' }, cost: { amount: '250.00' } }], is_dearer: true },
  ])
})

test('a price that is no number is refused by its field', async () => {
  const { quote, offerId } = await quoted()
  const answer = await market.accept(quote.slug, [{ offer_id: offerId, quantity: 2, price: '1e2' }])
  expect([answer.status, Object.keys(Object(answer.error.errors['fields']))]).toEqual([
    422,
    ['offers.0.price'],
  ])
})
