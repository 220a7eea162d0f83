import { quoteCreationRoutes, quoteBody, type QuoteBodyInput } from '@terrace/contracts/quote-creation'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createClientBook } from '#api/modules/clients/index.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { addEvent, addListing, addRates, addVenue, heldQuantity } from '#api/test/fixtures/factories.ts'
import { expireHold } from '#api/test/fixtures/expire-hold.ts'
import { buildQuoteFixture, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'
import { createRates } from '#api/modules/listings/index.ts'
import { generateQuote } from './generate-quote.ts'

let market: QuoteFixture
let broker: Caller
let listing: string
beforeAll(async () => {
  market = await buildQuoteFixture()
  broker = market.broker
  listing = await market.list({ firstSeat: 7 })
  await addRates(market.db, new Date().toISOString().slice(0, 10), { GBP: '0.85', USD: '1.1' })
})
afterAll(() => market.close())

const gbp = (amount: string) => ({ amount, currency: 'GBP' })
const bodyWith = (values: Partial<QuoteBodyInput> = {}): QuoteBodyInput => ({
  event_id: market.eventId,
  title: 'Two for the derby',
  quote_expiry: 4,
  currency_to_display: 'GBP',
  commission_method: 'percentage',
  commission_amount: '12.5',
  listings: [{ listing_id: listing, quantity: 2 }],
  ...values,
})
const wholeEventBody = (values: Partial<QuoteBodyInput> = {}) => {
  const { listings: _, ...body } = bodyWith(values)
  return body
}
const generate = async (body: QuoteBodyInput, by = broker) =>
  (await by.call(quoteCreationRoutes.generate, { body })).data.data
const rejection = async (body: QuoteBodyInput, by = broker) => {
  const { status, error } = await by.call(quoteCreationRoutes.generate, { body })
  return { status, code: error.code, errors: error.errors }
}
const countQuotes = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from quotes`.execute(market.db)
  return rows[0]?.count
}

describe('quotable tickets', () => {
  test('[API-26] [QUOTE-02] [QUOTE-03] [X-QUOTE-01] [X-QUOTE-04] chosen listings with client and note are priced by the server', async () => {
    const quote = await generate(bodyWith({ client_name: 'Ada', note: 'As discussed' }))
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
      response: null,
      order_id: null,
      history: [{ event: 'created', actor_name: 'Jo Marsh', reason: null }],
    })
    expect(quote.offers).toEqual([
      expect.objectContaining({
        listing_id: listing,
        quantity: 2,
        state: 'available',
        available: 4,
        cost_when_quoted: gbp('85.00'),
        parts: [
          {
            quantity: 2,
            kind: 'unheld',
            cost: gbp('85.00'),
            service_fee: gbp('4.25'),
            // 10.625, rounded half up.
            commission: gbp('10.63'),
            client_price: gbp('95.63'),
            net: gbp('6.38'),
          },
        ],
        price_increased: false,
        accepted: 0,
      }),
    ])
    expect(quote.totals).toEqual({
      quantity: 2,
      client_total: gbp('191.26'),
      net_commission: gbp('12.76'),
    })
  })

  test('[QUOTE-08] [QUOTE-09] [X-QUOTE-08] a fixed commission is added per ticket and may be below the fee', async () => {
    const { offers } = await generate(bodyWith({ commission_method: 'fixed', commission_amount: 3 }))
    expect(offers[0]?.parts).toMatchObject([
      { commission: { amount: '3.00' }, client_price: { amount: '88.00' }, net: { amount: '-1.25' } },
    ])
  })

  test('[QUOTE-05] [X-QUOTE-03] without listings and holds, the quote covers the whole event', async () => {
    const quote = await generate(wholeEventBody())
    expect(quote).toMatchObject({ scope: 'event', is_vip_listings: false, offers: [], totals: null })
    // The event has no hospitality listings.
    expect(await rejection(wholeEventBody({ is_vip_listings: 1 }))).toMatchObject({
      status: 409,
      code: 'quote.listings_invalid',
      errors: { title: 'No hospitality tickets are available for this event' },
    })
  })

  test('[QUOTE-04] [X-QUOTE-05] held tickets are quoted at their frozen price and stay held', async () => {
    const held = await market.list({ quantity: 2 })
    const hold = await market.hold(broker, held, 2)
    await market.change(held, { priceMinor: 9900 })
    const quote = await generate(wholeEventBody({ hold_ids: [hold.hold_id] }))
    expect(quote.offers[0]).toMatchObject({
      hold_id: hold.hold_id,
      quantity: 2,
      state: 'available',
      available: 2,
      cost_when_quoted: { amount: '85.00' },
      parts: [{ quantity: 2, kind: 'held', cost: { amount: '85.00' } }],
    })
    expect(await heldQuantity(market.db, held)).toBe(2)
    // Once the hold has expired, the offer uses live stock at the seller's price.
    await expireHold(market.db, hold.hold_id)
    await market.change(held, { priceMinor: 9900 })
    const later = (await broker.call(quotesRoutes.one, { params: { quote_id: quote.id } })).data.data
    expect(later.offers[0]).toMatchObject({
      hold_id: null,
      state: 'available',
      parts: [{ kind: 'unheld', cost: { amount: '99.00' }, client_price: { amount: '111.38' } }],
    })
  })

  test('tickets held by the broker’s team are available to its quote', async () => {
    const held = await market.list({ quantity: 2 })
    await market.hold(broker, held, 2)
    const quote = await generate(bodyWith({ listings: [{ listing_id: held, quantity: 2 }] }))
    expect(quote.offers[0]).toMatchObject({ state: 'available', available: 2 })
    const otherTeam = await market.addBuyer()
    expect(
      await rejection(bodyWith({ listings: [{ listing_id: held, quantity: 2 }] }), otherTeam),
    ).toMatchObject({
      code: 'quote.listings_invalid',
      errors: {
        lines: [{ index: 0, listing_id: held, code: 'listing.unavailable', available: 0, splits: [] }],
      },
    })
  })

  test('foreign prices are converted at the rate of the day, which is stored', async () => {
    const quote = await generate(bodyWith({ currency_to_display: 'USD', price_mode: 'locked' }))
    // 85.00 × 1.1 / 0.85
    expect(quote.offers[0]).toMatchObject({
      cost_when_quoted: { amount: '110.00', currency: 'USD' },
      parts: [{ client_price: { amount: '123.75', currency: 'USD' } }],
    })
    const { rows } = await sql<{ stored: string }>`
      select seller_price_minor || ' ' || seller_currency || ' ' || cost_minor || ' ' || rate::text as stored
      from quote_offers where quote_id = ${quote.id}`.execute(market.db)
    expect(rows[0]?.stored).toBe('8500 GBP 11000 1.2941176471')
  })

  test('[X-QUOTE-02] a locked price stays and shows the increase; a floating price follows the seller', async () => {
    const id = await market.list({ priceMinor: 5000 })
    const listings = [{ listing_id: id, quantity: 2 }]
    const locked = await generate(bodyWith({ listings, price_mode: 'locked' }))
    const floating = await generate(bodyWith({ listings }))
    expect([locked.price_mode, floating.price_mode]).toEqual(['locked', 'floating'])
    await market.change(id, { priceMinor: 6000 })
    const now = async (quoteId: string) =>
      (await broker.call(quotesRoutes.one, { params: { quote_id: quoteId } })).data.data
    expect(await now(locked.id)).toMatchObject({
      has_price_increases: true,
      offers: [
        {
          price_increased: true,
          cost_when_quoted: { amount: '50.00' },
          parts: [{ cost: { amount: '60.00' }, client_price: { amount: '56.25' }, net: { amount: '-6.75' } }],
        },
      ],
    })
    expect(await now(floating.id)).toMatchObject({
      has_price_increases: false,
      offers: [{ price_increased: false, parts: [{ client_price: { amount: '67.50' } }] }],
    })
  })

  test('a quote expires at the start of the event at the latest', async () => {
    const startsAt = new Date(Date.now() + 90 * 60_000)
    const eventId = await addEvent(market.db, { venueId: market.venueId, startsAt })
    const { category_id: seatingCategoryId } = await market.db
      .selectFrom('listings')
      .select('category_id')
      .where('id', '=', listing)
      .executeTakeFirstOrThrow()
    await addListing(market.db, { eventId, sellerTeamId: market.sellerTeamId, seatingCategoryId })
    expect((await generate(wholeEventBody({ event_id: eventId }))).expires_at).toBe(startsAt.toISOString())
  })
})

describe('the link', () => {
  test('[X-QUOTE-13] has 128 random bits and is stored only hashed and encrypted', async () => {
    const [one, other] = [await generate(bodyWith()), await generate(bodyWith())]
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
  test('[X-QUOTE-07] ten simultaneous requests with one key create one quote', async () => {
    const before = await countQuotes()
    const repeated = { body: bodyWith({ title: 'Once' }), idempotencyKey: 'quote-once' }
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => broker.call(quoteCreationRoutes.generate, repeated)),
    )
    expect(new Set(responses.map(({ data }) => data.data.id)).size).toBe(1)
    expect(await countQuotes()).toBe((before ?? 0) + 1)
    const other = await broker.call(quoteCreationRoutes.generate, {
      ...repeated,
      body: bodyWith({ title: 'Twice' }),
    })
    expect(other.error.code).toBe('idempotency.key_reused')
    // Keys are scoped to the team.
    const otherTeam = await market.addBuyer()
    const response = await otherTeam.call(quoteCreationRoutes.generate, repeated)
    expect(response.data.data.id).not.toBe(responses[0]?.data.data.id)
  })
})

describe('rejected input stores nothing', () => {
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
    ['[X-QUOTE-06] an expiry outside the list', { quote_expiry: 3 }, 'quote_expiry'],
    ['[X-QUOTE-06] an expiry above a day', { quote_expiry: 26 }, 'quote_expiry'],
    ['[X-QUOTE-06] an expiry of zero', { quote_expiry: 0 }, 'quote_expiry'],
    ['an expiry with half an hour', { quote_expiry: 2.5 }, 'quote_expiry'],
    ['a negative commission', { commission_amount: '-1' }, 'commission_amount'],
    ['a commission that is not a number', { commission_amount: 'ten' }, 'commission_amount'],
    ['a commission with three decimals', { commission_amount: '1.005' }, 'commission_amount'],
    ['a percentage above the limit', { commission_amount: '1000.01' }, 'commission_amount'],
    [
      'a fixed commission above the limit',
      { commission_method: 'fixed', commission_amount: '850.01' },
      'commission_amount',
    ],
    ['an empty title', { title: '  ' }, 'title'],
    ['a title above the length limit', { title: 'x'.repeat(121) }, 'title'],
    ['200 offers', { listings: manyListings }, 'listings'],
    ['an empty list', { listings: [] }, 'listings'],
    ['a quantity of zero', { listings: [{ listing_id: 'lst_1', quantity: 0 }] }, 'listings.0.quantity'],
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
    ['both listings and holds', { hold_ids: ['hld_1'] }, 'listings'],
    ['an invalid currency', { currency_to_display: 'pounds' }, 'currency_to_display'],
  ])('%s', async (_what, values, field) => {
    const { status, code, errors } = await rejection(bodyWith(values))
    expect([status, code]).toEqual([422, 'input.invalid'])
    expect(Object.keys(Object(errors['fields']))).toEqual([field])
  })

  test('locked prices for a whole event', async () => {
    const { status, errors } = await rejection(wholeEventBody({ price_mode: 'locked' }))
    expect([status, Object.keys(Object(errors['fields']))]).toEqual([422, ['price_mode']])
  })

  test('a currency without a rate', async () => {
    expect(await rejection(bodyWith({ currency_to_display: 'XCD' }))).toMatchObject({
      status: 422,
      code: 'currency.unknown',
    })
  })

  test('listings that are unavailable, from other events or in quantities that can’t be sold', async () => {
    const otherEventId = await addEvent(market.db, { venueId: market.venueId })
    const otherVenue = await addVenue(market.db)
    const other = await addListing(market.db, {
      eventId: otherEventId,
      sellerTeamId: market.sellerTeamId,
      seatingCategoryId: otherVenue.seatingCategoryId,
    })
    const [unavailable, withdrawn, together] = [
      await market.list({ quantity: 2 }),
      await market.list(),
      await market.list({ splitType: 'All Together' }),
    ]
    const teamListing = await market.list()
    await sql`update listings set seller_team_id = ${broker.teamId} where id = ${teamListing}`.execute(
      market.db,
    )
    await sql`update listings set sold = 2 where id = ${unavailable}`.execute(market.db)
    await sql`update listings set status = 'withdrawn' where id = ${withdrawn}`.execute(market.db)
    market.deps.eventCache.invalidate(market.eventId)
    const ids = [listing, other, unavailable, withdrawn, teamListing, together, 'lst_unknown']
    const { status, code, errors } = await rejection(
      bodyWith({ listings: ids.map((id) => ({ listing_id: id, quantity: id === together ? 3 : 2 })) }),
    )
    expect([status, code]).toEqual([409, 'quote.listings_invalid'])
    expect(errors['lines']).toMatchObject([
      { index: 1, listing_id: other, code: 'listing.other_event' },
      { index: 2, listing_id: unavailable, code: 'listing.unavailable' },
      { index: 3, listing_id: withdrawn, code: 'listing.withdrawn' },
      { index: 4, listing_id: teamListing, code: 'listing.own_team' },
      { index: 5, listing_id: together, code: 'listing.split_not_allowed', available: 4, splits: [4] },
      { index: 6, listing_id: 'lst_unknown', code: 'listing.not_found' },
    ])
    const tooManyTickets = await rejection(bodyWith({ listings: [{ listing_id: listing, quantity: 5 }] }))
    expect(tooManyTickets.errors['lines']).toMatchObject([
      { code: 'listing.insufficient_quantity', available: 4, splits: [1, 2, 3, 4] },
    ])
  })

  test('holds of another team, expired holds and holds for another event', async () => {
    const otherTeam = await market.addBuyer()
    const theirs = await market.hold(otherTeam, await market.list(), 1)
    const ended = await market.hold(broker, await market.list(), 1)
    await expireHold(market.db, ended.hold_id)
    const { status, code, errors } = await rejection(
      wholeEventBody({ hold_ids: [theirs.hold_id, ended.hold_id, 'hld_unknown'] }),
    )
    expect([status, code]).toEqual([409, 'quote.holds_invalid'])
    expect(errors['lines']).toMatchObject([
      { index: 0, hold_id: theirs.hold_id, code: 'hold.not_found' },
      { index: 1, hold_id: ended.hold_id, code: 'hold.ended' },
      { index: 2, hold_id: 'hld_unknown', code: 'hold.not_found' },
    ])
  })

  test('an event that has ended, was cancelled or doesn’t exist', async () => {
    const past = await addEvent(market.db, {
      venueId: market.venueId,
      startsAt: new Date(Date.now() - 1000),
    })
    const cancelled = await addEvent(market.db, { venueId: market.venueId, status: 'cancelled' })
    expect((await rejection(wholeEventBody({ event_id: past }))).code).toBe('quote.event_over')
    expect((await rejection(wholeEventBody({ event_id: cancelled }))).code).toBe('quote.event_over')
    expect((await rejection(wholeEventBody({ event_id: 999_999 }))).code).toBe('event.not_found')
  })
})

test('HTML in title and note is stored as text', async () => {
  const quote = await generate(bodyWith({ title: '<b>Best</b>', note: '<script>alert(1)</script>' }))
  expect([quote.title, quote.note]).toEqual(['<b>Best</b>', '<script>alert(1)</script>'])
})

test('production rejects quotes at outdated exchange rates', async () => {
  const old = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10)
  await sql`delete from exchange_rates`.execute(market.db)
  await addRates(market.db, old, { GBP: '0.85', USD: '1.1' })
  const { eventCache, rates: _, ...deps } = market.deps
  const rates = createRates(deps)
  const by = { teamId: broker.teamId, accountId: broker.accountId }
  const make = (currency: string) =>
    generateQuote(
      {
        ...deps,
        eventCache,
        rates,
        clientBook: createClientBook(deps),
        config: { ...deps.config, production: true },
      },
      { by, body: quoteBody.parse(bodyWith({ currency_to_display: currency })), key: undefined },
    )
  await expect(make('USD')).rejects.toMatchObject({ code: 'quote.rate_stale' })
  await expect(make('GBP')).resolves.toMatch(/^qt_/)
})
