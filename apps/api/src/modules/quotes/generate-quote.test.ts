import { quoteBody, quotesRoutes, type QuoteBodyInput } from '@terrace/contracts/quotes'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../../test/build-test-app.ts'
import { addEvent, addListing, addRates, addVenue, heldQuantity } from '../../test/factories.ts'
import { lapse } from '../../test/lapse-hold.ts'
import { buildQuoteMarket, type QuoteMarket } from '../../test/quote-market.ts'
import { createRates } from '../listings/index.ts'
import { generateQuote } from './generate-quote.ts'

/** What a broker can quote, for how much, and what is refused. */

let market: QuoteMarket
let broker: Caller
let listing: string
beforeAll(async () => {
  market = await buildQuoteMarket()
  broker = market.broker
  listing = await market.list({ firstSeat: 7 })
  await addRates(market.db, new Date().toISOString().slice(0, 10), { GBP: '0.85', USD: '1.1' })
})
afterAll(() => market.close())

const gbp = (amount: string) => ({ amount, currency: 'GBP' })
const bodyOf = (values: Partial<QuoteBodyInput> = {}): QuoteBodyInput => ({
  event_id: market.eventId,
  title: 'Two for the derby',
  quote_expiry: 4,
  currency_to_display: 'GBP',
  commission_method: 'percentage',
  commission_amount: '12.5',
  listings: [{ listing_id: listing, quantity: 2 }],
  ...values,
})
const whole = (values: Partial<QuoteBodyInput> = {}) => {
  const { listings: _, ...body } = bodyOf(values)
  return body
}
const generate = async (body: QuoteBodyInput, by = broker) =>
  (await by.call(quotesRoutes.generate, { body })).data.data
