import { quotesRoutes } from '@terrace/contracts/quotes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireHold } from '#api/test/fixtures/expire-hold.ts'
import {
  allOf,
  buildQuoteFixture,
  ofListings,
  unavailableLines,
  type QuoteFixture,
} from '#api/test/fixtures/quote-fixture.ts'

/** Client responses to a quote and their effects. */

let market: QuoteFixture
beforeAll(async () => {
  market = await buildQuoteFixture()
})
afterAll(() => market.close())

const eventsOf = async (quoteId: string) => {
  const { rows } = await sql<{ topic: string }>`
    select topic from outbox where subject = ${quoteId} order by id`.execute(market.db)
  return rows.map(({ topic }) => topic)
}

describe('yes', () => {
  test('[X-QUOTE-18] [X-QUOTE-19] saves name, email and chosen offers and notifies the broker', async () => {
    const quote = await market.quote(ofListings(await market.list(), await market.list()))
    const [first] = quote.offers
    const { data } = (await market.accept(quote.slug, [{ offer_id: first?.id ?? '', quantity: 2 }])).data
    expect(data).toMatchObject({
      status: 'Accepted',
      is_open: true,
      response: {
        kind: 'accepted',
        name: 'Ada',
        offers: [{ offer_id: first?.id, quantity: 2 }],
        held_until: null,
      },
    })
    const now = await market.quoteNow(quote.id)
    expect(now).toMatchObject({
      status: 'Accepted',
      response: { kind: 'accepted', name: 'Ada', email: 'ada@example.test', reason: null },
      totals: { quantity: 2, client_total: { amount: '187.00' } },
    })
    expect(now.offers.map(({ accepted }) => accepted)).toEqual([2, 0])
    expect(now.history.map(({ event, actor_name }) => [event, actor_name])).toEqual([
      ['accepted', 'Ada'],
      ['created', 'Jo Marsh'],
    ])
    expect(await eventsOf(quote.id)).toEqual(['quote.changed', 'quote.accepted'])
  })

  test('a smaller quantity can be accepted if the seller allows it', async () => {
    const quote = await market.quote({
      listings: [
        {
          listing_id: await market.list({ splitType: 'Sell In Multiples', multipleSaleUnit: 2 }),
          quantity: 4,
        },
      ],
    })
    const id = quote.offers[0]?.id ?? ''
    const rejected = await market.accept(quote.slug, [{ offer_id: id, quantity: 3 }])
    expect([rejected.status, rejected.error.code]).toEqual([409, 'quote.offers_invalid'])
    expect(unavailableLines(rejected.error)).toEqual([
      { offer_id: id, code: 'offer.quantity', quantities: [2, 4] },
    ])
    expect((await market.accept(quote.slug, [{ offer_id: id, quantity: 2 }])).ok).toBe(true)
  })

  test('repeating changes nothing and notifies no one; another choice replaces the first', async () => {
    const quote = await market.quote(ofListings(await market.list(), await market.list()))
    const [first, second] = allOf(quote.offers)
    if (!first || !second) throw new Error('expected two offers')
    for (let times = 0; times < 3; times += 1)
      expect((await market.accept(quote.slug, [first])).ok).toBe(true)
    expect(await eventsOf(quote.id)).toEqual(['quote.changed', 'quote.accepted'])
    await market.accept(quote.slug, [second], 'Grace')
    const now = await market.quoteNow(quote.id)
    expect(now.response?.name).toBe('Grace')
    expect(now.offers.map(({ accepted }) => accepted)).toEqual([0, 2])
    expect(now.history.map(({ event, actor_name }) => [event, actor_name])).toEqual([
      ['accepted', 'Grace'],
      ['accepted', 'Ada'],
      ['created', 'Jo Marsh'],
    ])
  })

  test('[X-QUOTE-17] an accepted alternative keeps its own id and becomes an offer', async () => {
    const [requested, other] = [
      await market.list({ quantity: 2, priceMinor: 41_000 }),
      await market.list({ priceMinor: 41_500 }),
    ]
    const quote = await market.quote(ofListings(requested))
    await market.change(requested, { sold: 2 })
    const [unavailable] = (await market.openQuote(quote.slug)).data.data.offers
    const alternative = unavailable?.alternatives[0]
    expect(alternative).toMatchObject({ price: { amount: '456.50' }, quantity: 2 })
    const rejected = await market.accept(quote.slug, [{ offer_id: unavailable?.id ?? '', quantity: 2 }])
    expect(unavailableLines(rejected.error)).toEqual([
      { offer_id: unavailable?.id, code: 'offer.unavailable', quantities: [] },
    ])
    const chosen = { offer_id: alternative?.id ?? '', quantity: 2 }
    const { data } = (await market.accept(quote.slug, [chosen])).data
    expect(data.response?.offers).toEqual([chosen])
    expect(data.offers.map(({ id, state }) => [id, state])).toEqual([
      [unavailable?.id, 'unavailable'],
      [alternative?.id, 'available'],
    ])
    expect((await market.quoteNow(quote.id)).offers).toMatchObject([
      { state: 'unavailable', accepted: 0 },
      { id: alternative?.id, listing_id: other, accepted: 2, cost_when_quoted: { amount: '415.00' } },
    ])
    // After declining it is an alternative again, and can be selected in another quantity.
    await market.decline(quote.slug)
    expect((await market.quoteNow(quote.id)).offers).toHaveLength(1)
    await market.accept(quote.slug, [{ ...chosen, quantity: 4 }])
    expect((await market.quoteNow(quote.id)).offers[1]).toMatchObject({ quantity: 4, accepted: 4 })
  })

  test('[X-QUOTE-03] of a whole event saves the selected listings as offers', async () => {
    const listing = await market.list({ priceMinor: 100 })
    const quote = await market.quote()
    const [cheapest] = (await market.openQuote(quote.slug)).data.data.offers
    const chosen = { offer_id: cheapest?.id ?? '', quantity: 3 }
    const { data } = (await market.accept(quote.slug, [chosen])).data
    // The accepted offer comes first and only once.
    expect(data.offers[0]).toMatchObject({ id: cheapest?.id, quantity: 3 })
    expect(data.offers.filter(({ id }) => id === cheapest?.id)).toHaveLength(1)
    expect(await market.quoteNow(quote.id)).toMatchObject({
      scope: 'event',
      offers: [{ listing_id: listing, accepted: 3 }],
      totals: { quantity: 3, client_total: { amount: '3.30' } },
    })
  })

  test('offers that are unknown, of another quote or too expensive are rejected individually', async () => {
    const listing = await market.list({ quantity: 4 })
    const [quote, other] = [await market.quote(ofListings(listing)), await market.quote(ofListings(listing))]
    const foreign = allOf(other.offers)
    const rejected = await market.accept(quote.slug, [{ offer_id: 'off_unknown', quantity: 1 }, ...foreign])
    expect(unavailableLines(rejected.error).map(({ code }) => code)).toEqual([
      'offer.unknown',
      'offer.unknown',
    ])
    // Two holds on one listing are two offers; when one expires, another buyer leaves too few for both.
    const [first, second] = [
      await market.hold(market.broker, listing, 2),
      await market.hold(market.broker, listing, 1),
    ]
    const held = await market.quote({ hold_ids: [first.hold_id, second.hold_id] })
    expect((await market.accept(held.slug, allOf(held.offers))).ok).toBe(true)
    await expireHold(market.db, second.hold_id)
    await market.change(listing, {})
    await market.hold(await market.addBuyer(), listing, 2)
    const together = await market.accept(held.slug, allOf(held.offers), 'Grace')
    expect(together.error.code).toBe('quote.offers_invalid')
    expect(new Set(unavailableLines(together.error).map(({ code }) => code))).toEqual(
      new Set(['offer.too_many_together']),
    )
    expect((await market.quoteNow(held.id)).response?.name).toBe('Ada')
  })

  test.each([
    ['no name', { name: ' ', email: 'ada@example.test' }, 'name'],
    ['no email', { name: 'Ada', email: '' }, 'email'],
    ['an invalid email', { name: 'Ada', email: 'ada' }, 'email'],
    ['nothing chosen', { offers: [] }, 'offers'],
    ['an offer twice', { offers: [1, 2].map((quantity) => ({ offer_id: 'off_1', quantity })) }, 'offers'],
    ['half a ticket', { offers: [{ offer_id: 'off_1', quantity: 0.5 }] }, 'offers.0.quantity'],
    ['a negative quantity', { offers: [{ offer_id: 'off_1', quantity: -1 }] }, 'offers.0.quantity'],
    ['a listing’s id', { offers: [{ offer_id: 'lst_1', quantity: 1 }] }, 'offers.0.offer_id'],
  ])('%s is rejected with the field name', async (_what, values, field) => {
    const quote = await market.quote(ofListings(await market.list()))
    const response = await market.app.inject({
      method: 'POST',
      url: '/api/trade/quote-accept',
      payload: {
        slug: quote.slug,
        name: 'Ada',
        email: 'ada@example.test',
        offers: allOf(quote.offers),
        ...values,
      },
    })
    expect(response.statusCode).toBe(422)
    expect(Object.keys(response.json().errors.fields)).toEqual([field])
    expect((await market.quoteNow(quote.id)).status).toBe('Active')
  })
})

