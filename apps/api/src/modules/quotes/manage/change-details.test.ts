import { quotesRoutes } from '@terrace/contracts/quotes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildQuoteFixture, ofListings, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'

/** The broker's own reference and internal note. `quote-public-data.test.ts` proves that clients never get them. */

let market: QuoteFixture
beforeAll(async () => {
  market = await buildQuoteFixture()
})
afterAll(() => market.close())

const change = (id: string, body: { reference?: string; internal_note?: string }, by = market.broker) =>
  by.call(quotesRoutes.changeDetails, { params: { quote_id: id }, body })

test('a reference and a note are saved with the quote, changed in any state and removed', async () => {
  const listing = await market.list()
  const quote = await market.quote({ ...ofListings(listing), reference: ' PO 4711 ', internal_note: '' })
  expect(quote).toMatchObject({ reference: 'PO 4711', internal_note: null })
  await market.broker.call(quotesRoutes.withdraw, { params: { quote_id: quote.id }, body: {} })
  const changed = await change(quote.id, { reference: 'PO 4712', internal_note: 'Call on Monday' })
  expect(changed.data.data).toMatchObject({
    status: 'Withdrawn',
    reference: 'PO 4712',
    internal_note: 'Call on Monday',
  })
  expect((await change(quote.id, {})).data.data).toMatchObject({ reference: null, internal_note: null })
})

test('a text that a colleague changed since is refused, and one that is not sent stays', async () => {
  const quote = await market.quote({ ...ofListings(await market.list()), reference: 'PO 4711' })
  const save = (body: object) =>
    market.broker.call(quotesRoutes.changeDetails, { params: { quote_id: quote.id }, body })
  await save({ reference: 'PO 4712', expected: { reference: 'PO 4711' } })
  const late = await save({ reference: 'PO 4713', expected: { reference: 'PO 4711' } })
  expect([late.status, late.error.code]).toEqual([409, 'details.changed'])
  expect(late.error.errors['current']).toEqual({ reference: 'PO 4712' })
  const note = await save({ internal_note: 'Pays late', expected: { internal_note: null } })
  expect(note.data.data).toMatchObject({ reference: 'PO 4712', internal_note: 'Pays late' })
})

test('quotes are found by their reference', async () => {
  const listing = await market.list()
  const quote = await market.quote({ ...ofListings(listing), reference: 'Harbour/77-Q' })
  const found = await market.broker.call(quotesRoutes.list, { query: { search: 'harbour/77' } })
  expect(found.data.data.map(({ id }) => id)).toEqual([quote.id])
})

test('invalid texts are a 422 that names the field, and another team’s quote is not found', async () => {
  const quote = await market.quote(ofListings(await market.list()))
  const tooLong = await change(quote.id, { reference: 'x'.repeat(61) })
  expect([tooLong.status, Object.keys(Object(tooLong.error.errors['fields']))]).toEqual([422, ['reference']])
  const other = await market.addBuyer()
  expect((await change(quote.id, { reference: 'Mine' }, other)).status).toBe(404)
})
