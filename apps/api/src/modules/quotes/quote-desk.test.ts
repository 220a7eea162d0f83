import { quotesRoutes, type QuoteBodyInput } from '@terrace/contracts/quotes'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller } from '../../test/build-test-app.ts'
import { addRates } from '../../test/factories.ts'
import { buildQuoteMarket, type QuoteMarket } from '../../test/quote-market.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { tellEndedQuotes } from './tell-ended-quotes.ts'

const clock = createTestClock()
let market: QuoteMarket
let broker: Caller
let listingId: string
beforeAll(async () => {
  market = await buildQuoteMarket({ clock, config: { tradeOrigins: ['https://trade.example'] } })
  await addRates(market.db, clock.now().toISOString().slice(0, 10), { GBP: '0.86', USD: '1.08' })
  listingId = await market.list({ quantity: 4, priceMinor: 10_000 })
})
afterAll(() => market.close())
beforeEach(async () => {
  broker = await market.addBuyer()
})

/** A quote of two tickets at £100 with £15 on top, for four hours unless said. */
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
const deeds = ({ history }: { history: { what: string }[] }) => history.map(({ what }) => what)
const countOf = async (by = broker) => (await by.call(workspaceRoutes.counts)).data.data.quote_count

const hour = 3_600_000

test('[X-PROFILE-05] the list shows status, views, expiry and what may be done, the youngest first, page by page', async () => {
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
      can: { withdraw: true, revive: false, extend: true, edit_commission: true, convert: true },
    },
  ])
  expect((await list({ per_page: 1, page: 2 })).data.map(({ id }) => id)).toEqual([first.id])
  expect((await list({ search: 'travel HARB' })).data.map(({ id }) => id)).toEqual([first.id])
  expect((await list({ search: '100%_\\' })).data).toEqual([])
  expect((await list({}, await market.addBuyer())).data).toEqual([])
})

test('[X-QUOTE-20] an active quote past its end is listed as Expired and never as Active, to the second', async () => {
  const made = await quote()
  clock.set(new Date(Date.parse(made.expires_at) - 1000))
  expect((await list({ status: 'Active' })).data).toHaveLength(1)
  expect((await list({ status: 'Expired' })).data).toEqual([])
  clock.advance(1000)
  expect((await list({ status: 'Active' })).data).toEqual([])
  expect((await list({ status: 'Expired' })).data).toMatchObject([{ id: made.id, status: 'Expired' }])
  const refused = await broker.call(quotesRoutes.list, { query: { status: 'Gone' as 'Active' } })
  expect([refused.status, refused.error.errors]).toMatchObject([
    422,
    { fields: { status: [expect.any(String)] } },
  ])
})

test('[X-QUOTE-24] a broker withdraws a quote, once, and says why', async () => {
  const made = await quote()
  const { data } = (
    await broker.call(quotesRoutes.withdraw, { ...of(made), body: { reason: 'Client left' } })
  ).data
  expect(data).toMatchObject({ status: 'Withdrawn', can: { withdraw: false, revive: true, extend: false } })
  expect(data.history[0]).toMatchObject({ what: 'withdrawn', who: 'Jo Marsh', why: 'Client left' })
  const again = await broker.call(quotesRoutes.withdraw, { ...of(made), body: {} })
  expect([again.status, again.error.code]).toEqual([409, 'quote.not_possible'])
  expect((await list({ status: 'Withdrawn' })).data).toHaveLength(1)
})

test('[X-QUOTE-22][X-QUOTE-27] an expired quote stays listed with who, when and why, and can be revived', async () => {
  const made = await quote()
  clock.advance(5 * hour)
  const expired = (await broker.call(quotesRoutes.one, of(made))).data.data
  expect(expired).toMatchObject({ status: 'Expired', can: { withdraw: false, revive: true, extend: false } })
  expect(expired.history).toMatchObject([
    { what: 'expired', at: made.expires_at, who: null },
    { what: 'created', who: 'Jo Marsh' },
  ])
  const { data } = (await broker.call(quotesRoutes.revive, { ...of(made), body: { quote_expiry: 6 } })).data
  expect(data).toMatchObject({ status: 'Active', slug: made.slug })
  expect(Date.parse(data.expires_at) - clock.now().getTime()).toBe(6 * hour)
  expect(data.history[0]).toMatchObject({ what: 'revived', who: 'Jo Marsh', why: 'for 6 hours' })
  const again = await broker.call(quotesRoutes.revive, { ...of(made), body: { quote_expiry: 6 } })
  expect([again.status, again.error.code]).toEqual([409, 'quote.not_possible'])
})