describe('no', () => {
  test('[X-QUOTE-19] [X-QUOTE-20] notifies the broker with the reason and replaces an acceptance', async () => {
    const quote = await market.quote(ofListings(await market.list()))
    await market.accept(quote.slug, allOf(quote.offers))
    const { data } = (await market.decline(quote.slug, 'Too expensive')).data
    expect(data).toMatchObject({
      status: 'Declined',
      is_open: true,
      response: { kind: 'declined', offers: [] },
    })
    expect(await market.quoteNow(quote.id)).toMatchObject({
      status: 'Declined',
      response: { kind: 'declined', reason: 'Too expensive', email: null },
      offers: [{ accepted: 0 }],
      history: [{ event: 'declined', reason: 'Too expensive' }, { event: 'accepted' }, { event: 'created' }],
    })
    // A client may reconsider while the quote is open.
    expect((await market.accept(quote.slug, allOf(quote.offers))).data.data.status).toBe('Accepted')
    expect(await eventsOf(quote.id)).toEqual([
      'quote.changed',
      'quote.accepted',
      'quote.declined',
      'quote.accepted',
    ])
  })

  test('repeating changes nothing', async () => {
    const quote = await market.quote(ofListings(await market.list()))
    for (let times = 0; times < 3; times += 1) await market.decline(quote.slug, 'No')
    expect(await eventsOf(quote.id)).toEqual(['quote.changed', 'quote.declined'])
  })
})

test('[X-QUOTE-15] withdrawn and ordered quotes take no response', async () => {
  const quote = await market.quote(ofListings(await market.list()))
  await market.broker.call(quotesRoutes.withdraw, { params: { quote_id: quote.id }, body: {} })
  for (const response of [
    await market.accept(quote.slug, allOf(quote.offers)),
    await market.decline(quote.slug),
  ])
    expect([response.status, response.error.code, response.error.errors['status']]).toEqual([
      410,
      'quote.ended',
      'Withdrawn',
    ])
  const ordered = await market.quote(ofListings(await market.list()))
  await sql`update quotes set state = 'ordered' where id = ${ordered.id}`.execute(market.db)
  const late = await market.accept(ordered.slug, allOf(ordered.offers))
  expect([late.status, late.error.code]).toEqual([409, 'quote.closed'])
})
