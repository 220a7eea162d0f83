import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEntries } from '#api/test/fixtures/calendar-fixture.ts'
import { addRates } from '#api/test/fixtures/factories.ts'
import { buildQuoteFixture, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'

let market: QuoteFixture
beforeAll(async () => {
  market = await buildQuoteFixture()
  await addRates(market.db, new Date().toISOString().slice(0, 10), { GBP: '0.86' })
  await market.list()
})
afterAll(() => market.close())

const download = (slug: string) => market.visitor.call(quotePageRoutes.calendar, { body: { slug } })

test('a client downloads the event in the broker’s name, without a link to the quote or to us', async () => {
  const quote = await market.quote({ title: 'Two for; the derby, please' })
  const { filename, calendar } = (await download(quote.slug)).data.data
  expect(filename).toMatch(/^[\w-]+\.ics$/)
  const [entry, ...others] = parseEntries(calendar)
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    uid: expect.stringMatching(/^quote-[0-9a-f]{32}$/),
    details: expect.stringContaining('Two for; the derby, please, from '),
    status: 'CONFIRMED',
    minutes: 120,
    url: 'null',
  })
  for (const hidden of [quote.slug, quote.id, 'Terrace']) expect(calendar).not.toContain(hidden)
  expect(parseEntries((await download(quote.slug)).data.data.calendar)[0]?.uid).toBe(entry?.uid)
})

test('an unknown or withdrawn quote has no calendar', async () => {
  expect((await download('no-such-quote')).error.code).toBe('quote.unknown')
  const quote = await market.quote()
  await market.broker.call(quotesRoutes.withdraw, { params: { quote_id: quote.id }, body: {} })
  await market.deps.outbox.drain()
  expect((await download(quote.slug)).error.code).toBe('quote.ended')
})
