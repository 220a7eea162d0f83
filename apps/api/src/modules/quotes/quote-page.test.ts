import { endedQuote, quotePageRoutes } from '@terrace/contracts/quote-page'
import { generateSeatingPlan } from '@terrace/domain/seating-plan'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { browserName, buildQuoteMarket, type QuoteMarket } from '../../test/quote-market.ts'
import { lapse } from '../../test/lapse-hold.ts'
import { createTestClock } from '../../test/test-clock.ts'

/** What a client sees at the link of a quote. */

const clock = createTestClock()
let market: QuoteMarket
beforeAll(async () => {
  market = await buildQuoteMarket({ clock })
})
afterAll(() => market.close())
beforeEach(() => clock.set(new Date()))

const ofListing = (listing_id: string, quantity = 2) => ({ listings: [{ listing_id, quantity }] })

describe('an open quote', () => {
  test('[API-27] [QUOTE-01] [X-QUOTE-09] is shown without a login, at the client’s price', async () => {
    const listing = await market.list({ firstSeat: 7 })
    const { slug } = await market.quote({ ...ofListing(listing), client_name: 'Ada', note: 'As discussed' })
    const { data, meta } = (await market.look(slug)).data
    expect(data).toMatchObject({
      title: 'Two for the derby',
      client_name: 'Ada',
      note: 'As discussed',
      status: 'Active',
      is_open: true,
      is_price_locked: false,
      brand: { name: expect.stringMatching(/^Team /), email: expect.stringContaining('@'), phone: null },
      event: { venue_name: expect.stringMatching(/^Ground /), city: 'London' },
      answer: null,
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

  test('is nobody’s to keep', async () => {
    const { slug } = await market.quote(ofListing(await market.list()))
    for (const url of ['/api/trade/quote-details', '/api/trade/quote-plan']) {
      const answer = await market.app.inject({ method: 'POST', url, payload: { slug } })
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })

  test('[X-QUOTE-16] tells what can be had as it is now', async () => {
    const listing = await market.list({ quantity: 4 })
    const { slug } = await market.quote(ofListing(listing, 3))
    const state = async () => {
      const [offer] = (await market.look(slug)).data.data.offers
      return [offer?.state, offer?.quantities]
    }
    expect(await state()).toEqual(['available', [1, 2, 3]])
    await market.hold(await market.addBuyer(), listing, 2)
    expect(await state()).toEqual(['short', [1, 2]])
    const rest = await market.hold(await market.addBuyer(), listing, 2)
    expect(await state()).toEqual(['gone', []])
    await lapse(market.db, rest.hold_id)
    await market.change(listing, {})
    expect(await state()).toEqual(['short', [1, 2]])
  })

  test('what the broker’s own team holds is available to the client', async () => {
    const listing = await market.list({ quantity: 2 })
    const { slug } = await market.quote(ofListing(listing))
    await market.hold(market.broker, listing, 2)
    expect((await market.look(slug)).data.data.offers[0]).toMatchObject({
      state: 'available',
      quantities: [1, 2],
    })
  })

  test('[X-QUOTE-03] of a whole event shows all that is on sale but the broker’s own, the cheapest first, page by page', async () => {
    const other = await buildQuoteMarket()
    try {
      const cheap = await other.list({ priceMinor: 1000 })
      await other.list({ priceMinor: 3000, splitType: 'All Together', quantity: 3 })
      await other.list({ priceMinor: 2000 })
      const own = await other.list({ priceMinor: 500 })
      await sql`update listings set seller_team_id = ${other.broker.teamId} where id = ${own}`.execute(
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
      // Whichever page is read, what all of them come to stands with it.
      const overview = {
        categories: [{ name: 'Lower tier', count: 3, lowest_price: { amount: '11.00', currency: 'GBP' } }],
        sections: ['Block 112'],
      }
      expect(first.data.overview).toEqual(overview)
      expect((await page(2)).data.overview).toEqual(overview)
      // The same tickets have the same id for this client, and another one for everybody else.
      const again = await page(1)
      expect(again.data.offers[0]?.id).toBe(first.data.offers[0]?.id)
      const second = await other.quote()
      const elsewhere = (await other.look(second.slug)).data.data.offers[0]
      expect(elsewhere?.id).not.toBe(first.data.offers[0]?.id)
      await other.change(cheap, { sold: 4 })
      expect((await page(1)).meta.total).toBe(2)
      // What was accepted stands first at its price, and is counted once.
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

  test('a price follows the seller’s unless it is locked', async () => {
    const listing = await market.list({ priceMinor: 5000 })
    const locked = await market.quote({ ...ofListing(listing), price_mode: 'locked' })
    const floating = await market.quote(ofListing(listing))
    await market.change(listing, { priceMinor: 6000 })
    const priceOf = async (slug: string) => (await market.look(slug)).data.data.offers[0]?.price.amount
    expect(await priceOf(locked.slug)).toBe('55.00')
    expect(await priceOf(floating.slug)).toBe('66.00')
  })
})

describe('[X-QUOTE-17] in place of what is gone', () => {
  test('are the two nearest in price of the same category, unless the broker wants none', async () => {
    const other = await buildQuoteMarket()
    try {
      const listing = await other.list({ priceMinor: 5000, quantity: 2 })
      for (const priceMinor of [9000, 5200, 4700, 2000]) await other.list({ priceMinor })
      // Nearer, but not as many tickets.
      await other.list({ priceMinor: 5001, quantity: 1 })
      const { slug } = await other.quote(ofListing(listing))
      await other.change(listing, { sold: 2 })
      const offer = async () => (await other.look(slug)).data.data.offers[0]
      expect(await offer()).toMatchObject({
        state: 'gone',
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
      expect(await offer()).toMatchObject({ state: 'gone', alternatives: [] })
    } finally {
      await other.close()
    }
  })

  test('of two that are gone each has two of its own, so that nothing stands on the page twice', async () => {
    const other = await buildQuoteMarket()
    try {
      const gone = [await other.list({ priceMinor: 5000 }), await other.list({ priceMinor: 5000 })]
      for (const priceMinor of [5100, 5200, 5300, 5400, 5500]) await other.list({ priceMinor })
      const quote = await other.quote({
        listings: gone.map((listing_id) => ({ listing_id, quantity: 2 })),
      })
      for (const id of gone) await other.change(id, { sold: 4 })
      const { offers } = (await other.look(quote.slug)).data.data
      expect(offers.map(({ alternatives }) => alternatives.map(({ price }) => price.amount))).toEqual([
        ['56.10', '57.20'],
        ['58.30', '59.40'],
      ])
    } finally {
      await other.close()
    }
  })

  test('another category only where the same has not two', async () => {
    const other = await buildQuoteMarket()
    try {
      const { id } = await other.db
        .insertInto('seating_categories')
        .values({ venue_id: other.venueId, name: 'Upper tier', level: 'upper', rank: 2 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const listing = await other.list({ priceMinor: 5000, quantity: 2 })
      const far = await other.list({ priceMinor: 9000 })
      const near = await other.list({ priceMinor: 5100, seatingCategoryId: id })
      expect([far, near]).toHaveLength(2)
      const { slug } = await other.quote(ofListing(listing))
      await other.change(listing, { sold: 2 })
      const [offer] = (await other.look(slug)).data.data.offers
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
  test('[X-QUOTE-14] at a link that nobody has made is unknown', async () => {
    for (const slug of ['nothing', 'x'.repeat(22), 'x'.repeat(100)]) {
      const { status, error } = await market.look(slug)
      expect([status, error.code]).toEqual([404, 'quote.unknown'])
      expect(error.errors).toEqual({ title: 'There is no quote at this link' })
    }
    const { status, error } = await market.visitor.call(quotePageRoutes.details, {
      body: { slug: "' or 1=1" },
    })
    expect([status, error.code]).toEqual([422, 'input.invalid'])
  })

  test('[X-QUOTE-15] ends with the very second that it names, and says whom to ask', async () => {
    const { slug, expires_at: expiresAt } = await market.quote(ofListing(await market.list()))
    const end = Date.parse(expiresAt)
    clock.set(new Date(end - 1))
    expect((await market.look(slug)).status).toBe(200)
    clock.set(new Date(end))
    const { status, error } = await market.look(slug)
    expect([status, error.code]).toEqual([410, 'quote.ended'])
    expect(endedQuote.parse(error.errors)).toMatchObject({
      status: 'Expired',
      broker: { name: expect.stringMatching(/^Team /), email: expect.stringContaining('@example.test') },
    })
    for (const route of [quotePageRoutes.plan, quotePageRoutes.decline])
      expect((await market.visitor.call(route, { body: { slug } })).status).toBe(410)
    expect((await market.accept(slug, [{ offer_id: 'off_1', quantity: 1 }])).status).toBe(410)
  })

  test('[X-QUOTE-20] keeps the answer that was given in time', async () => {
    const quote = await market.quote(ofListing(await market.list()))
    const [offer] = quote.offers
    await market.accept(quote.slug, [{ offer_id: offer?.id ?? '', quantity: 2 }])
    clock.set(new Date(Date.parse(quote.expires_at) + 1000))
    const { data } = (await market.look(quote.slug)).data
    expect([data.status, data.is_open]).toEqual(['Accepted', false])
    const late = await market.decline(quote.slug)
    expect([late.status, late.error.code]).toEqual([409, 'quote.closed'])
    expect((await market.quoteNow(quote.id)).status).toBe('Accepted')
  })

  test('an event that is cancelled meanwhile leaves nothing to have', async () => {
    const other = await buildQuoteMarket()
    try {
      const { slug } = await other.quote(ofListing(await other.list()))
      await sql`update events set status = 'cancelled' where id = ${other.eventId}`.execute(other.db)
      await other.deps.outbox.drain()
      const { data } = (await other.look(slug)).data
      expect([data.event.status, data.offers[0]?.state]).toEqual(['cancelled', 'gone'])
    } finally {
      await other.close()
    }
  })
})

describe('the site that shows it', () => {
  const ask = async (slug: string, origin: string) =>
    (
      await market.app.inject({
        method: 'POST',
        url: '/api/trade/quote-details',
        headers: { origin },
        payload: { slug },
      })
    ).statusCode

  test('[X-ROLE-01] a white-label origin shows its own team’s quotes, and of another team’s knows nothing', async () => {
    const [listing, stranger] = [await market.list(), await market.addBuyer()]
    const mine = await market.quote(ofListing(listing))
    const theirs = await market.quote(ofListing(listing), stranger)
    await sql`insert into team_quote_settings (team_id, quote_origin)
      values (${market.broker.teamId}, 'https://tickets.example.com')`.execute(market.db)
    await sql`insert into outbox (topic, subject, payload) values ('quote_settings.changed', 'x', '{}')`.execute(
      market.db,
    )
    await market.deps.outbox.drain()
    expect(await ask(mine.slug, 'https://tickets.example.com')).toBe(200)
    expect(await ask(theirs.slug, 'https://tickets.example.com')).toBe(404)
    // No trade origins are set: every other origin is a trade site.
    expect(await ask(theirs.slug, 'https://anything.example')).toBe(200)
    expect((await market.quoteNow(mine.id)).link).toBe(`https://tickets.example.com/${mine.slug}`)
  })

  test('where trade sites are named, an origin that is nobody’s shows none', async () => {
    const other = await buildQuoteMarket({ config: { tradeOrigins: ['https://trade.example'] } })
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

test('the plan of the venue is drawn without the venue’s id', async () => {
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

  test('are counted with their first and last time, a second’s worth at once', async () => {
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
    // The broker is told of the first ones together, and not of each.
    const { rows } = await sql<{ told: number }>`select count(*)::int as told from outbox
      where topic = 'quote.viewed' and subject = ${quote.id}`.execute(market.db)
    expect(rows[0]?.told).toBe(1)
    expect((await market.quoteNow(quote.id)).history.map(({ what }) => what)).toEqual(['viewed', 'created'])
  })

  test('are not those of robots, of the own team, nor a page that asks again', async () => {
    const quote = await market.quote(ofListing(await market.list()))
    const robots = [
      'facebookexternalhit/1.1',
      'WhatsApp/2.23.20.0',
      'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
      'TelegramBot (like TwitterBot)',
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
    ]
    for (const name of robots) await open(quote.slug, { 'user-agent': name })
    await open(quote.slug, { authorization: `Bearer ${market.broker.token}` })
    await market.look(quote.slug)
    // Another team's broker is anybody, and so is a token that is no good.
    await open(quote.slug, { authorization: `Bearer ${(await market.addBuyer()).token}` })
    expect((await open(quote.slug, { authorization: `Bearer ${'x'.repeat(43)}` })).statusCode).toBe(200)
    await expect.poll(async () => (await market.quoteNow(quote.id)).views.count, { timeout: 30_000 }).toBe(2)
  })
})
