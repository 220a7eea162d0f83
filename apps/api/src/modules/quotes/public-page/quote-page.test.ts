import { endedQuote, quotePageRoutes } from '@terrace/contracts/quote-page'
import { generateSeatingPlan } from '@terrace/domain/seating-plan/seating-plan'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { browserName, buildQuoteFixture, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'
import { expireHold } from '#api/test/fixtures/expire-hold.ts'
import { createTestClock } from '#api/test/harness/test-clock.ts'

/** The public page of a quote. */

const clock = createTestClock()
let market: QuoteFixture
beforeAll(async () => {
  market = await buildQuoteFixture({ clock })
})
afterAll(() => market.close())
beforeEach(() => clock.set(new Date()))

const ofListing = (listing_id: string, quantity = 2) => ({ listings: [{ listing_id, quantity }] })

describe('an open quote', () => {
  test('[API-27] [QUOTE-01] [X-QUOTE-09] is public and shows client prices', async () => {
    const listing = await market.list({ firstSeat: 7 })
    const { slug } = await market.quote({ ...ofListing(listing), client_name: 'Ada', note: 'As discussed' })
    const { data, meta } = (await market.openQuote(slug)).data
    expect(data).toMatchObject({
      title: 'Two for the derby',
      client_name: 'Ada',
      note: 'As discussed',
      status: 'Active',
      is_open: true,
      is_price_locked: false,
      brand: { name: expect.stringMatching(/^Team /), email: expect.stringContaining('@'), phone: null },
      event: { venue_name: expect.stringMatching(/^Ground /), city: 'London' },
      response: null,
    })
    expect(data.offers).toEqual([
      expect.objectContaining({
        section: 'Block 112',
        first_seat: 7,
        last_seat: 10,
        quantity: 2,
        quantities: [1, 2],
        price: { amount: '93.50', currency: 'GBP' },
        total: { amount: '187.00', currency: 'GBP' },
        state: 'available',
        alternatives: [],
      }),
    ])
    expect(meta).toEqual({ total: 1, page: 1, per_page: 100, last_page: 1 })
  })

  test('is never cached', async () => {
    const { slug } = await market.quote(ofListing(await market.list()))
    for (const url of ['/api/trade/quote-details', '/api/trade/quote-plan']) {
      const response = await market.app.inject({ method: 'POST', url, payload: { slug } })
      expect(response.headers['cache-control']).toBe('no-store')
    }
  })

  test('[X-QUOTE-16] shows current availability', async () => {
    const listing = await market.list({ quantity: 4 })
    const { slug } = await market.quote(ofListing(listing, 3))
    const state = async () => {
      const [offer] = (await market.openQuote(slug)).data.data.offers
      return [offer?.state, offer?.quantities]
    }
    expect(await state()).toEqual(['available', [1, 2, 3]])
    await market.hold(await market.addBuyer(), listing, 2)
    expect(await state()).toEqual(['short', [1, 2]])
    const rest = await market.hold(await market.addBuyer(), listing, 2)
    expect(await state()).toEqual(['unavailable', []])
    await expireHold(market.db, rest.hold_id)
    await market.change(listing, {})
    expect(await state()).toEqual(['short', [1, 2]])
  })

  test('tickets held by the broker’s team are available to the client', async () => {
    const listing = await market.list({ quantity: 2 })
    const { slug } = await market.quote(ofListing(listing))
    await market.hold(market.broker, listing, 2)
    expect((await market.openQuote(slug)).data.data.offers[0]).toMatchObject({
      state: 'available',
      quantities: [1, 2],
    })
  })

  test('[X-QUOTE-03] of a whole event lists everything on sale except the broker’s own, cheapest first', async () => {
    const other = await buildQuoteFixture()
    try {
      const cheap = await other.list({ priceMinor: 1000 })
      await other.list({ priceMinor: 3000, splitType: 'All Together', quantity: 3 })
      await other.list({ priceMinor: 2000 })
      const teamListing = await other.list({ priceMinor: 500 })
      await sql`update listings set seller_team_id = ${other.broker.teamId} where id = ${teamListing}`.execute(
        other.db,
      )
      const { slug } = await other.quote()
      const page = async (number: number) =>
        (await other.visitor.call(quotePageRoutes.details, { body: { slug, page: number, per_page: 2 } }))
          .data
      const first = await page(1)
      expect(first.meta).toEqual({ total: 3, page: 1, per_page: 2, last_page: 2 })
      expect(first.data.offers.map(({ price, quantity }) => [price.amount, quantity])).toEqual([
        ['11.00', 1],
        ['22.00', 1],
      ])
      expect((await page(2)).data.offers).toMatchObject([{ quantity: 3, quantities: [3] }])
      // Every page has the overview of all pages.
      const overview = {
        categories: [{ name: 'Lower tier', count: 3, lowest_price: { amount: '11.00', currency: 'GBP' } }],
        sections: ['Block 112'],
      }
      expect(first.data.overview).toEqual(overview)
      expect((await page(2)).data.overview).toEqual(overview)
      // A listing has one id for this client and another id in other quotes.
      const samePage = await page(1)
      expect(samePage.data.offers[0]?.id).toBe(first.data.offers[0]?.id)
      const second = await other.quote()
      const otherOffer = (await other.openQuote(second.slug)).data.data.offers[0]
      expect(otherOffer?.id).not.toBe(first.data.offers[0]?.id)
      await other.change(cheap, { sold: 4 })
      expect((await page(1)).meta.total).toBe(2)
      // Accepted offers come first at their price and are counted once.
      const [picked] = (await page(1)).data.offers
      await other.accept(slug, [{ offer_id: picked?.id ?? '', quantity: 2 }])
      const after = await page(1)
      expect([after.meta.total, after.data.overview?.categories]).toEqual([
        2,
        [{ name: 'Lower tier', count: 2, lowest_price: { amount: '22.00', currency: 'GBP' } }],
      ])
    } finally {
      await other.close()
    }
  })

  test('floating prices follow the seller’s, locked ones don’t', async () => {
    const listing = await market.list({ priceMinor: 5000 })
    const locked = await market.quote({ ...ofListing(listing), price_mode: 'locked' })
    const floating = await market.quote(ofListing(listing))
    await market.change(listing, { priceMinor: 6000 })
    const priceOf = async (slug: string) => (await market.openQuote(slug)).data.data.offers[0]?.price.amount
    expect(await priceOf(locked.slug)).toBe('55.00')
    expect(await priceOf(floating.slug)).toBe('66.00')
  })
})

describe('[X-QUOTE-17] alternatives for unavailable offers', () => {
  test('are the two nearest in price of the same category, unless the broker turned them off', async () => {
    const other = await buildQuoteFixture()
    try {
      const listing = await other.list({ priceMinor: 5000, quantity: 2 })
      for (const priceMinor of [9000, 5200, 4700, 2000]) await other.list({ priceMinor })
      // Nearer in price, but too few tickets.
      await other.list({ priceMinor: 5001, quantity: 1 })
      const { slug } = await other.quote(ofListing(listing))
      await other.change(listing, { sold: 2 })
      const offer = async () => (await other.openQuote(slug)).data.data.offers[0]
      expect(await offer()).toMatchObject({
        state: 'unavailable',
        quantities: [],
        alternatives: [
          { price: { amount: '57.20' }, quantity: 2, quantities: [1, 2, 3, 4] },
          { price: { amount: '51.70' }, quantity: 2 },
        ],
      })
      await sql`insert into team_quote_settings (team_id, offers_alternatives) values (${other.broker.teamId}, false)`.execute(
        other.db,
      )
      await sql`insert into outbox (topic, subject, payload) values ('quote_settings.changed', 'x',
        jsonb_build_object('teamId', ${other.broker.teamId}::text))`.execute(other.db)
      await other.deps.outbox.drain()
      expect(await offer()).toMatchObject({ state: 'unavailable', alternatives: [] })
    } finally {
      await other.close()
    }
  })

  test('are different for each unavailable offer', async () => {
    const other = await buildQuoteFixture()
    try {
      const unavailable = [await other.list({ priceMinor: 5000 }), await other.list({ priceMinor: 5000 })]
      for (const priceMinor of [5100, 5200, 5300, 5400, 5500]) await other.list({ priceMinor })
      const quote = await other.quote({
        listings: unavailable.map((listing_id) => ({ listing_id, quantity: 2 })),
      })
      for (const id of unavailable) await other.change(id, { sold: 4 })
      const { offers } = (await other.openQuote(quote.slug)).data.data
      expect(offers.map(({ alternatives }) => alternatives.map(({ price }) => price.amount))).toEqual([
        ['56.10', '57.20'],
        ['58.30', '59.40'],
      ])
    } finally {
      await other.close()
    }
  })

  test('come from another category only when the same category has fewer than two', async () => {
    const other = await buildQuoteFixture()
    try {
      const { id } = await other.db
        .insertInto('seating_categories')
        .values({ venue_id: other.venueId, name: 'Upper tier', level: 'upper', rank: 2 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const listing = await other.list({ priceMinor: 5000, quantity: 2 })
      const distance = await other.list({ priceMinor: 9000 })
      const near = await other.list({ priceMinor: 5100, seatingCategoryId: id })
      expect([distance, near]).toHaveLength(2)
      const { slug } = await other.quote(ofListing(listing))
      await other.change(listing, { sold: 2 })
      const [offer] = (await other.openQuote(slug)).data.data.offers
      expect(offer?.alternatives.map(({ category_name: name, price }) => [name, price.amount])).toEqual([
        ['Lower tier', '99.00'],
        ['Upper tier', '56.10'],
      ])
    } finally {
      await other.close()
    }
  })
})

describe('a quote that is not open', () => {
  test('[X-QUOTE-14] an unknown link returns 404', async () => {
    for (const slug of ['nothing', 'x'.repeat(22), 'x'.repeat(100)]) {
      const { status, error } = await market.openQuote(slug)
      expect([status, error.code]).toEqual([404, 'quote.unknown'])
      expect(error.errors).toEqual({ title: 'This quote doesn’t exist' })
    }
    const { status, error } = await market.visitor.call(quotePageRoutes.details, {
      body: { slug: "' or 1=1" },
    })
    expect([status, error.code]).toEqual([422, 'input.invalid'])
  })

  test('[X-QUOTE-15] expires at the exact second and names the broker', async () => {
    const { slug, expires_at: expiresAt } = await market.quote(ofListing(await market.list()))
    const end = Date.parse(expiresAt)
    clock.set(new Date(end - 1))
    expect((await market.openQuote(slug)).status).toBe(200)
    clock.set(new Date(end))
    const { status, error } = await market.openQuote(slug)
    expect([status, error.code]).toEqual([410, 'quote.ended'])
    expect(endedQuote.parse(error.errors)).toMatchObject({
      status: 'Expired',
      broker: { name: expect.stringMatching(/^Team /), email: expect.stringContaining('@example.test') },
    })
    for (const route of [quotePageRoutes.plan, quotePageRoutes.decline])
      expect((await market.visitor.call(route, { body: { slug } })).status).toBe(410)
    expect((await market.accept(slug, [{ offer_id: 'off_1', quantity: 1 }])).status).toBe(410)
  })

  test('[X-QUOTE-20] keeps a response given in time', async () => {
    const quote = await market.quote(ofListing(await market.list()))
    const [offer] = quote.offers
    await market.accept(quote.slug, [{ offer_id: offer?.id ?? '', quantity: 2 }])
    clock.set(new Date(Date.parse(quote.expires_at) + 1000))
    const { data } = (await market.openQuote(quote.slug)).data
    expect([data.status, data.is_open]).toEqual(['Accepted', false])
    const late = await market.decline(quote.slug)
    expect([late.status, late.error.code]).toEqual([409, 'quote.closed'])
    expect((await market.quoteNow(quote.id)).status).toBe('Accepted')
  })

  test('has no available offers after the event is cancelled', async () => {
    const other = await buildQuoteFixture()
    try {
      const { slug } = await other.quote(ofListing(await other.list()))
      await sql`update events set status = 'cancelled' where id = ${other.eventId}`.execute(other.db)
      await other.deps.outbox.drain()
      const { data } = (await other.openQuote(slug)).data
      expect([data.event.status, data.offers[0]?.state]).toEqual(['cancelled', 'unavailable'])
    } finally {
      await other.close()
    }
  })
})

describe('the site that shows it', () => {
  const requestFrom = async (slug: string, origin: string) =>
    (
      await market.app.inject({
        method: 'POST',
        url: '/api/trade/quote-details',
        headers: { origin },
        payload: { slug },
      })
    ).statusCode

  test('[X-ROLE-01] a team’s own origin shows its quotes and no other team’s', async () => {
    const [listing, otherTeam] = [await market.list(), await market.addBuyer()]
    const mine = await market.quote(ofListing(listing))
    const theirs = await market.quote(ofListing(listing), otherTeam)
    await sql`insert into team_quote_settings (team_id, quote_origin)
      values (${market.broker.teamId}, 'https://tickets.example.com')`.execute(market.db)
    await sql`insert into outbox (topic, subject, payload) values ('quote_settings.changed', 'x', '{}')`.execute(
      market.db,
    )
    await market.deps.outbox.drain()
    expect(await requestFrom(mine.slug, 'https://tickets.example.com')).toBe(200)
    expect(await requestFrom(theirs.slug, 'https://tickets.example.com')).toBe(404)
    // Without trade origins, every other origin is a trade site.
    expect(await requestFrom(theirs.slug, 'https://anything.example')).toBe(200)
    expect((await market.quoteNow(mine.id)).link).toBe(`https://tickets.example.com/${mine.slug}`)
  })

  test('with trade origins set, an unregistered origin shows no quotes', async () => {
    const other = await buildQuoteFixture({ config: { tradeOrigins: ['https://trade.example'] } })
    try {
      const { slug, link } = await other.quote(ofListing(await other.list()))
      expect(link).toBe(`https://trade.example/quote/${slug}`)
      const status = async (origin: string) =>
        (
          await other.app.inject({
            method: 'POST',
            url: '/api/trade/quote-details',
            headers: { origin },
            payload: { slug },
          })
        ).statusCode
      expect(await status('https://trade.example')).toBe(200)
      expect(await status('https://elsewhere.example')).toBe(404)
    } finally {
      await other.close()
    }
  })
})

test('the venue’s plan is served without the venue’s id', async () => {
  const { slug } = await market.quote(ofListing(await market.list()))
  const none = await market.visitor.call(quotePageRoutes.plan, { body: { slug } })
  expect([none.status, none.error.code]).toEqual([404, 'venue.not_found'])
  const plan = generateSeatingPlan({ kind: 'bowl', capacity: 40_000, seed: 'ground' })
  await market.db
    .insertInto('seating_plans')
    .values({ venue_id: market.venueId, is_schematic: true, plan: JSON.stringify(plan) })
    .execute()
  const drawn = await market.visitor.call(quotePageRoutes.plan, { body: { slug } })
  expect(drawn.data.data.schematic).toBe(true)
  expect(drawn.data.data.blocks).toHaveLength(plan.blocks.length)
  expect(drawn.data.data.categories).toContain(drawn.data.data.blocks[0]?.category)
  expect(drawn.text).not.toContain('venue_id')
})

describe('[X-QUOTE-21] views', () => {
  const open = (slug: string, headers: Record<string, string> = {}) =>
    market.app.inject({
      method: 'POST',
      url: '/api/trade/quote-details',
      headers: { 'user-agent': browserName, ...headers },
      payload: { slug, is_opening: true },
    })

  test('are counted in one-second batches with first and last time', async () => {
    const quote = await market.quote(ofListing(await market.list()))
    const first = new Date()
    clock.set(first)
    for (let times = 0; times < 3; times += 1) await open(quote.slug)
    await expect.poll(async () => (await market.quoteNow(quote.id)).views.count, { timeout: 30_000 }).toBe(3)
    clock.advance(60_000)
    await open(quote.slug)
    await expect
      .poll(async () => (await market.quoteNow(quote.id)).views, { timeout: 30_000 })
      .toEqual({
        count: 4,
        first_at: first.toISOString(),
        last_at: clock.now().toISOString(),
      })
    // The broker gets one notification for the first batch.
    const { rows } = await sql<{ published: number }>`select count(*)::int as published from outbox
      where topic = 'quote.viewed' and subject = ${quote.id}`.execute(market.db)
    expect(rows[0]?.published).toBe(1)
    expect((await market.quoteNow(quote.id)).history.map(({ event }) => event)).toEqual(['viewed', 'created'])
  })

  test('exclude bots, the broker’s own team and page refreshes', async () => {
    const quote = await market.quote(ofListing(await market.list()))
    const botPattern = [
      'facebookexternalhit/1.1',
      'WhatsApp/2.23.20.0',
      'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
      'TelegramBot (like TwitterBot)',
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
    ]
    for (const name of botPattern) await open(quote.slug, { 'user-agent': name })
    await open(quote.slug, { authorization: `Bearer ${market.broker.token}` })
    await market.openQuote(quote.slug)
    // Brokers of other teams and invalid tokens count as clients.
    await open(quote.slug, { authorization: `Bearer ${(await market.addBuyer()).token}` })
    expect((await open(quote.slug, { authorization: `Bearer ${'x'.repeat(43)}` })).statusCode).toBe(200)
    await expect.poll(async () => (await market.quoteNow(quote.id)).views.count, { timeout: 30_000 }).toBe(2)
  })
})
