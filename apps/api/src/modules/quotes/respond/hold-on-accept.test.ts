import { holdsRoutes } from '@terrace/contracts/holds'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heldQuantity } from '#api/test/fixtures/factories.ts'
import { carryOutAllDueReleases } from '#api/modules/holds/release/carry-out-scheduled-releases.ts'
import { makeReleasesDue } from '#api/test/fixtures/make-releases-due.ts'
import {
  allOf,
  buildQuoteFixture,
  ofListings,
  unavailableLines,
  type QuoteFixture,
} from '#api/test/fixtures/quote-fixture.ts'

/** Tickets held when a client accepts. */

let market: QuoteFixture
beforeAll(async () => {
  market = await buildQuoteFixture()
})
afterAll(() => market.close())

const heldOf = (...listings: string[]) => Promise.all(listings.map((id) => heldQuantity(market.db, id)))

test('tickets held on acceptance stay within the team’s limit, and the client sees the expiry', async () => {
  await market.holdOnAccept(true, 3)
  const listing = await market.list()
  const quote = await market.quote(ofListings(listing))
  const { data } = (await market.accept(quote.slug, allOf(quote.offers))).data
  expect(Date.parse(data.response?.held_until ?? '')).toBeGreaterThan(Date.now() + 29 * 60_000)
  expect(await heldQuantity(market.db, listing)).toBe(2)
  const { rows } = await sql<{ quote_ref: string; team_id: string }>`
    select quote_ref, team_id from holds where listing_id = ${listing}`.execute(market.db)
  expect(rows).toEqual([{ quote_ref: quote.id, team_id: market.broker.teamId }])
  // Held tickets stay available to this client and are not held twice.
  const repeated = (await market.accept(quote.slug, allOf(quote.offers), 'Grace')).data.data
  expect([repeated.offers[0]?.state, repeated.response?.held_until]).toEqual([
    'available',
    data.response?.held_until,
  ])
  expect(await heldQuantity(market.db, listing)).toBe(2)
})

test('tickets above the limit are not held on acceptance, in one response or several', async () => {
  await market.holdOnAccept(true, 3)
  const [first, second] = [await market.list(), await market.list()]
  const quote = await market.quote(ofListings(first, second))
  const bothAccepted = (await market.accept(quote.slug, allOf(quote.offers))).data.data
  expect([bothAccepted.status, bothAccepted.response?.held_until]).toEqual(['Accepted', null])
  const [one, other] = allOf(quote.offers)
  if (!one || !other) throw new Error('expected two offers')
  // Two responses must not exceed the limit that applies to one.
  await market.accept(quote.slug, [one])
  await market.accept(quote.slug, [other])
  expect((await heldQuantity(market.db, first)) + (await heldQuantity(market.db, second))).toBe(2)
})

test('tickets held for one client are never promised to another', async () => {
  await market.holdOnAccept(true)
  const listing = await market.list({ quantity: 4 })
  const [one, other] = [await market.quote(ofListings(listing)), await market.quote(ofListings(listing))]
  expect((await market.accept(one.slug, allOf(one.offers))).data.data.response?.held_until).not.toBeNull()
  expect((await market.openQuote(other.slug)).data.data.response).toBeNull()
  const second = (await market.accept(other.slug, allOf(other.offers), 'Grace')).data.data
  expect(second.response?.held_until).not.toBeNull()
  expect(await heldQuantity(market.db, listing)).toBe(4)
  // A third client gets nothing, since the team's holds are for the others.
  const third = await market.quote(ofListings(listing))
  const rejected = await market.accept(third.slug, allOf(third.offers), 'Mary')
  expect(unavailableLines(rejected.error)).toMatchObject([{ code: 'offer.unavailable' }])
})

