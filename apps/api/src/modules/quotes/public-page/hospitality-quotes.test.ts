import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildQuoteFixture, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'

let market: QuoteFixture
beforeAll(async () => {
  market = await buildQuoteFixture()
})
afterAll(() => market.close())

test('[X-QUOTE-03] a hospitality quote of a whole event offers its hospitality listings only', async () => {
  const [ordinary, hospitality] = [
    await market.list({ priceMinor: 8000 }),
    await market.list({ priceMinor: 9000 }),
  ]
  await sql`update listings set hospitality = true where id = ${hospitality}`.execute(market.db)
  await market.change(hospitality, {})
  await market.change(ordinary, {})
  const { slug } = await market.quote({ is_vip_listings: 1 })
  const { offers } = (await market.openQuote(slug)).data.data
  expect(offers.map(({ price }) => price.amount)).toEqual(['99.00'])
})