test('extending lets a quote end later and never earlier; one that has ended is not extended', async () => {
  const made = await quote({ quote_expiry: 10 })
  const extend = (hours: number) =>
    broker.call(quotesRoutes.extend, { ...of(made), body: { quote_expiry: hours } })
  const shorter = (await extend(2)).data.data
  expect([shorter.expires_at, deeds(shorter)]).toEqual([made.expires_at, ['created']])
  const longer = (await extend(12)).data.data
  expect(Date.parse(longer.expires_at) - clock.now().getTime()).toBe(12 * hour)
  expect(deeds(longer)).toEqual(['extended', 'created'])
  clock.advance(13 * hour)
  expect((await extend(2)).error.code).toBe('quote.not_possible')
  const odd = await extend(3)
  expect([odd.status, odd.error.code]).toEqual([422, 'input.invalid'])
})

test('[X-QUOTE-23] a copy has the same offers and terms, a link and a time of its own; a repeat is the same copy', async () => {
  const made = await quote({ client_name: 'Harbour', note: 'Best seats', price_mode: 'locked' })
  await broker.call(quotesRoutes.withdraw, { ...of(made), body: {} })
  const copy = () =>
    broker.call(quotesRoutes.copy, {
      ...of(made),
      body: { quote_expiry: 8 },
      idempotencyKey: `copy-${made.id}`,
    })
  const [once, twice] = await Promise.all([copy(), copy()])
  const { data } = once.data
  expect(twice.data.data.id).toBe(data.id)
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
  expect(deeds(data)).toEqual(['created'])
})

test('the commission may change until a client has said yes; what the client pays follows', async () => {
  const made = await quote()
  const body = { commission_method: 'percentage', commission_amount: '10' } as const
  const { data } = (await broker.call(quotesRoutes.changeCommission, { ...of(made), body })).data
  expect(data).toMatchObject({ commission_method: 'percentage', commission_amount: '10.00' })
  expect(data.offers[0]?.parts[0]?.client_price).toEqual({ amount: '110.00', currency: 'GBP' })
  expect(data.history[0]).toMatchObject({
    what: 'commission_changed',
    why: 'from £15.00 a ticket to 10.00 %',
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

test('an amount of more than ten times the price is refused on a change too, and the list stays readable', async () => {
  const absurd = { commission_method: 'fixed', commission_amount: '999999999.99' } as const
  for (const values of [{}, { listings: undefined, currency_to_display: 'USD' }]) {
    const made = await quote({ ...values, commission_amount: '20' })
    const { status, error } = await broker.call(quotesRoutes.changeCommission, { ...of(made), body: absurd })
    expect([status, error.errors]).toMatchObject([
      422,
      { fields: { commission_amount: [expect.any(String)] } },
    ])
    const kept = await broker.call(quotesRoutes.one, of(made))
    expect(kept.data.data.commission_amount).toBe('20.00')
  }
  expect((await list()).data).toHaveLength(2)
})

test('of two who withdraw and revive at once, each finds the quote as the other left it', async () => {
  const made = await quote()
  const withdraw = () => broker.call(quotesRoutes.withdraw, { ...of(made), body: {} })
  const answers = await Promise.all(Array.from({ length: 6 }, withdraw))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  const seen = (await broker.call(quotesRoutes.one, of(made))).data.data
  expect(deeds(seen)).toEqual(['withdrawn', 'created'])
})

test('the badge counts quotes that stand: not those withdrawn, expired or of another team', async () => {
  expect(await countOf()).toBe(0)
  const made = await quote()
  await quote({ quote_expiry: 2 })
  expect([await countOf(), await countOf(await market.addBuyer())]).toEqual([2, 0])
  await broker.call(quotesRoutes.withdraw, { ...of(made), body: {} })
  expect(await countOf()).toBe(1)
  clock.advance(2 * hour)
  expect(await countOf()).toBe(0)
})

test('that time has ended a quote is told to its team within a minute or so, and not for ever', async () => {
  const [made, withdrawn] = [await quote({ quote_expiry: 2 }), await quote({ quote_expiry: 2 })]
  await broker.call(quotesRoutes.withdraw, { ...of(withdrawn), body: {} })
  const told = async () => {
    const { rows } = await sql<{ subject: string }>`
      select subject from outbox where topic = 'quote.changed' and id > ${last}`.execute(market.db)
    return rows.map(({ subject }) => subject)
  }
  clock.set(new Date(Date.parse(made.expires_at) - 1))
  const { rows } = await sql<{ last: number }>`select max(id)::int as last from outbox`.execute(market.db)
  const last = rows[0]?.last ?? 0
  await tellEndedQuotes(market.deps)
  expect(await told()).not.toContain(made.id)
  clock.advance(60_000)
  await tellEndedQuotes(market.deps)
  expect(await told()).toContain(made.id)
  expect(await told()).not.toContain(withdrawn.id)
  clock.advance(hour)
  await tellEndedQuotes(market.deps)
  // Quotes of other tests may end at that moment.
  expect((await told()).filter((id) => id === made.id)).toHaveLength(1)
})