test('tickets held for another quote don’t count as held for this one', async () => {
  await market.holdOnAccept(false)
  const listing = await market.list({ quantity: 4 })
  const [one, other] = [await market.quote(ofListings(listing)), await market.quote(ofListings(listing))]
  await market.accept(other.slug, allOf(other.offers), 'Grace')
  await market.holdOnAccept(true)
  await market.accept(one.slug, allOf(one.offers))
  expect((await market.openQuote(one.slug)).data.data.response?.held_until).not.toBeNull()
  expect((await market.openQuote(other.slug)).data.data.response?.held_until).toBeNull()
})

test('declining releases the holds of the acceptance, but not the broker’s or those being paid', async () => {
  await market.holdOnAccept(true)
  const [first, second, paid] = [await market.list(), await market.list(), await market.list()]
  const quote = await market.quote(ofListings(first, second, paid))
  // The broker held these two first.
  await market.broker.call(holdsRoutes.place, {
    body: [{ listing_id: second, quantity: 2, quote_ref: quote.id }],
  })
  await market.accept(quote.slug, allOf(quote.offers))
  await sql`update holds set state = 'paying', attempt_id = 'att_of_the_broker' where listing_id = ${paid}`.execute(
    market.db,
  )
  const held = () => Promise.all([first, second, paid].map((listing) => heldQuantity(market.db, listing)))
  expect(await held()).toEqual([2, 2, 2])
  const { data } = (await market.decline(quote.slug, 'Too expensive')).data
  expect([data.status, data.offers[0]?.state]).toEqual(['Declined', 'available'])
  expect(await held()).toEqual([0, 2, 2])
  // They are immediately available to others, and a second acceptance holds them again.
  const other = await market.addBuyer()
  expect((await market.hold(other, first, 4)).quantity).toBe(4)
  // Declining again finds nothing to release.
  await market.decline(quote.slug, 'Far too expensive')
  expect(await held()).toEqual([4, 2, 2])
})

test('accepting tickets that someone else just took is rejected', async () => {
  await market.holdOnAccept(true)
  const listing = await market.list({ quantity: 2 })
  const quote = await market.quote(ofListings(listing))
  await market.openQuote(quote.slug)
  // Bypasses the event cache, so this process does not know about the sale.
  await sql`update listings set sold = 2 where id = ${listing}`.execute(market.db)
  const { status, error } = await market.accept(quote.slug, allOf(quote.offers))
  expect([status, error.code]).toEqual([409, 'quote.offers_invalid'])
  expect((await market.quoteNow(quote.id)).status).toBe('Active')
})

test('[X-QUOTE-18] a new choice releases the holds of the previous one, except the broker’s own', async () => {
  await market.holdOnAccept(true, 4)
  const [first, second, third] = [await market.list(), await market.list(), await market.list()]
  const quote = await market.quote(ofListings(first, second, third))
  const chosen = (listing: string) => allOf(quote.offers.filter(({ listing_id: id }) => id === listing))
  await market.accept(quote.slug, chosen(first))
  await market.broker.call(holdsRoutes.place, {
    body: [{ listing_id: third, quantity: 2, quote_ref: quote.id }],
  })
  expect(await heldOf(first, second, third)).toEqual([2, 0, 2])
  // Counting the released tickets, the limit is not exceeded.
  const { data } = (await market.accept(quote.slug, chosen(second))).data
  expect(data.response?.held_until).not.toBeNull()
  expect(await heldOf(first, second, third)).toEqual([0, 2, 2])
  // Others can hold them immediately.
  expect((await market.hold(await market.addBuyer(), first, 4)).quantity).toBe(4)
  // Holds that the broker placed cover the client's choice and remain the broker's.
  await market.accept(quote.slug, chosen(third))
  expect(await heldOf(second, third)).toEqual([0, 2])
  await market.decline(quote.slug)
  expect(await heldOf(second, third)).toEqual([0, 2])
})

