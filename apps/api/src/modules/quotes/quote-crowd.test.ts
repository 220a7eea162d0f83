import { generateSeatingPlan } from '@terrace/domain/seating-plan'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserName, buildQuoteMarket, type QuoteMarket } from '../../test/quote-market.ts'

/** What many visitors at once cost the database. */

let market: QuoteMarket
beforeAll(async () => {
  market = await buildQuoteMarket()
})
afterAll(() => market.close())

/** The statements from here on that read what a page of a quote is made of: not those that count views, or look by the clock. */
function listenToStatements(): string[] {
  const statements: string[] = []
  const heard = new WeakSet<PoolClient>()
  market.deps.pool.on('acquire', (client) => {
    if (heard.has(client)) return
    heard.add(client)
    const send = client.query
    // The client's own method with all of its forms: it is handed on what it was given.
    client.query = function (this: unknown, ...given: unknown[]) {
      const [first] = given
      const text = typeof first === 'string' ? first : String(Object(first).text)
      if (
        /\b(quotes|listings|events|teams|exchange_rates|seating_plans)\b/.test(text) &&
        !/view_count/.test(text)
      )
        statements.push(text)
      return Reflect.apply(send, client, given) as unknown
    } as typeof client.query
  })
  return statements
}

test('five hundred who open one quote at once cost the database no more than a handful', async () => {
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
  const answers = await Promise.all(Array.from({ length: 500 }, open))
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect(answers[0]?.json().data.offers).toHaveLength(20)
  // The quote, its team's settings; the event and its stock were known from the quote's making.
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(6)
  await expect.poll(async () => (await market.quoteNow(id)).views.count, { timeout: 30_000 }).toBe(500)
  statements.length = 0
  for (let index = 0; index < 50; index += 1) await open()
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(3)
})

test('five hundred who draw one venue’s plan read it once; a new plan is drawn from the next look on', async () => {
  const listing = await market.list({ quantity: 2 })
  const slugs = [(await market.quote()).slug, (await market.quote()).slug]
  // The other tests count what is on sale.
  await market.change(listing, { sold: 2 })
  const put = (capacity: number) => {
    const plan = generateSeatingPlan({ kind: 'bowl', capacity, seed: 'ground' })
    return sql<{ told: unknown }>`
      with put as (
        insert into seating_plans (venue_id, is_schematic, plan) values (${market.venueId}, true, ${JSON.stringify(plan)})
        on conflict (venue_id) do update set plan = excluded.plan
      )
      select tell_feed_stale(array[${market.eventId}::integer]) as told`
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
  const answers = await Promise.all(Array.from({ length: 500 }, (_, index) => draw(index)))
  expect(new Set(answers.map((answer) => answer.json().data.blocks.length))).toEqual(new Set([blocks]))
  expect(
    statements.filter(
      (text) => /from seating_plans p where p.venue_id = /.test(text) && /otherNames/.test(text),
    ),
  ).toHaveLength(1)
  const others = await put(80_000)
  expect(others).not.toBe(blocks)
  expect((await draw(1)).json().data.blocks).toHaveLength(others)
})

test('after a change of the stock all of them together read it once', async () => {
  const listing = await market.list({ quantity: 2 })
  const { slug } = await market.quote({ listings: [{ listing_id: listing, quantity: 2 }] })
  const look = () => market.look(slug)
  expect((await look()).data.data.offers[0]?.state).toBe('available')
  await market.change(listing, { sold: 2 })
  const statements = listenToStatements()
  const answers = await Promise.all(Array.from({ length: 200 }, look))
  expect(new Set(answers.map(({ data }) => data.data.offers[0]?.state))).toEqual(new Set(['gone']))
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(6)
})
