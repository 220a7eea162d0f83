import { quotesRoutes } from '@terrace/contracts/quotes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildQuoteMarket, type QuoteMarket } from '../../test/quote-market.ts'
import { textOfPdf } from '../../test/text-of-pdf.ts'

/** Quotes whose links were sealed with a key that is not here any more: a restored database, or a key taken away too early. */

const lines: string[] = []
let market: QuoteMarket
beforeAll(async () => {
  market = await buildQuoteMarket({ log: (line) => void lines.push(line) })
})
afterAll(() => market.close())

/** No key of the installation has this number. */
const otherKey = 200

async function lostQuote() {
  const quote = await market.quote({ listings: [{ listing_id: await market.list(), quantity: 2 }] })
  await sql`update quotes set sealed_slug = set_byte(sealed_slug, 0, ${otherKey}) where id = ${quote.id}`.execute(
    market.db,
  )
  return { quote, to: { params: { quote_id: quote.id } } }
}

test('[X-PROFILE-05] stand in the list and open without their link, and the log says so', async () => {
  const { quote: lost, to } = await lostQuote()
  const whole = await market.quote({ listings: [{ listing_id: await market.list(), quantity: 2 }] })
  lines.length = 0
  const listed = (await market.broker.call(quotesRoutes.list, { query: {} })).data.data
  const linksOf = (quoteId: string) => {
    const found = listed.find(({ id }) => id === quoteId)
    return [found?.slug, found?.link]
  }
  expect(linksOf(whole.id)).toEqual([whole.slug, whole.link])
  expect(linksOf(lost.id)).toEqual([null, null])
  expect(lines.join('')).toContain('quotes.sealed_slug:')
  expect((await market.broker.call(quotesRoutes.one, to)).data.data).toMatchObject({
    link: null,
    title: lost.title,
    offers: [{ quantity: 2 }],
  })
})

test('[X-QUOTE-09] still open for the client who has the link, and are answered', async () => {
  const { quote } = await lostQuote()
  expect((await market.look(quote.slug)).data.data.status).toBe('Active')
  const offers = quote.offers.map(({ id }) => ({ offer_id: id, quantity: 2 }))
  expect((await market.accept(quote.slug, offers)).data.data.status).toBe('Accepted')
  expect((await market.quoteNow(quote.id)).status).toBe('Accepted')
})

test('are sent to nobody, are printed without a link, and have a new one when they are copied', async () => {
  const { quote, to } = await lostQuote()
  const sent = await market.broker.call(quotesRoutes.send, { ...to, body: { email: 'ada@example.test' } })
  expect([sent.status, sent.error.code]).toEqual([409, 'quote.link_lost'])
  expect((await market.quoteNow(quote.id)).history.map(({ what }) => what)).toEqual(['created'])
  const { base64 } = (await market.broker.call(quotesRoutes.pdf, to)).data.data
  const paper = await textOfPdf(Buffer.from(base64, 'base64'))
  expect(paper).toContain(quote.title)
  expect(paper).not.toContain('/quote/')
  const copy = (await market.broker.call(quotesRoutes.copy, { ...to, body: { quote_expiry: 2 } })).data.data
  expect((await market.look(copy.slug)).data.data.title).toBe(quote.title)
})