test('choosing fewer tickets releases the rest, unless holding again would cost more', async () => {
  await market.holdOnAccept(true)
  const [same, priceIncreased] = [await market.list({ quantity: 4 }), await market.list({ quantity: 4 })]
  for (const [listing, left] of [
    [same, 1],
    // The frozen price is worth more to the broker than two tickets on sale.
    [priceIncreased, 3],
  ] as const) {
    const quote = await market.quote({ listings: [{ listing_id: listing, quantity: 3 }] })
    const [offer] = quote.offers
    await market.accept(quote.slug, allOf(quote.offers))
    if (listing === priceIncreased) await market.change(listing, { priceMinor: 90_000 })
    const { data } = (await market.accept(quote.slug, [{ offer_id: offer?.id ?? '', quantity: 1 }])).data
    expect(data.response?.held_until).not.toBeNull()
    expect(await heldOf(listing)).toEqual([left])
  }
})

test('holds stay when replacing them would exceed the limit with holds that the broker placed', async () => {
  await market.holdOnAccept(true, 4)
  const [chosen, additional] = [await market.list({ quantity: 4 }), await market.list({ quantity: 4 })]
  const quote = await market.quote({ listings: [{ listing_id: chosen, quantity: 3 }] })
  const acceptQuantity = (quantity: number) =>
    market.accept(quote.slug, [{ offer_id: quote.offers[0]?.id ?? '', quantity }])
  await acceptQuantity(3)
  await market.broker.call(holdsRoutes.place, {
    body: [{ listing_id: additional, quantity: 3, quote_ref: quote.id }],
  })
  expect((await acceptQuantity(2)).data.data.response?.held_until).not.toBeNull()
  expect(await heldOf(chosen, additional)).toEqual([3, 3])
})

test('holds of an acceptance are released when holds that the broker placed cover the new choice', async () => {
  await market.holdOnAccept(true)
  const listing = await market.list({ quantity: 6 })
  const quote = await market.quote({ listings: [{ listing_id: listing, quantity: 4 }] })
  const acceptQuantity = (quantity: number) =>
    market.accept(quote.slug, [{ offer_id: quote.offers[0]?.id ?? '', quantity }])
  await market.broker.call(holdsRoutes.place, {
    body: [{ listing_id: listing, quantity: 2, quote_ref: quote.id }],
  })
  await acceptQuantity(4)
  expect(await heldOf(listing)).toEqual([4])
  expect((await acceptQuantity(2)).data.data.response?.held_until).not.toBeNull()
  expect(await heldOf(listing)).toEqual([2])
})

test('holds being paid for stay, and turning off the setting does not keep the others', async () => {
  await market.holdOnAccept(true)
  const [first, paid, other] = [await market.list(), await market.list(), await market.list()]
  const quote = await market.quote(ofListings(first, paid, other))
  const isOf = (...listings: string[]) =>
    allOf(quote.offers.filter(({ listing_id: id }) => listings.includes(id)))
  await market.accept(quote.slug, isOf(first, paid))
  await sql`update holds set state = 'paying', attempt_id = 'att_of_the_broker' where listing_id = ${paid}`.execute(
    market.db,
  )
  await market.holdOnAccept(false)
  await market.accept(quote.slug, isOf(other))
  expect(await heldOf(first, paid, other)).toEqual([0, 2, 0])
})

test('accepting a quote cancels a scheduled release of its tickets', async () => {
  await market.holdOnAccept(true)
  const listing = await market.list({ quantity: 2 })
  const hold = await market.hold(market.broker, listing, 2)
  const quote = await market.quote({ hold_ids: [hold.hold_id] })
  await market.broker.call(holdsRoutes.scheduleRelease, { body: [{ hold_id: hold.hold_id, quantity: 2 }] })
  const { data } = (await market.accept(quote.slug, allOf(quote.offers))).data
  expect(data.response?.held_until).not.toBeNull()
  await makeReleasesDue(market.db)
  await carryOutAllDueReleases(market.deps)
  expect(await heldQuantity(market.db, listing)).toBe(2)
})
