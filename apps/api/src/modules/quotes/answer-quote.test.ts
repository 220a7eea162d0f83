import { quotesRoutes } from '@terrace/contracts/quotes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lapse } from '../../test/lapse-hold.ts'
import {
  allOf,
  buildQuoteMarket,
  ofListings,
  refusedLines,
  type QuoteMarket,
} from '../../test/quote-market.ts'

/** What a client may say to a quote, and what becomes of it. */

let market: QuoteMarket
beforeAll(async () => {
  market = await buildQuoteMarket()
})
afterAll(() => market.close())

const eventsOf = async (quoteId: string) => {
  const { rows } = await sql<{ topic: string }>`
    select topic from outbox where subject = ${quoteId} order by id`.execute(market.db)
  return rows.map(({ topic }) => topic)
}

describe('yes', () => {
  test('[X-QUOTE-18] [X-QUOTE-19] takes name, e-mail and the chosen offers, and tells the broker', async () => {
    const quote = await market.quote(ofListings(await market.list(), await market.list()))
    const [first] = quote.offers
    const { data } = (await market.accept(quote.slug, [{ offer_id: first?.id ?? '', quantity: 2 }])).data
    expect(data).toMatchObject({
      status: 'Accepted',
      is_open: true,
      answer: {
        kind: 'accepted',
        name: 'Ada',
        offers: [{ offer_id: first?.id, quantity: 2 }],
        held_until: null,
      },
    })
    const now = await market.quoteNow(quote.id)
    expect(now).toMatchObject({
      status: 'Accepted',
      answer: { kind: 'accepted', name: 'Ada', email: 'ada@example.test', reason: null },
      totals: { quantity: 2, client_total: { amount: '187.00' } },
    })
    expect(now.offers.map(({ accepted }) => accepted)).toEqual([2, 0])
    expect(now.history.map(({ what, who }) => [what, who])).toEqual([
      ['accepted', 'Ada'],
      ['created', 'Jo Marsh'],
    ])
    expect(await eventsOf(quote.id)).toEqual(['quote.changed', 'quote.accepted'])
  })

  test('a smaller number than offered is possible where the seller sells it', async () => {
    const quote = await market.quote({
      listings: [
        {
          listing_id: await market.list({ splitType: 'Sell In Multiples', multipleSaleUnit: 2 }),
          quantity: 4,
        },
      ],
    })
    const id = quote.offers[0]?.id ?? ''
    const refused = await market.accept(quote.slug, [{ offer_id: id, quantity: 3 }])
    expect([refused.status, refused.error.code]).toEqual([409, 'quote.offers_refused'])
    expect(refusedLines(refused.error)).toEqual([
      { offer_id: id, code: 'offer.quantity', quantities: [2, 4] },
    ])
    expect((await market.accept(quote.slug, [{ offer_id: id, quantity: 2 }])).ok).toBe(true)
  })

  test('the same again changes nothing and tells nobody; another choice takes its place', async () => {
    const quote = await market.quote(ofListings(await market.list(), await market.list()))
    const [first, second] = allOf(quote.offers)
    if (!first || !second) throw new Error('two were offered')
    for (let times = 0; times < 3; times += 1)
      expect((await market.accept(quote.slug, [first])).ok).toBe(true)
    expect(await eventsOf(quote.id)).toEqual(['quote.changed', 'quote.accepted'])
    await market.accept(quote.slug, [second], 'Grace')
    const now = await market.quoteNow(quote.id)
    expect(now.answer?.name).toBe('Grace')
    expect(now.offers.map(({ accepted }) => accepted)).toEqual([0, 2])
    expect(now.history.map(({ what, who }) => [what, who])).toEqual([
      ['accepted', 'Grace'],
      ['accepted', 'Ada'],
      ['created', 'Jo Marsh'],
    ])
  })

  test('[X-QUOTE-17] an alternative is accepted by its own id, and stands among the offers from then on', async () => {
    const [wanted, other] = [
      await market.list({ quantity: 2, priceMinor: 41_000 }),
      await market.list({ priceMinor: 41_500 }),
    ]
    const quote = await market.quote(ofListings(wanted))
    await market.change(wanted, { sold: 2 })
    const [gone] = (await market.look(quote.slug)).data.data.offers
    const alternative = gone?.alternatives[0]
    expect(alternative).toMatchObject({ price: { amount: '456.50' }, quantity: 2 })
    const refused = await market.accept(quote.slug, [{ offer_id: gone?.id ?? '', quantity: 2 }])
    expect(refusedLines(refused.error)).toEqual([{ offer_id: gone?.id, code: 'offer.gone', quantities: [] }])
    const chosen = { offer_id: alternative?.id ?? '', quantity: 2 }
    const { data } = (await market.accept(quote.slug, [chosen])).data
    expect(data.answer?.offers).toEqual([chosen])
    expect(data.offers.map(({ id, state }) => [id, state])).toEqual([
      [gone?.id, 'gone'],
      [alternative?.id, 'available'],
    ])
    expect((await market.quoteNow(quote.id)).offers).toMatchObject([
      { state: 'gone', accepted: 0 },
      { id: alternative?.id, listing_id: other, accepted: 2, cost_then: { amount: '415.00' } },
    ])
    // Put back, it is an alternative again; and may be picked anew, another number of it too.
    await market.decline(quote.slug)
    expect((await market.quoteNow(quote.id)).offers).toHaveLength(1)
    await market.accept(quote.slug, [{ ...chosen, quantity: 4 }])
    expect((await market.quoteNow(quote.id)).offers[1]).toMatchObject({ quantity: 4, accepted: 4 })
  })

  test('[X-QUOTE-03] of a whole event names what was picked', async () => {
    const listing = await market.list({ priceMinor: 100 })
    const quote = await market.quote()
    const [cheapest] = (await market.look(quote.slug)).data.data.offers
    const chosen = { offer_id: cheapest?.id ?? '', quantity: 3 }
    const { data } = (await market.accept(quote.slug, [chosen])).data
    // First what was accepted, and only once.
    expect(data.offers[0]).toMatchObject({ id: cheapest?.id, quantity: 3 })
    expect(data.offers.filter(({ id }) => id === cheapest?.id)).toHaveLength(1)
    expect(await market.quoteNow(quote.id)).toMatchObject({
      scope: 'event',
      offers: [{ listing_id: listing, accepted: 3 }],
      totals: { quantity: 3, client_total: { amount: '3.30' } },
    })
  })

  test('offers that are unknown, of another quote, or too many together are refused by name', async () => {
    const listing = await market.list({ quantity: 4 })
    const [quote, other] = [await market.quote(ofListings(listing)), await market.quote(ofListings(listing))]
    const foreign = allOf(other.offers)
    const refused = await market.accept(quote.slug, [{ offer_id: 'off_nobody', quantity: 1 }, ...foreign])
    expect(refusedLines(refused.error).map(({ code }) => code)).toEqual(['offer.unknown', 'offer.unknown'])
    // Two holds on one listing are two offers; when one has ended, somebody else leaves too few for both.
    const [first, second] = [
      await market.hold(market.broker, listing, 2),
      await market.hold(market.broker, listing, 1),
    ]
    const held = await market.quote({ hold_ids: [first.hold_id, second.hold_id] })
    expect((await market.accept(held.slug, allOf(held.offers))).ok).toBe(true)
    await lapse(market.db, second.hold_id)
    await market.change(listing, {})
    await market.hold(await market.addBuyer(), listing, 2)
    const together = await market.accept(held.slug, allOf(held.offers), 'Grace')
    expect(together.error.code).toBe('quote.offers_refused')
    expect(new Set(refusedLines(together.error).map(({ code }) => code))).toEqual(
      new Set(['offer.too_many_together']),
    )
    expect((await market.quoteNow(held.id)).answer?.name).toBe('Ada')
  })

  test.each([
    ['no name', { name: ' ', email: 'ada@example.test' }, 'name'],
    ['no e-mail', { name: 'Ada', email: '' }, 'email'],
    ['an e-mail that is none', { name: 'Ada', email: 'ada' }, 'email'],
    ['nothing chosen', { offers: [] }, 'offers'],
    ['an offer twice', { offers: [1, 2].map((quantity) => ({ offer_id: 'off_1', quantity })) }, 'offers'],
    ['half a ticket', { offers: [{ offer_id: 'off_1', quantity: 0.5 }] }, 'offers.0.quantity'],
    ['minus one', { offers: [{ offer_id: 'off_1', quantity: -1 }] }, 'offers.0.quantity'],
    ['a listing’s id', { offers: [{ offer_id: 'lst_1', quantity: 1 }] }, 'offers.0.offer_id'],
  ])('%s is refused by its field', async (_what, values, field) => {
    const quote = await market.quote(ofListings(await market.list()))
    const answer = await market.app.inject({
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
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors.fields)).toEqual([field])
    expect((await market.quoteNow(quote.id)).status).toBe('Active')
  })
})

