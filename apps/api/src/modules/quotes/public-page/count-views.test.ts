import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildQuoteFixture, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'
import { createViewCounter } from './count-views.ts'

let market: QuoteFixture
beforeAll(async () => {
  market = await buildQuoteFixture()
  await market.list()
})
afterAll(() => market.close())

test('[X-QUOTE-21] views that failed to save are added to the next batch, in full', async () => {
  const { id } = await market.quote()
  const timestamps = [1, 2, 3].map((hour) => new Date(`2026-01-01T0${hour}:00:00Z`))
  let [now = new Date()] = timestamps
  const viewCounter = createViewCounter({ ...market.deps, clock: { now: () => now } })
  await sql`alter table quotes rename column view_count to view_count_away`.execute(market.db)
  viewCounter.recordView(id)
  viewCounter.recordView(id)
  await viewCounter.flush()
  await sql`alter table quotes rename column view_count_away to view_count`.execute(market.db)
  now = timestamps[2] ?? now
  viewCounter.recordView(id)
  await viewCounter.flush()
  expect((await market.quoteNow(id)).views).toEqual({
    count: 3,
    first_at: timestamps[0]?.toISOString(),
    last_at: timestamps[2]?.toISOString(),
  })
  // Exactly once.
  await viewCounter.flush()
  expect((await market.quoteNow(id)).views.count).toBe(3)
})
