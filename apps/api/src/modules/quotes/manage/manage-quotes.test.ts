import { clientsRoutes } from '@terrace/contracts/clients'
import type { QuoteBodyInput } from '@terrace/contracts/quote-creation'
import { quotesRoutes, type quoteSortKeys } from '@terrace/contracts/quotes'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { addEvent, addRates } from '#api/test/fixtures/factories.ts'
import { buildQuoteFixture, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'
import { createTestClock } from '#api/test/harness/test-clock.ts'
import { announceExpiredQuotes } from './announce-expired-quotes.ts'

const clock = createTestClock()
let market: QuoteFixture
let broker: Caller
let listingId: string
beforeAll(async () => {
  market = await buildQuoteFixture({ clock, config: { tradeOrigins: ['https://trade.example'] } })
  await addRates(market.db, clock.now().toISOString().slice(0, 10), { GBP: '0.86', USD: '1.08' })
  listingId = await market.list({ quantity: 4, priceMinor: 10_000 })
})
afterAll(() => market.close())
beforeEach(async () => {
  broker = await market.addBuyer()
})

/** A quote of two tickets at £100 plus £15, for four hours by default. */
const quote = (values: Partial<QuoteBodyInput> = {}, by = broker) =>
  market.quote(
    {
      title: 'Two in the lower tier',
      commission_method: 'fixed',
      commission_amount: '15.00',
      listings: [{ listing_id: listingId, quantity: 2 }],
      ...values,
    },
    by,
  )

const of = ({ id }: { id: string }) => ({ params: { quote_id: id } })
const list = async (query = {}, by = broker) => (await by.call(quotesRoutes.list, { query })).data
const eventsOf = ({ history }: { history: { event: string }[] }) => history.map(({ event }) => event)
const countOf = async (by = broker) => (await by.call(workspaceRoutes.counts)).data.data.quote_count

const hour = 3_600_000

test('[X-PROFILE-05] the list has status, views, expiry and actions, newest first, paginated', async () => {
  const first = await quote({ title: 'First', client_name: 'Harbour Travel' })
  clock.advance(1000)
  const second = await quote({ title: 'Second' })
  const { data, meta } = await list({ per_page: 1 })
  expect(meta).toEqual({ total: 2, page: 1, per_page: 1, last_page: 2 })
  expect(data).toMatchObject([
    {
      id: second.id,
      status: 'Active',
      views: { count: 0, first_at: null, last_at: null },
      expires_at: second.expires_at,
      totals: { quantity: 2, client_total: { amount: '230.00' }, net_commission: { amount: '20.00' } },
      can: { withdraw: true, reopen: false, extend: true, edit_commission: true, convert: true },
    },
  ])
  expect((await list({ per_page: 1, page: 2 })).data.map(({ id }) => id)).toEqual([first.id])
  expect((await list({ search: 'travel HARB' })).data.map(({ id }) => id)).toEqual([first.id])
  expect((await list({ search: '100%_\\' })).data).toEqual([])
  expect((await list({}, await market.addBuyer())).data).toEqual([])
})

test('the client filter finds every quote of that client, together with status and search', async () => {
  const add = async (name: string) => (await broker.call(clientsRoutes.create, { body: { name } })).data.data
  const [ada, grace] = [await add('Ada Wong'), await add('Grace Hopper')]
  const first = await quote({ title: 'First', client_id: ada.id })
  clock.advance(1000)
  const second = await quote({ title: 'Second', client_id: ada.id })
  await quote({ title: 'Other', client_id: grace.id })
  await quote({ title: 'None' })
  await broker.call(quotesRoutes.withdraw, { ...of(first), body: {} })
  const found = async (query: object) => {
    const { data, meta } = await list({ client_id: ada.id, ...query })
    return [meta.total, ...data.map(({ title }) => title)]
  }
  expect(await found({})).toEqual([2, 'Second', 'First'])
  expect(await found({ per_page: 1, page: 2 })).toEqual([2, 'First'])
  expect(await found({ status: 'Active' })).toEqual([1, second.title])
  expect(await found({ search: 'first' })).toEqual([1, first.title])
  expect(await found({ search: 'other' })).toEqual([0])
  const unused = await add('No Quotes')
  expect((await list({ client_id: unused.id })).meta).toMatchObject({ total: 0, last_page: 1 })
})

test('the client filter rejects a client that the team does not have', async () => {
  const foreign = (await (await market.addBuyer()).call(clientsRoutes.create, { body: { name: 'Foreign' } }))
    .data.data
  for (const id of [foreign.id, 'clt_unknown']) {
    const rejected = await broker.call(quotesRoutes.list, { query: { client_id: id } })
    expect([rejected.status, rejected.error.code]).toEqual([422, 'client.unknown'])
  }
})

test('[X-QUOTE-20] an active quote is listed as Expired from the second of its expiry', async () => {
  const made = await quote()
  clock.set(new Date(Date.parse(made.expires_at) - 1000))
  expect((await list({ status: 'Active' })).data).toHaveLength(1)
  expect((await list({ status: 'Expired' })).data).toEqual([])
  clock.advance(1000)
  expect((await list({ status: 'Active' })).data).toEqual([])
  expect((await list({ status: 'Expired' })).data).toMatchObject([{ id: made.id, status: 'Expired' }])
  const rejected = await broker.call(quotesRoutes.list, { query: { status: 'Gone' as 'Active' } })
  expect([rejected.status, rejected.error.errors]).toMatchObject([
    422,
    { fields: { status: [expect.any(String)] } },
  ])
})

test('[X-QUOTE-24] a broker can withdraw a quote once, with a reason', async () => {
  const made = await quote()
  const { data } = (
    await broker.call(quotesRoutes.withdraw, { ...of(made), body: { reason: 'Client left' } })
  ).data
  expect(data).toMatchObject({ status: 'Withdrawn', can: { withdraw: false, reopen: true, extend: false } })
  expect(data.history[0]).toMatchObject({ event: 'withdrawn', actor_name: 'Jo Marsh', reason: 'Client left' })
  const repeated = await broker.call(quotesRoutes.withdraw, { ...of(made), body: {} })
  expect([repeated.status, repeated.error.code]).toEqual([409, 'quote.invalid_state'])
  expect((await list({ status: 'Withdrawn' })).data).toHaveLength(1)
})

test('[X-QUOTE-22][X-QUOTE-27] an expired quote stays listed with its history and can be reopened', async () => {
  const made = await quote()
  clock.advance(5 * hour)
  const expired = (await broker.call(quotesRoutes.one, of(made))).data.data
  expect(expired).toMatchObject({ status: 'Expired', can: { withdraw: false, reopen: true, extend: false } })
  expect(expired.history).toMatchObject([
    { event: 'expired', at: made.expires_at, actor_name: null },
    { event: 'created', actor_name: 'Jo Marsh' },
  ])
  const { data } = (await broker.call(quotesRoutes.reopen, { ...of(made), body: { quote_expiry: 6 } })).data
  expect(data).toMatchObject({ status: 'Active', slug: made.slug })
  expect(Date.parse(data.expires_at) - clock.now().getTime()).toBe(6 * hour)
  expect(data.history[0]).toMatchObject({ event: 'reopened', actor_name: 'Jo Marsh', reason: 'for 6 hours' })
  const repeated = await broker.call(quotesRoutes.reopen, { ...of(made), body: { quote_expiry: 6 } })
  expect([repeated.status, repeated.error.code]).toEqual([409, 'quote.invalid_state'])
})

test('extending never shortens a quote, and an expired quote can’t be extended', async () => {
  const made = await quote({ quote_expiry: 10 })
  const extend = (hours: number) =>
    broker.call(quotesRoutes.extend, { ...of(made), body: { quote_expiry: hours } })
  const shorter = (await extend(2)).data.data
  expect([shorter.expires_at, eventsOf(shorter)]).toEqual([made.expires_at, ['created']])
  const longer = (await extend(12)).data.data
  expect(Date.parse(longer.expires_at) - clock.now().getTime()).toBe(12 * hour)
  expect(eventsOf(longer)).toEqual(['extended', 'created'])
  clock.advance(13 * hour)
  expect((await extend(2)).error.code).toBe('quote.invalid_state')
  const odd = await extend(3)
  expect([odd.status, odd.error.code]).toEqual([422, 'input.invalid'])
})

test('[X-QUOTE-23] a copy has the same offers and terms, its own link and expiry, and one per key', async () => {
  const made = await quote({ client_name: 'Harbour', note: 'Best seats', price_mode: 'locked' })
  await broker.call(quotesRoutes.withdraw, { ...of(made), body: {} })
  const copy = () =>
    broker.call(quotesRoutes.copy, {
      ...of(made),
      body: { quote_expiry: 8 },
      idempotencyKey: `copy-${made.id}`,
    })
  const [firstCopy, secondCopy] = await Promise.all([copy(), copy()])
  const { data } = firstCopy.data
  expect(secondCopy.data.data.id).toBe(data.id)
  expect(data.id).not.toBe(made.id)
  expect(data.slug).not.toBe(made.slug)
  expect(data).toMatchObject({
    title: made.title,
    client_name: 'Harbour',
    note: 'Best seats',
    price_mode: 'locked',
    commission_amount: '15.00',
    status: 'Active',
    created_by: 'Jo Marsh',
  })
  const terms = (offers: typeof data.offers) => offers.map((offer) => ({ ...offer, id: '' }))
  expect(terms(data.offers)).toEqual(terms(made.offers))
  expect(data.offers[0]?.id).not.toBe(made.offers[0]?.id)
  expect(eventsOf(data)).toEqual(['created'])
})

test.each(['reopen', 'extend', 'copy'] as const)(
  'a quote of a cancelled event cannot be used again: %s',
  async (action) => {
    const eventId = await addEvent(market.db, { venueId: market.venueId })
    const listing = await market.list({ eventId })
    const made = await quote({ event_id: eventId, listings: [{ listing_id: listing, quantity: 2 }] })
    await market.db.updateTable('events').set({ status: 'cancelled' }).where('id', '=', eventId).execute()
    const response = await broker.call(quotesRoutes[action], { ...of(made), body: { quote_expiry: 8 } })
    expect([response.status, response.error.code]).toEqual([409, 'quote.event_over'])
    expect((await list()).meta.total).toBe(1)
  },
)

test('the commission can change until acceptance, and client prices follow', async () => {
  const made = await quote()
  const body = { commission_method: 'percentage', commission_amount: '10' } as const
  const { data } = (await broker.call(quotesRoutes.changeCommission, { ...of(made), body })).data
  expect(data).toMatchObject({ commission_method: 'percentage', commission_amount: '10.00' })
  expect(data.offers[0]?.parts[0]?.client_price).toEqual({ amount: '110.00', currency: 'GBP' })
  expect(data.history[0]).toMatchObject({
    event: 'commission_changed',
    reason: 'from £15.00 per ticket to 10.00 %',
  })
  const absurd = await broker.call(quotesRoutes.changeCommission, {
    ...of(made),
    body: { ...body, commission_amount: '1001' },
  })
  expect([absurd.status, absurd.error.errors]).toMatchObject([
    422,
    { fields: { commission_amount: [expect.any(String)] } },
  ])
})

test('a new commission above ten times the price is rejected, and the list stays readable', async () => {
  const absurd = { commission_method: 'fixed', commission_amount: '999999999.99' } as const
  for (const values of [{}, { listings: undefined, currency_to_display: 'USD' }]) {
    const made = await quote({ ...values, commission_amount: '20' })
    const { status, error } = await broker.call(quotesRoutes.changeCommission, { ...of(made), body: absurd })
    expect([status, error.errors]).toMatchObject([
      422,
      { fields: { commission_amount: [expect.any(String)] } },
    ])
    const unchanged = await broker.call(quotesRoutes.one, of(made))
    expect(unchanged.data.data.commission_amount).toBe('20.00')
  }
  expect((await list()).data).toHaveLength(2)
})

test('simultaneous withdrawing and reopening each see the other’s result', async () => {
  const made = await quote()
  const withdraw = () => broker.call(quotesRoutes.withdraw, { ...of(made), body: {} })
  const responses = await Promise.all(Array.from({ length: 6 }, withdraw))
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  const seen = (await broker.call(quotesRoutes.one, of(made))).data.data
  expect(eventsOf(seen)).toEqual(['withdrawn', 'created'])
})

test('the badge counts the team’s open quotes only', async () => {
  expect(await countOf()).toBe(0)
  const made = await quote()
  await quote({ quote_expiry: 2 })
  expect([await countOf(), await countOf(await market.addBuyer())]).toEqual([2, 0])
  await broker.call(quotesRoutes.withdraw, { ...of(made), body: {} })
  expect(await countOf()).toBe(1)
  clock.advance(2 * hour)
  expect(await countOf()).toBe(0)
})

test('an expiry is published within minutes, and not repeatedly', async () => {
  const [made, withdrawn] = [await quote({ quote_expiry: 2 }), await quote({ quote_expiry: 2 })]
  await broker.call(quotesRoutes.withdraw, { ...of(withdrawn), body: {} })
  const publishedTopics = async () => {
    const { rows } = await sql<{ subject: string }>`
      select subject from outbox where topic = 'quote.changed' and id > ${last}`.execute(market.db)
    return rows.map(({ subject }) => subject)
  }
  clock.set(new Date(Date.parse(made.expires_at) - 1))
  const { rows } = await sql<{ last: number }>`select max(id)::int as last from outbox`.execute(market.db)
  const last = rows[0]?.last ?? 0
  await announceExpiredQuotes(market.deps)
  expect(await publishedTopics()).not.toContain(made.id)
  clock.advance(60_000)
  await announceExpiredQuotes(market.deps)
  expect(await publishedTopics()).toContain(made.id)
  expect(await publishedTopics()).not.toContain(withdrawn.id)
  clock.advance(hour)
  await announceExpiredQuotes(market.deps)
  // Quotes of other tests may expire at the same time.
  expect((await publishedTopics()).filter((id) => id === made.id)).toHaveLength(1)
})

test('quotes sort by client, expiry, status and views; an unknown sort is rejected', async () => {
  const [late, early] = [
    await quote({ title: 'Late', client_name: 'Zeta', quote_expiry: 8 }),
    await quote({ title: 'Early', client_name: 'alpha', quote_expiry: 2 }),
  ]
  await sql`update quotes set view_count = 3, first_viewed_at = now(), last_viewed_at = now()
    where id = ${late.id}`.execute(market.db)
  await broker.call(quotesRoutes.withdraw, { ...of(early), body: {} })
  const sorted = async (order_by: (typeof quoteSortKeys)[number], sort_order: 'asc' | 'desc') =>
    (await list({ order_by, sort_order })).data.map(({ title }) => title)
  expect(await sorted('client', 'asc')).toEqual(['Early', 'Late'])
  expect(await sorted('client', 'desc')).toEqual(['Late', 'Early'])
  expect(await sorted('expires', 'asc')).toEqual(['Early', 'Late'])
  expect(await sorted('status', 'asc')).toEqual(['Late', 'Early'])
  expect(await sorted('views', 'desc')).toEqual(['Late', 'Early'])
  expect((await list({ order_by: 'client', sort_order: 'asc', per_page: 1, page: 2 })).data[0]?.title).toBe(
    'Late',
  )
  const rejected = await broker.call(quotesRoutes.list, { query: { order_by: 'profit' as 'views' } })
  expect([rejected.status, Object.keys(Object(rejected.error.errors).fields)]).toEqual([422, ['order_by']])
})
