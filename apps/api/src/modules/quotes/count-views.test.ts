import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildQuoteMarket, type QuoteMarket } from '../../test/quote-market.ts'
import { createQuoteViews } from './count-views.ts'

let market: QuoteMarket
beforeAll(async () => {
  market = await buildQuoteMarket()
  await market.list()
})
afterAll(() => market.close())

test('[X-QUOTE-21] views that could not be written down are counted with the next ones, from the first on', async () => {
  const { id } = await market.quote()
  const moments = [1, 2, 3].map((hour) => new Date(`2026-01-01T0${hour}:00:00Z`))
  let [now = new Date()] = moments
  const views = createQuoteViews({ ...market.deps, clock: { now: () => now } })
  await sql`alter table quotes rename column view_count to view_count_away`.execute(market.db)
  views.saw(id)
  views.saw(id)
  await views.flush()
  await sql`alter table quotes rename column view_count_away to view_count`.execute(market.db)
  now = moments[2] ?? now
  views.saw(id)
  await views.flush()
  expect((await market.quoteNow(id)).views).toEqual({
    count: 3,
    first_at: moments[0]?.toISOString(),
    last_at: moments[2]?.toISOString(),
  })
  // And once only.
  await views.flush()
  expect((await market.quoteNow(id)).views.count).toBe(3)
})
