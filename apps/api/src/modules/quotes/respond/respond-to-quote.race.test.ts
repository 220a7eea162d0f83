import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heldQuantity } from '#api/test/fixtures/factories.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { allOf, buildQuoteFixture, ofListings, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'
import { createTestClock } from '#api/test/harness/test-clock.ts'

const clock = createTestClock()
let market: QuoteFixture
beforeAll(async () => {
  market = await buildQuoteFixture({ clock })
  await sql`insert into team_quote_settings (team_id, holds_on_accept, max_held_on_accept)
    values (${market.broker.teamId}, true, 60)`.execute(market.db)
})
afterAll(() => market.close())

const fresh = async (values: Parameters<QuoteFixture['list']>[0] = {}) => {
  const listing = await market.list(values)
  return { listing, quote: await market.quote({ listings: [{ listing_id: listing, quantity: 2 }] }) }
}
const soldOf = async (listing: string) => {
  const { rows } = await sql<{ sold: number }>`select sold from listings where id = ${listing}`.execute(
    market.db,
  )
  return rows[0]?.sold
}
const acceptances = async (quoteId: string) => {
  const { rows } = await sql<{ actorName: string }>`
    select actor_name as "actorName" from quote_history where quote_id = ${quoteId} and event = 'accepted' order by id`.execute(
    market.db,
  )
  return rows.map(({ actorName }) => actorName)
}

test('[X-QUOTE-18] after twenty concurrent acceptances the last one counts, and tickets are held once', async () => {
  const { listing, quote } = await fresh()
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      market.accept(quote.slug, allOf(quote.offers), `Client ${index}`),
    ),
  )
  expect(responses.every(({ ok }) => ok)).toBe(true)
  expect(await heldQuantity(market.db, listing)).toBe(2)
  const acceptedNames = await acceptances(quote.id)
  expect(acceptedNames).toHaveLength(20)
  expect((await market.quoteNow(quote.id)).response?.name).toBe(acceptedNames.at(-1))
})

test('two quotes for the last two tickets of a listing: one gets them', async () => {
  const listing = await market.list({ quantity: 2 })
  const others = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const broker = await market.addBuyer()
      await sql`insert into team_quote_settings (team_id, holds_on_accept) values (${broker.teamId}, true)`.execute(
        market.db,
      )
      return market.quote({ listings: [{ listing_id: listing, quantity: 2 }] }, broker)
    }),
  )
  const responses = await Promise.all(others.map(({ slug, offers }) => market.accept(slug, allOf(offers))))
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  expect(responses.filter(({ ok }) => !ok).every(({ error }) => error.code === 'quote.offers_invalid')).toBe(
    true,
  )
  expect(await heldQuantity(market.db, listing)).toBe(2)
})

test('[X-QUOTE-15] simultaneous response and withdrawal end withdrawn, with the response first or rejected', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { quote } = await fresh()
    const withdraw = () =>
      market.broker.call(quotesRoutes.withdraw, { params: { quote_id: quote.id }, body: {} })
    const response = () => market.accept(quote.slug, allOf(quote.offers))
    const [first, second] = await Promise.all(
      round % 2 === 0 ? [response(), withdraw()] : [withdraw(), response()],
    )
    const [accepted, withdrawn] = round % 2 === 0 ? [first, second] : [second, first]
    expect(withdrawn.ok).toBe(true)
    if (!accepted.ok) expect([accepted.status, accepted.error.code]).toEqual([410, 'quote.ended'])
    const now = await market.quoteNow(quote.id)
    expect(now.status).toBe('Withdrawn')
    expect(await acceptances(quote.id)).toHaveLength(accepted.ok ? 1 : 0)
    expect(now.history[0]?.event).toBe('withdrawn')
  }
})

test('[X-QUOTE-15] a response that waits for a lock past the expiry is rejected', async () => {
  const { quote } = await fresh()
  let pendingResponse: ReturnType<QuoteFixture['accept']> | undefined
  await market.db.transaction().execute(async (tx) => {
    await sql`select from quotes where id = ${quote.id} for update`.execute(tx)
    pendingResponse = market.accept(quote.slug, allOf(quote.offers))
    await expect
      .poll(
        async () => {
          await sql`select pg_stat_clear_snapshot()`.execute(tx)
          const { rows } = await sql<{
            waiting: number
          }>`select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
          return rows[0]?.waiting
        },
        { timeout: 30_000 },
      )
      .toBe(1)
    clock.set(new Date(quote.expires_at))
  })
  const response = await pendingResponse
  expect([response?.status, response?.error.code]).toEqual([410, 'quote.ended'])
  clock.set(new Date())
  expect(await acceptances(quote.id)).toEqual([])
})

test('simultaneous decline and purchase leave the tickets either bought or on sale', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { listing, quote } = await fresh()
    await market.accept(quote.slug, allOf(quote.offers))
    const held = (await market.broker.call(holdsRoutes.list)).data.data.filter(
      ({ quote_ref: of }) => of === quote.id,
    )
    const buy = () =>
      market.broker.call(checkoutRoutes.buy, { body: { ...purchaseBody(held), quote_slug: quote.slug } })
    const decline = () => market.decline(quote.slug, 'No')
    const [first, second] = await Promise.all(round % 2 === 0 ? [buy(), decline()] : [decline(), buy()])
    const [bought, declined] = round % 2 === 0 ? [first, second] : [second, first]
    const { status } = await market.quoteNow(quote.id)
    expect(await heldQuantity(market.db, listing)).toBe(0)
    expect([status, await soldOf(listing)]).toEqual(bought.ok ? ['Ordered', 2] : ['Declined', 0])
    if (!bought.ok) expect(bought.status).toBe(409)
    if (!declined.ok) expect([declined.status, declined.error.code]).toEqual([409, 'quote.closed'])
  }
})

test('concurrent accept and decline leave exactly one response', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { quote } = await fresh()
    await Promise.all([market.accept(quote.slug, allOf(quote.offers)), market.decline(quote.slug, 'No')])
    const { status, response, offers } = await market.quoteNow(quote.id)
    expect([response?.kind, offers[0]?.accepted]).toEqual(
      status === 'Accepted' ? ['accepted', 2] : ['declined', 0],
    )
  }
})

test('[X-QUOTE-18] crosswise changes of choice never deadlock, and only the last choice is held', async () => {
  const [one, other] = [await market.list({ quantity: 40 }), await market.list({ quantity: 40 })]
  const quotes = await Promise.all([one, other].map(() => market.quote(ofListings(one, other))))
  const choose = (quote: (typeof quotes)[number], listing: string) =>
    market.accept(quote.slug, allOf(quote.offers.filter(({ listing_id: id }) => id === listing)))
  for (let round = 0; round < 6; round += 1) {
    const [first, second] = round % 2 === 0 ? [one, other] : [other, one]
    const held = market.broker.call(holdsRoutes.place, {
      body: [first, second].map((listing_id) => ({ listing_id, quantity: 1 })),
    })
    const responses = await Promise.all(
      quotes.map((quote, index) => choose(quote, index === 0 ? first : second)),
    )
    expect([...responses, await held].map(({ status }) => status)).toEqual([200, 200, 200])
  }
  // Two tickets per quote, and the broker's own of every round.
  expect([await heldQuantity(market.db, one), await heldQuantity(market.db, other)]).toEqual([8, 8])
})
