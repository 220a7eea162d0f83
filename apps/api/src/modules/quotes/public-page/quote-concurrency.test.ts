import { generateSeatingPlan } from '@terrace/domain/seating-plan/seating-plan'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserName, buildQuoteFixture, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'

/** Database load of many simultaneous clients. */

let market: QuoteFixture
beforeAll(async () => {
  market = await buildQuoteFixture()
})
afterAll(() => market.close())

/** Counts views, reads the outbox or keeps the search index up to date; all run on timers. */
const timedStatement = /view_count|trend_score|count\(\*\)::int as events|from outbox/
/** Reports to the team that its quote was opened. */
const reportStatement = /response_reason as reason|account_permissions/

/** Records statements that read quote pages, without those that run on a timer. */
function listenToStatements(): string[] {
  const statements: string[] = []
  const patchedClients = new WeakSet<PoolClient>()
  market.deps.pool.on('acquire', (client) => {
    if (patchedClients.has(client)) return
    patchedClients.add(client)
    const send = client.query
    // Wraps the client's own method and passes every overload through.
    client.query = function (this: unknown, ...args: unknown[]) {
      const [first] = args
      const text = typeof first === 'string' ? first : String(Object(first).text)
      if (
        /\b(quotes|listings|events|teams|exchange_rates|seating_plans)\b/.test(text) &&
        !timedStatement.test(text)
      )
        statements.push(text)
      return Reflect.apply(send, client, args) as unknown
    } as typeof client.query
  })
  return statements
}

/** Expects few statements for all clients together, and few that report the opening to the team. */
function expectFew(statements: readonly string[], max: number): void {
  const reads = statements.filter((text) => !reportStatement.test(text))
  expect(reads.length, reads.join('\n')).toBeLessThanOrEqual(max)
  expect(statements.length - reads.length, statements.join('\n')).toBeLessThanOrEqual(10)
}

test('five hundred simultaneous clients of one quote run only a few statements', async () => {
  for (let index = 0; index < 20; index += 1) await market.list({ priceMinor: 5000 + index })
  const { slug, id } = await market.quote()
  const statements = listenToStatements()
  const open = () =>
    market.app.inject({
      method: 'POST',
      url: '/api/trade/quote-details',
      headers: { 'user-agent': browserName },
      payload: { slug, is_opening: true },
    })
  const responses = await Promise.all(Array.from({ length: 500 }, open))
  expect(responses.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect(responses[0]?.json().data.offers).toHaveLength(20)
  // The quote and its team's settings. The event and its stock have been cached since the quote was created.
  expectFew(statements, 6)
  await expect.poll(async () => (await market.quoteNow(id)).views.count, { timeout: 30_000 }).toBe(500)
  statements.length = 0
  for (let index = 0; index < 50; index += 1) await open()
  expectFew(statements, 3)
})

test('five hundred clients read a venue’s plan once, and a new plan is served immediately', async () => {
  const listing = await market.list({ quantity: 2 })
  const slugs = [(await market.quote()).slug, (await market.quote()).slug]
  // Later tests count the listings on sale.
  await market.change(listing, { sold: 2 })
  const put = (capacity: number) => {
    const plan = generateSeatingPlan({ kind: 'bowl', capacity, seed: 'ground' })
    return sql<{ done: unknown }>`
      with put as (
        insert into seating_plans (venue_id, is_schematic, plan) values (${market.venueId}, true, ${JSON.stringify(plan)})
        on conflict (venue_id) do update set plan = excluded.plan
      )
      select invalidate_feed(array[${market.eventId}::integer]) as told`
      .execute(market.db)
      .then(() => market.deps.outbox.drain())
      .then(() => plan.blocks.length)
  }
  const draw = (index: number) =>
    market.app.inject({
      method: 'POST',
      url: '/api/trade/quote-plan',
      remoteAddress: `198.18.20.${index % 250}`,
      payload: { slug: slugs[index % 2] },
    })
  const blocks = await put(20_000)
  const statements = listenToStatements()
  const responses = await Promise.all(Array.from({ length: 500 }, (_, index) => draw(index)))
  expect(new Set(responses.map((response) => response.json().data.blocks.length))).toEqual(new Set([blocks]))
  expect(
    statements.filter(
      (text) => /from seating_plans p where p.venue_id = /.test(text) && /otherNames/.test(text),
    ),
  ).toHaveLength(1)
  const others = await put(80_000)
  expect(others).not.toBe(blocks)
  expect((await draw(1)).json().data.blocks).toHaveLength(others)
})

test('after a stock change, all clients together read it once', async () => {
  const listing = await market.list({ quantity: 2 })
  const { slug } = await market.quote({ listings: [{ listing_id: listing, quantity: 2 }] })
  const openPage = () => market.openQuote(slug)
  expect((await openPage()).data.data.offers[0]?.state).toBe('available')
  await market.change(listing, { sold: 2 })
  const statements = listenToStatements()
  const responses = await Promise.all(Array.from({ length: 200 }, openPage))
  expect(new Set(responses.map(({ data }) => data.data.offers[0]?.state))).toEqual(new Set(['unavailable']))
  expectFew(statements, 6)
})