const refusal = async (body: QuoteBodyInput, by = broker) => {
  const { status, error } = await by.call(quotesRoutes.generate, { body })
  return { status, code: error.code, errors: error.errors }
}
const countQuotes = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from quotes`.execute(market.db)
  return rows[0]?.count
}

describe('what can be quoted', () => {
  test('[API-26] [QUOTE-02] [QUOTE-03] [X-QUOTE-01] [X-QUOTE-04] a chosen set, with client and note, priced by the server', async () => {
    const quote = await generate(bodyOf({ client_name: 'Ada', note: 'As discussed' }))
    expect(quote).toMatchObject({
      title: 'Two for the derby',
      client_name: 'Ada',
      note: 'As discussed',
      status: 'Active',
      scope: 'listings',
      price_mode: 'floating',
      currency: 'GBP',
      commission_method: 'percentage',
      commission_amount: '12.50',
      created_by: 'Jo Marsh',
      views: { count: 0, first_at: null, last_at: null },
      answer: null,
      order_id: null,
      history: [{ what: 'created', who: 'Jo Marsh', why: null }],
    })
    expect(quote.offers).toEqual([
      expect.objectContaining({
        listing_id: listing,
        quantity: 2,
        state: 'available',
        available: 4,
        cost_then: gbp('85.00'),
        parts: [
          {
            quantity: 2,
            kind: 'open',
            cost: gbp('85.00'),
            service_fee: gbp('4.25'),
            // Half up: 10.625.
            commission: gbp('10.63'),
            client_price: gbp('95.63'),
            net: gbp('6.38'),
          },
        ],
        is_dearer: false,
        accepted: 0,
      }),
    ])
    expect(quote.totals).toEqual({
      quantity: 2,
      client_total: gbp('191.26'),
      net_commission: gbp('12.76'),
    })
  })

  test('[QUOTE-08] [QUOTE-09] [X-QUOTE-08] a fixed commission is added to each ticket’s price, and may be less than the fee', async () => {
    const { offers } = await generate(bodyOf({ commission_method: 'fixed', commission_amount: 3 }))
    expect(offers[0]?.parts).toMatchObject([
      { commission: { amount: '3.00' }, client_price: { amount: '88.00' }, net: { amount: '-1.25' } },
    ])
  })

  test('[QUOTE-05] [X-QUOTE-03] with neither listings nor holds it is the whole event, which names nothing', async () => {
    const quote = await generate(whole())
    expect(quote).toMatchObject({ scope: 'event', is_vip_listings: false, offers: [], totals: null })
    // There is no hospitality listing.
    expect(await refusal(whole({ is_vip_listings: 1 }))).toMatchObject({
      status: 409,
      code: 'quote.listings_refused',
      errors: { title: 'There are no hospitality tickets for this event now' },
    })
  })

  test('[QUOTE-04] [X-QUOTE-05] with holds the held tickets are the offer, at the price that they froze, and stay held', async () => {
    const held = await market.list({ quantity: 2 })
    const hold = await market.hold(broker, held, 2)
    await market.change(held, { priceMinor: 9900 })
    const quote = await generate(whole({ hold_ids: [hold.hold_id] }))
    expect(quote.offers[0]).toMatchObject({
      hold_id: hold.hold_id,
      quantity: 2,
      state: 'available',
      available: 2,
      cost_then: { amount: '85.00' },
      parts: [{ quantity: 2, kind: 'held', cost: { amount: '85.00' } }],
    })
    expect(await heldQuantity(market.db, held)).toBe(2)
    // Once the hold has ended it is the seller's stock again, at the seller's price.
    await lapse(market.db, hold.hold_id)
    await market.change(held, { priceMinor: 9900 })
    const later = (await broker.call(quotesRoutes.one, { params: { quote_id: quote.id } })).data.data
    expect(later.offers[0]).toMatchObject({
      hold_id: null,
      state: 'available',
      parts: [{ kind: 'open', cost: { amount: '99.00' }, client_price: { amount: '111.38' } }],
    })
  })

  test('what the own team holds is not sold out to it', async () => {
    const held = await market.list({ quantity: 2 })
    await market.hold(broker, held, 2)
    const quote = await generate(bodyOf({ listings: [{ listing_id: held, quantity: 2 }] }))
    expect(quote.offers[0]).toMatchObject({ state: 'available', available: 2 })
    const stranger = await market.addBuyer()
    expect(await refusal(bodyOf({ listings: [{ listing_id: held, quantity: 2 }] }), stranger)).toMatchObject({
      code: 'quote.listings_refused',
      errors: { lines: [{ index: 0, listing_id: held, code: 'listing.gone', available: 0, splits: [] }] },
    })
  })

  test('prices in another currency are converted by the day’s rate, and kept with it', async () => {
    const quote = await generate(bodyOf({ currency_to_display: 'USD', price_mode: 'locked' }))
    // 85.00 × 1.1 / 0.85
    expect(quote.offers[0]).toMatchObject({
      cost_then: { amount: '110.00', currency: 'USD' },
      parts: [{ client_price: { amount: '123.75', currency: 'USD' } }],
    })
    const { rows } = await sql<{ kept: string }>`
      select seller_minor || ' ' || seller_currency || ' ' || cost_minor || ' ' || rate::text as kept
      from quote_offers where quote_id = ${quote.id}`.execute(market.db)
    expect(rows[0]?.kept).toBe('8500 GBP 11000 1.2941176471')
  })

  test('[X-QUOTE-02] a locked price stays what it was, and the broker is told that it costs more now; a floating one follows', async () => {
    const id = await market.list({ priceMinor: 5000 })
    const listings = [{ listing_id: id, quantity: 2 }]
    const locked = await generate(bodyOf({ listings, price_mode: 'locked' }))
    const floating = await generate(bodyOf({ listings }))
    expect([locked.price_mode, floating.price_mode]).toEqual(['locked', 'floating'])
    await market.change(id, { priceMinor: 6000 })
    const now = async (quoteId: string) =>
      (await broker.call(quotesRoutes.one, { params: { quote_id: quoteId } })).data.data
    expect(await now(locked.id)).toMatchObject({
      has_dearer: true,
      offers: [
        {
          is_dearer: true,
          cost_then: { amount: '50.00' },
          parts: [{ cost: { amount: '60.00' }, client_price: { amount: '56.25' }, net: { amount: '-6.75' } }],
        },
      ],
    })
    expect(await now(floating.id)).toMatchObject({
      has_dearer: false,
      offers: [{ is_dearer: false, parts: [{ client_price: { amount: '67.50' } }] }],
    })
  })

  test('it ends at the latest when the event begins', async () => {
    const startsAt = new Date(Date.now() + 90 * 60_000)
    const eventId = await addEvent(market.db, { venueId: market.venueId, startsAt })
    const { category_id: seatingCategoryId } = await market.db
      .selectFrom('listings')
      .select('category_id')
      .where('id', '=', listing)
      .executeTakeFirstOrThrow()
    await addListing(market.db, { eventId, sellerTeamId: market.sellerTeamId, seatingCategoryId })
    expect((await generate(whole({ event_id: eventId }))).expires_at).toBe(startsAt.toISOString())
  })
})

describe('the link', () => {
  test('[X-QUOTE-13] holds 128 random bits, of which the database has a hash and a sealed copy', async () => {
    const [one, other] = [await generate(bodyOf()), await generate(bodyOf())]
    expect(one.slug).toMatch(/^[\w-]{22}$/)
    expect(one.slug).not.toBe(other.slug)
    expect(one.link).toMatch(new RegExp(`^http://localhost:\\d+/quote/${one.slug}$`))
    const { rows } = await sql<{ text: string }>`
      select (select string_agg(q::text, '') from quotes q) || (select string_agg(o::text, '') from outbox o)
        || coalesce((select string_agg(k::text, '') from idempotency_keys k), '') as text`.execute(market.db)
    expect(rows[0]?.text).toContain(one.id)
    expect(rows[0]?.text).not.toContain(one.slug)
  })
})

