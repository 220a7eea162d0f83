import { refusedOffer } from '@terrace/contracts/quote-page'
import { holdsRoutes } from '@terrace/contracts/holds'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { heldQuantity } from '../../test/factories.ts'
import { lapse } from '../../test/lapse-hold.ts'
import { buildQuoteMarket, type QuoteMarket } from '../../test/quote-market.ts'

/** What a client may say to a quote, and what becomes of it. */

let market: QuoteMarket
beforeAll(async () => {
  market = await buildQuoteMarket()
})
afterAll(() => market.close())

const ofListings = (...ids: string[]) => ({
  listings: ids.map((listing_id) => ({ listing_id, quantity: 2 })),
})
const all = (offers: readonly { id: string; quantity: number }[]) =>
  offers.map(({ id, quantity }) => ({ offer_id: id, quantity }))
const refusals = z.object({ lines: z.array(refusedOffer) })
const eventsOf = async (quoteId: string) => {
  const { rows } = await sql<{ topic: string }>`
    select topic from outbox where subject = ${quoteId} order by id`.execute(market.db)
  return rows.map(({ topic }) => topic)
}
const settle = (values: { holds?: boolean; atMost?: number }) =>
  sql`insert into team_quote_settings (team_id, holds_on_accept, hold_at_most)
    values (${market.broker.teamId}, ${values.holds ?? false}, ${values.atMost ?? 8})
    on conflict (team_id) do update set holds_on_accept = excluded.holds_on_accept, hold_at_most = excluded.hold_at_most`
    .execute(market.db)
    .then(() =>
      sql`insert into outbox (topic, subject, payload) values ('quote_settings.changed', 'x',
        jsonb_build_object('teamId', ${market.broker.teamId}::text))`.execute(market.db),
    )
    .then(() => market.deps.outbox.drain())

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
    expect(refusals.parse(refused.error.errors).lines).toEqual([
      { offer_id: id, code: 'offer.quantity', quantities: [2, 4] },
    ])
    expect((await market.accept(quote.slug, [{ offer_id: id, quantity: 2 }])).ok).toBe(true)
  })

  test('the same again changes nothing and tells nobody; another choice takes its place', async () => {
    const quote = await market.quote(ofListings(await market.list(), await market.list()))
    const [first, second] = all(quote.offers)
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
    expect(refusals.parse(refused.error.errors).lines).toEqual([
      { offer_id: gone?.id, code: 'offer.gone', quantities: [] },
    ])
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
    const foreign = all(other.offers)
    const refused = await market.accept(quote.slug, [{ offer_id: 'off_nobody', quantity: 1 }, ...foreign])
    expect(refusals.parse(refused.error.errors).lines.map(({ code }) => code)).toEqual([
      'offer.unknown',
      'offer.unknown',
    ])
    // Two holds on one listing are two offers; when one has ended, somebody else leaves too few for both.
    const [first, second] = [
      await market.hold(market.broker, listing, 2),
      await market.hold(market.broker, listing, 1),
    ]
    const held = await market.quote({ hold_ids: [first.hold_id, second.hold_id] })
    expect((await market.accept(held.slug, all(held.offers))).ok).toBe(true)
    await lapse(market.db, second.hold_id)
    await market.change(listing, {})
    await market.hold(await market.addBuyer(), listing, 2)
    const together = await market.accept(held.slug, all(held.offers), 'Grace')
    expect(together.error.code).toBe('quote.offers_refused')
    expect(new Set(refusals.parse(together.error.errors).lines.map(({ code }) => code))).toEqual(
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
        offers: all(quote.offers),
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
    await market.accept(quote.slug, all(quote.offers))
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
    expect((await market.accept(quote.slug, all(quote.offers))).data.data.status).toBe('Accepted')
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
  for (const answer of [await market.accept(quote.slug, all(quote.offers)), await market.decline(quote.slug)])
    expect([answer.status, answer.error.code, answer.error.errors['status']]).toEqual([
      410,
      'quote.ended',
      'Withdrawn',
    ])
  const ordered = await market.quote(ofListings(await market.list()))
  await sql`update quotes set state = 'ordered' where id = ${ordered.id}`.execute(market.db)
  const late = await market.accept(ordered.slug, all(ordered.offers))
  expect([late.status, late.error.code]).toEqual([409, 'quote.closed'])
})

describe('tickets set aside on a yes', () => {
  afterAll(() => settle({ holds: false }))

  test('are held for the quote, within the team’s limit, and the client is told until when', async () => {
    await settle({ holds: true, atMost: 3 })
    const listing = await market.list()
    const quote = await market.quote(ofListings(listing))
    const { data } = (await market.accept(quote.slug, all(quote.offers))).data
    expect(Date.parse(data.answer?.held_until ?? '')).toBeGreaterThan(Date.now() + 29 * 60_000)
    expect(await heldQuantity(market.db, listing)).toBe(2)
    const { rows } = await sql<{ quote_ref: string; team_id: string }>`
      select quote_ref, team_id from holds where listing_id = ${listing}`.execute(market.db)
    expect(rows).toEqual([{ quote_ref: quote.id, team_id: market.broker.teamId }])
    // What is held is still there for the same client, and is not held twice.
    const again = (await market.accept(quote.slug, all(quote.offers), 'Grace')).data.data
    expect([again.offers[0]?.state, again.answer?.held_until]).toEqual(['available', data.answer?.held_until])
    expect(await heldQuantity(market.db, listing)).toBe(2)
  })

  test('are none where there would be more than the limit, whichever way they are asked for', async () => {
    await settle({ holds: true, atMost: 3 })
    const [first, second] = [await market.list(), await market.list()]
    const quote = await market.quote(ofListings(first, second))
    const both = (await market.accept(quote.slug, all(quote.offers))).data.data
    expect([both.status, both.answer?.held_until]).toEqual(['Accepted', null])
    const [one, other] = all(quote.offers)
    if (!one || !other) throw new Error('two were offered')
    // One after the other must not come to more than both at once.
    await market.accept(quote.slug, [one])
    await market.accept(quote.slug, [other])
    expect((await heldQuantity(market.db, first)) + (await heldQuantity(market.db, second))).toBe(2)
  })

  test('that the team holds for one client are promised to no other', async () => {
    await settle({ holds: true })
    const listing = await market.list({ quantity: 4 })
    const [one, other] = [await market.quote(ofListings(listing)), await market.quote(ofListings(listing))]
    expect((await market.accept(one.slug, all(one.offers))).data.data.answer?.held_until).not.toBeNull()
    expect((await market.look(other.slug)).data.data.answer).toBeNull()
    const second = (await market.accept(other.slug, all(other.offers), 'Grace')).data.data
    expect(second.answer?.held_until).not.toBeNull()
    expect(await heldQuantity(market.db, listing)).toBe(4)
    // A third has nothing left to be held, though the team holds enough of it: that is for the others.
    const third = await market.quote(ofListings(listing))
    const refused = await market.accept(third.slug, all(third.offers), 'Mary')
    expect(refusals.parse(refused.error.errors).lines).toMatchObject([{ code: 'offer.gone' }])
  })

  test('are not said to be held where only another quote’s are', async () => {
    await settle({ holds: false })
    const listing = await market.list({ quantity: 4 })
    const [one, other] = [await market.quote(ofListings(listing)), await market.quote(ofListings(listing))]
    await market.accept(other.slug, all(other.offers), 'Grace')
    await settle({ holds: true })
    await market.accept(one.slug, all(one.offers))
    expect((await market.look(one.slug)).data.data.answer?.held_until).not.toBeNull()
    expect((await market.look(other.slug)).data.data.answer?.held_until).toBeNull()
  })

  test('go back on sale when the client says no after all, but for what the broker has held or is paying for', async () => {
    await settle({ holds: true })
    const [first, second, paid] = [await market.list(), await market.list(), await market.list()]
    const quote = await market.quote(ofListings(first, second, paid))
    // The broker was faster with these two.
    await market.broker.call(holdsRoutes.place, {
      body: [{ listing_id: second, quantity: 2, quote_ref: quote.id }],
    })
    await market.accept(quote.slug, all(quote.offers))
    await sql`update holds set state = 'paying', attempt_id = 'att_of_the_broker' where listing_id = ${paid}`.execute(
      market.db,
    )
    const held = () => Promise.all([first, second, paid].map((listing) => heldQuantity(market.db, listing)))
    expect(await held()).toEqual([2, 2, 2])
    const { data } = (await market.decline(quote.slug, 'Too dear')).data
    expect([data.status, data.offers[0]?.state]).toEqual(['Declined', 'available'])
    expect(await held()).toEqual([0, 2, 2])
    // The feed of everybody else knows at once, and a second yes holds them again.
    const other = await market.addBuyer()
    expect((await market.hold(other, first, 4)).quantity).toBe(4)
    // Said again, a no finds nothing more to give back.
    await market.decline(quote.slug, 'Far too dear')
    expect(await held()).toEqual([4, 2, 2])
  })

  test('that somebody else took first are not said yes to', async () => {
    await settle({ holds: true })
    const listing = await market.list({ quantity: 2 })
    const quote = await market.quote(ofListings(listing))
    await market.look(quote.slug)
    // Past the book: this process has not heard of it when the answer comes.
    await sql`update listings set sold = 2 where id = ${listing}`.execute(market.db)
    const { status, error } = await market.accept(quote.slug, all(quote.offers))
    expect([status, error.code]).toEqual([409, 'quote.offers_refused'])
    expect((await market.quoteNow(quote.id)).status).toBe('Active')
  })
})