describe('no', () => {
  test('[X-QUOTE-19] [X-QUOTE-20] is told to the broker with its reason, and takes back an earlier yes', async () => {
    const quote = await market.quote(ofListings(await market.list()))
    await market.accept(quote.slug, allOf(quote.offers))
    const { data } = (await market.decline(quote.slug, 'Too dear')).data
    expect(data).toMatchObject({
      status: 'Declined',
      is_open: true,
      answer: { kind: 'declined', offers: [] },
    })
    expect(await market.quoteNow(quote.id)).toMatchObject({
      status: 'Declined',
      answer: { kind: 'declined', reason: 'Too dear', email: null },
      offers: [{ accepted: 0 }],
      history: [{ what: 'declined', why: 'Too dear' }, { what: 'accepted' }, { what: 'created' }],
    })
    // A client may think again while the quote stands.
    expect((await market.accept(quote.slug, allOf(quote.offers))).data.data.status).toBe('Accepted')
    expect(await eventsOf(quote.id)).toEqual([
      'quote.changed',
      'quote.accepted',
      'quote.declined',
      'quote.accepted',
    ])
  })

  test('the same again changes nothing', async () => {
    const quote = await market.quote(ofListings(await market.list()))
    for (let times = 0; times < 3; times += 1) await market.decline(quote.slug, 'No')
    expect(await eventsOf(quote.id)).toEqual(['quote.changed', 'quote.declined'])
  })
})

test('[X-QUOTE-15] a withdrawn quote takes no answer, and one that is ordered no other', async () => {
  const quote = await market.quote(ofListings(await market.list()))
  await market.broker.call(quotesRoutes.withdraw, { params: { quote_id: quote.id }, body: {} })
  for (const answer of [
    await market.accept(quote.slug, allOf(quote.offers)),
    await market.decline(quote.slug),
  ])
    expect([answer.status, answer.error.code, answer.error.errors['status']]).toEqual([
      410,
      'quote.ended',
      'Withdrawn',
    ])
  const ordered = await market.quote(ofListings(await market.list()))
  await sql`update quotes set state = 'ordered' where id = ${ordered.id}`.execute(market.db)
  const late = await market.accept(ordered.slug, allOf(ordered.offers))
  expect([late.status, late.error.code]).toEqual([409, 'quote.closed'])
})