describe('repeats', () => {
  test('[X-QUOTE-07] the same request with the same key, ten times at once, is one quote', async () => {
    const before = await countQuotes()
    const body = bodyOf({ title: 'Once' })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        broker.call(quotesRoutes.generate, { body, idempotencyKey: 'quote-once' }),
      ),
    )
    expect(new Set(answers.map(({ data }) => data.data.id)).size).toBe(1)
    expect(await countQuotes()).toBe((before ?? 0) + 1)
    const other = await broker.call(quotesRoutes.generate, {
      body: bodyOf({ title: 'Twice' }),
      idempotencyKey: 'quote-once',
    })
    expect(other.error.code).toBe('idempotency.key_reused')
    // A key is the team's: another one's is another request.
    const stranger = await market.addBuyer()
    const answer = await stranger.call(quotesRoutes.generate, { body, idempotencyKey: 'quote-once' })
    expect(answer.data.data.id).not.toBe(answers[0]?.data.data.id)
  })
})

describe('what is refused, and stores nothing', () => {
  let before: number | undefined
  beforeEach(async () => {
    before = await countQuotes()
  })
  afterEach(async () => {
    expect(await countQuotes()).toBe(before)
  })

  const manyListings = Array.from({ length: 200 }, (_, index) => ({
    listing_id: `lst_${index}`,
    quantity: 1,
  }))

  test.each<[string, Partial<QuoteBodyInput>, string]>([
    ['[X-QUOTE-06] an expiry that is not in the list', { quote_expiry: 3 }, 'quote_expiry'],
    ['[X-QUOTE-06] more than a day', { quote_expiry: 26 }, 'quote_expiry'],
    ['[X-QUOTE-06] no time at all', { quote_expiry: 0 }, 'quote_expiry'],
    ['half an hour', { quote_expiry: 2.5 }, 'quote_expiry'],
    ['a negative commission', { commission_amount: '-1' }, 'commission_amount'],
    ['a commission that is no number', { commission_amount: 'ten' }, 'commission_amount'],
    ['a commission with half a penny', { commission_amount: '1.005' }, 'commission_amount'],
    ['an absurd percentage', { commission_amount: '1000.01' }, 'commission_amount'],
    [
      'an absurd fixed commission',
      { commission_method: 'fixed', commission_amount: '850.01' },
      'commission_amount',
    ],
    ['an empty title', { title: '  ' }, 'title'],
    ['a title without end', { title: 'x'.repeat(121) }, 'title'],
    ['200 offers', { listings: manyListings }, 'listings'],
    ['an empty list', { listings: [] }, 'listings'],
    ['no tickets', { listings: [{ listing_id: 'lst_1', quantity: 0 }] }, 'listings.0.quantity'],
    [
      'the same listing twice',
      {
        listings: [
          { listing_id: 'lst_1', quantity: 1 },
          { listing_id: 'lst_1', quantity: 2 },
        ],
      },
      'listings',
    ],
    ['listings and holds', { hold_ids: ['hld_1'] }, 'listings'],
    ['a currency that is none', { currency_to_display: 'pounds' }, 'currency_to_display'],
  ])('%s', async (_what, values, field) => {
    const { status, code, errors } = await refusal(bodyOf(values))
    expect([status, code]).toEqual([422, 'input.invalid'])
    expect(Object.keys(Object(errors['fields']))).toEqual([field])
  })

  test('a lock on the prices of a whole event, which names none', async () => {
    const { status, errors } = await refusal(whole({ price_mode: 'locked' }))
    expect([status, Object.keys(Object(errors['fields']))]).toEqual([422, ['price_mode']])
  })

  test('a currency without a rate', async () => {
    expect(await refusal(bodyOf({ currency_to_display: 'XCD' }))).toMatchObject({
      status: 422,
      code: 'currency.unknown',
    })
  })

  test('listings of several events, gone or withdrawn ones, one’s own, too many, a number that is not sold', async () => {
    const elsewhere = await addEvent(market.db, { venueId: market.venueId })
    const ground = await addVenue(market.db)
    const other = await addListing(market.db, {
      eventId: elsewhere,
      sellerTeamId: market.sellerTeamId,
      seatingCategoryId: ground.seatingCategoryId,
    })
    const [gone, withdrawn, together] = [
      await market.list({ quantity: 2 }),
      await market.list(),
      await market.list({ splitType: 'All Together' }),
    ]
    const own = await market.list()
    await sql`update listings set seller_team_id = ${broker.teamId} where id = ${own}`.execute(market.db)
    await sql`update listings set sold = 2 where id = ${gone}`.execute(market.db)
    await sql`update listings set status = 'withdrawn' where id = ${withdrawn}`.execute(market.db)
    market.deps.books.doubt(market.eventId)
    const ids = [listing, other, gone, withdrawn, own, together, 'lst_nobody']
    const { status, code, errors } = await refusal(
      bodyOf({ listings: ids.map((id) => ({ listing_id: id, quantity: id === together ? 3 : 2 })) }),
    )
    expect([status, code]).toEqual([409, 'quote.listings_refused'])
    expect(errors['lines']).toMatchObject([
      { index: 1, listing_id: other, code: 'listing.other_event' },
      { index: 2, listing_id: gone, code: 'listing.gone' },
      { index: 3, listing_id: withdrawn, code: 'listing.withdrawn' },
      { index: 4, listing_id: own, code: 'listing.own' },
      { index: 5, listing_id: together, code: 'listing.split_not_allowed', available: 4, splits: [4] },
      { index: 6, listing_id: 'lst_nobody', code: 'listing.not_found' },
    ])
    const tooMany = await refusal(bodyOf({ listings: [{ listing_id: listing, quantity: 5 }] }))
    expect(tooMany.errors['lines']).toMatchObject([
      { code: 'listing.insufficient_quantity', available: 4, splits: [1, 2, 3, 4] },
    ])
  })

  test('another team’s hold, one that has ended, one of another event', async () => {
    const stranger = await market.addBuyer()
    const theirs = await market.hold(stranger, await market.list(), 1)
    const ended = await market.hold(broker, await market.list(), 1)
    await lapse(market.db, ended.hold_id)
    const { status, code, errors } = await refusal(
      whole({ hold_ids: [theirs.hold_id, ended.hold_id, 'hld_nobody'] }),
    )
    expect([status, code]).toEqual([409, 'quote.holds_refused'])
    expect(errors['lines']).toMatchObject([
      { index: 0, hold_id: theirs.hold_id, code: 'hold.not_found' },
      { index: 1, hold_id: ended.hold_id, code: 'hold.ended' },
      { index: 2, hold_id: 'hld_nobody', code: 'hold.not_found' },
    ])
  })

  test('an event that is over, cancelled, or never was', async () => {
    const past = await addEvent(market.db, {
      venueId: market.venueId,
      startsAt: new Date(Date.now() - 1000),
    })
    const cancelled = await addEvent(market.db, { venueId: market.venueId, status: 'cancelled' })
    expect((await refusal(whole({ event_id: past }))).code).toBe('quote.event_over')
    expect((await refusal(whole({ event_id: cancelled }))).code).toBe('quote.event_over')
    expect((await refusal(whole({ event_id: 999_999 }))).code).toBe('event.not_found')
  })
})

test('HTML in title and note is kept as text', async () => {
  const quote = await generate(bodyOf({ title: '<b>Best</b>', note: '<script>alert(1)</script>' }))
  expect([quote.title, quote.note]).toEqual(['<b>Best</b>', '<script>alert(1)</script>'])
})

test('in production no price is quoted by a rate that is out of date', async () => {
  const old = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10)
  await sql`delete from exchange_rates`.execute(market.db)
  await addRates(market.db, old, { GBP: '0.85', USD: '1.1' })
  const { books, rates: _, ...deps } = market.deps
  const rates = createRates(deps)
  const by = { teamId: broker.teamId, accountId: broker.accountId }
  const make = (currency: string) =>
    generateQuote(
      { ...deps, books, rates, config: { ...deps.config, production: true } },
      { by, body: quoteBody.parse(bodyOf({ currency_to_display: currency })), key: undefined },
    )
  await expect(make('USD')).rejects.toMatchObject({ code: 'quote.rate_stale' })
  await expect(make('GBP')).resolves.toMatch(/^qt_/)
})
