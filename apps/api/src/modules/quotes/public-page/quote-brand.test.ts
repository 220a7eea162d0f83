import { endedQuote, quotePageRoutes } from '@terrace/contracts/quote-page'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildQuoteFixture, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'
import { textOfPdf } from '#api/test/harness/text-of-pdf.ts'

let market: QuoteFixture
beforeAll(async () => {
  market = await buildQuoteFixture()
})
afterAll(() => market.close())

test.each(['Terrace Support', '\u0422\u0435rr\u0430\u0441\u0435 Security'])(
  'a quote shows no team name that passes for the marketplace’s: %s',
  async (name) => {
    const { slug, id } = await market.quote({ listings: [{ listing_id: await market.list(), quantity: 2 }] })
    await sql`update teams set name = ${name} where id = ${market.broker.teamId}`.execute(market.db)
    const shown = (await market.openQuote(slug)).data.data.brand
    expect(shown.name).toBe('A broker')
    const pdf = await market.broker.call(quotesRoutes.pdf, { params: { quote_id: id } })
    const text = await textOfPdf(Buffer.from(pdf.data.data.base64, 'base64'))
    expect(text).toContain('A broker')
    expect(text).not.toContain(name)
    const calendar = await market.visitor.call(quotePageRoutes.calendar, { body: { slug } })
    expect(calendar.data.data.calendar).not.toContain(name)
    const withdrawn = await market.broker.call(quotesRoutes.withdraw, {
      params: { quote_id: id },
      body: { reason: '' },
    })
    expect(withdrawn.ok).toBe(true)
    await market.deps.outbox.drain()
    const { broker } = endedQuote.parse((await market.openQuote(slug)).error.errors)
    expect(broker.name).toBe('A broker')
    await sql`update teams set name = 'Team 1' where id = ${market.broker.teamId}`.execute(market.db)
  },
)
