import { quotesRoutes } from '@terrace/contracts/quotes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildQuoteFixture, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'
import { textOfPdf } from '#api/test/harness/text-of-pdf.ts'
import { readQuoteEmailDetails } from './email/read-quote-email-details.ts'

/** Quotes whose links were encrypted with a lost key, for example after restoring a database. */

const lines: string[] = []
let market: QuoteFixture
beforeAll(async () => {
  market = await buildQuoteFixture({ log: (line) => void lines.push(line) })
})
afterAll(() => market.close())

/** An id that no key of the installation has. */
const otherKey = 200

const loseKey = (quoteId: string) =>
  sql`update quotes set encrypted_slug = set_byte(encrypted_slug, 0, ${otherKey}) where id = ${quoteId}`.execute(
    market.db,
  )

async function lostQuote() {
  const quote = await market.quote({ listings: [{ listing_id: await market.list(), quantity: 2 }] })
  await loseKey(quote.id)
  return { quote, to: { params: { quote_id: quote.id } } }
}

test('[X-PROFILE-05] are listed and opened without their link, and the log reports it', async () => {
  const { quote: lost, to } = await lostQuote()
  const readableQuote = await market.quote({ listings: [{ listing_id: await market.list(), quantity: 2 }] })
  lines.length = 0
  const listed = (await market.broker.call(quotesRoutes.list, { query: {} })).data.data
  const linksOf = (quoteId: string) => {
    const found = listed.find(({ id }) => id === quoteId)
    return [found?.slug, found?.link]
  }
  expect(linksOf(readableQuote.id)).toEqual([readableQuote.slug, readableQuote.link])
  expect(linksOf(lost.id)).toEqual([null, null])
  expect(lines.join('')).toContain('quotes.encrypted_slug:')
  expect((await market.broker.call(quotesRoutes.one, to)).data.data).toMatchObject({
    link: null,
    title: lost.title,
    offers: [{ quantity: 2 }],
  })
})

test('[X-QUOTE-09] still open for a client with the link, who can respond', async () => {
  const { quote } = await lostQuote()
  expect((await market.openQuote(quote.slug)).data.data.status).toBe('Active')
  const offers = quote.offers.map(({ id }) => ({ offer_id: id, quantity: 2 }))
  expect((await market.accept(quote.slug, offers)).data.data.status).toBe('Accepted')
  expect((await market.quoteNow(quote.id)).status).toBe('Accepted')
})

test('can’t be emailed, print without a link and get a new one when copied', async () => {
  const { quote, to } = await lostQuote()
  const sent = await market.broker.call(quotesRoutes.send, { ...to, body: { email: 'ada@example.test' } })
  expect([sent.status, sent.error.code]).toEqual([409, 'quote.link_lost'])
  expect((await market.quoteNow(quote.id)).history.map(({ event }) => event)).toEqual(['created'])
  const { base64 } = (await market.broker.call(quotesRoutes.pdf, to)).data.data
  const pdfText = await textOfPdf(Buffer.from(base64, 'base64'))
  expect(pdfText).toContain(quote.title)
  expect(pdfText).not.toContain('/quote/')
  const copy = (await market.broker.call(quotesRoutes.copy, { ...to, body: { quote_expiry: 2 } })).data.data
  expect((await market.openQuote(copy.slug)).data.data.title).toBe(quote.title)
})

test('an email that was requested before the key was lost is not written', async () => {
  const quote = await market.quote({ listings: [{ listing_id: await market.list(), quantity: 2 }] })
  const to = { params: { quote_id: quote.id }, body: { email: 'ada@example.test' } }
  expect((await market.broker.call(quotesRoutes.send, to)).ok).toBe(true)
  const { rows } = await sql<{
    id: string
  }>`select id from quote_emails where quote_id = ${quote.id}`.execute(market.db)
  const draft = () => readQuoteEmailDetails(market.deps, rows[0]?.id ?? '')
  expect(await draft()).toMatchObject({ email: 'ada@example.test' })
  await loseKey(quote.id)
  expect(await draft()).toBeUndefined()
})
