import { holdsRoutes } from '@terrace/contracts/holds'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heldQuantity } from '../../test/factories.ts'
import {
  allOf,
  buildQuoteMarket,
  ofListings,
  refusedLines,
  type QuoteMarket,
} from '../../test/quote-market.ts'

/** Tickets that are held when a client says yes, and what becomes of them. */

let market: QuoteMarket
beforeAll(async () => {
  market = await buildQuoteMarket()
})
afterAll(() => market.close())

const heldOf = (...listings: string[]) => Promise.all(listings.map((id) => heldQuantity(market.db, id)))

test('tickets set aside on a yes are held for the quote, within the team’s limit, and the client is told until when', async () => {
  await market.holdOnAccept(true, 3)
  const listing = await market.list()
  const quote = await market.quote(ofListings(listing))
  const { data } = (await market.accept(quote.slug, allOf(quote.offers))).data
  expect(Date.parse(data.answer?.held_until ?? '')).toBeGreaterThan(Date.now() + 29 * 60_000)
  expect(await heldQuantity(market.db, listing)).toBe(2)
  const { rows } = await sql<{ quote_ref: string; team_id: string }>`
    select quote_ref, team_id from holds where listing_id = ${listing}`.execute(market.db)
  expect(rows).toEqual([{ quote_ref: quote.id, team_id: market.broker.teamId }])
  // What is held is still there for the same client, and is not held twice.
  const again = (await market.accept(quote.slug, allOf(quote.offers), 'Grace')).data.data
  expect([again.offers[0]?.state, again.answer?.held_until]).toEqual(['available', data.answer?.held_until])
  expect(await heldQuantity(market.db, listing)).toBe(2)
})

test('tickets set aside on a yes are none where there would be more than the limit, whichever way they are asked for', async () => {
  await market.holdOnAccept(true, 3)
  const [first, second] = [await market.list(), await market.list()]
  const quote = await market.quote(ofListings(first, second))
  const both = (await market.accept(quote.slug, allOf(quote.offers))).data.data
  expect([both.status, both.answer?.held_until]).toEqual(['Accepted', null])
  const [one, other] = allOf(quote.offers)
  if (!one || !other) throw new Error('two were offered')
  // One after the other must not come to more than both at once.
  await market.accept(quote.slug, [one])
  await market.accept(quote.slug, [other])
  expect((await heldQuantity(market.db, first)) + (await heldQuantity(market.db, second))).toBe(2)
})

test('tickets set aside on a yes that the team holds for one client are promised to no other', async () => {
  await market.holdOnAccept(true)
  const listing = await market.list({ quantity: 4 })
  const [one, other] = [await market.quote(ofListings(listing)), await market.quote(ofListings(listing))]
  expect((await market.accept(one.slug, allOf(one.offers))).data.data.answer?.held_until).not.toBeNull()
  expect((await market.look(other.slug)).data.data.answer).toBeNull()
  const second = (await market.accept(other.slug, allOf(other.offers), 'Grace')).data.data
  expect(second.answer?.held_until).not.toBeNull()
  expect(await heldQuantity(market.db, listing)).toBe(4)
  // A third has nothing left to be held, though the team holds enough of it: that is for the others.
  const third = await market.quote(ofListings(listing))
  const refused = await market.accept(third.slug, allOf(third.offers), 'Mary')
  expect(refusedLines(refused.error)).toMatchObject([{ code: 'offer.gone' }])
})

test('tickets set aside on a yes are not said to be held where only another quote’s are', async () => {
  await market.holdOnAccept(false)
  const listing = await market.list({ quantity: 4 })
  const [one, other] = [await market.quote(ofListings(listing)), await market.quote(ofListings(listing))]
  await market.accept(other.slug, allOf(other.offers), 'Grace')
  await market.holdOnAccept(true)
  await market.accept(one.slug, allOf(one.offers))
  expect((await market.look(one.slug)).data.data.answer?.held_until).not.toBeNull()
  expect((await market.look(other.slug)).data.data.answer?.held_until).toBeNull()
})

test('tickets set aside on a yes go back on sale when the client says no after all, but for what the broker has held or is paying for', async () => {
  await market.holdOnAccept(true)
  const [first, second, paid] = [await market.list(), await market.list(), await market.list()]
  const quote = await market.quote(ofListings(first, second, paid))
  // The broker was faster with these two.
  await market.broker.call(holdsRoutes.place, {
    body: [{ listing_id: second, quantity: 2, quote_ref: quote.id }],
  })
  await market.accept(quote.slug, allOf(quote.offers))
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

test('tickets set aside on a yes that somebody else took first are not said yes to', async () => {
  await market.holdOnAccept(true)
  const listing = await market.list({ quantity: 2 })
  const quote = await market.quote(ofListings(listing))
  await market.look(quote.slug)
  // Past the book: this process has not heard of it when the answer comes.
  await sql`update listings set sold = 2 where id = ${listing}`.execute(market.db)
  const { status, error } = await market.accept(quote.slug, allOf(quote.offers))
  expect([status, error.code]).toEqual([409, 'quote.offers_refused'])
  expect((await market.quoteNow(quote.id)).status).toBe('Active')
})

test('[X-QUOTE-18] tickets set aside on a yes go back on sale when the client chooses others after all, but for what the broker has held', async () => {
  await market.holdOnAccept(true, 4)
  const [first, second, third] = [await market.list(), await market.list(), await market.list()]
  const quote = await market.quote(ofListings(first, second, third))
  const chosen = (listing: string) => allOf(quote.offers.filter(({ listing_id: id }) => id === listing))
  await market.accept(quote.slug, chosen(first))
  await market.broker.call(holdsRoutes.place, {
    body: [{ listing_id: third, quantity: 2, quote_ref: quote.id }],
  })
  expect(await heldOf(first, second, third)).toEqual([2, 0, 2])
  // With what is given back, no more than the limit is held.
  const { data } = (await market.accept(quote.slug, chosen(second))).data
  expect(data.answer?.held_until).not.toBeNull()
  expect(await heldOf(first, second, third)).toEqual([0, 2, 2])
  // Everybody else can have them at once.
  expect((await market.hold(await market.addBuyer(), first, 4)).quantity).toBe(4)
  // What the broker has held serves the client who chooses it, and stays the broker's.
  await market.accept(quote.slug, chosen(third))
  expect(await heldOf(second, third)).toEqual([0, 2])
  await market.decline(quote.slug)
  expect(await heldOf(second, third)).toEqual([0, 2])
})

test('tickets set aside on a yes go back in part when the client chooses fewer of them, unless the seller asks for more by now', async () => {
  await market.holdOnAccept(true)
  const [same, dearer] = [await market.list({ quantity: 4 }), await market.list({ quantity: 4 })]
  for (const [listing, left] of [
    [same, 1],
    // What the hold has frozen is worth more to the broker than two tickets on sale.
    [dearer, 3],
  ] as const) {
    const quote = await market.quote({ listings: [{ listing_id: listing, quantity: 3 }] })
    const [offer] = quote.offers
    await market.accept(quote.slug, allOf(quote.offers))
    if (listing === dearer) await market.change(listing, { priceMinor: 90_000 })
    const { data } = (await market.accept(quote.slug, [{ offer_id: offer?.id ?? '', quantity: 1 }])).data
    expect(data.answer?.held_until).not.toBeNull()
    expect(await heldOf(listing)).toEqual([left])
  }
})

test('tickets set aside on a yes stay where fewer may not be held instead, since the broker holds others for the quote by now', async () => {
  await market.holdOnAccept(true, 4)
  const [chosen, besides] = [await market.list({ quantity: 4 }), await market.list({ quantity: 4 })]
  const quote = await market.quote({ listings: [{ listing_id: chosen, quantity: 3 }] })
  const take = (quantity: number) =>
    market.accept(quote.slug, [{ offer_id: quote.offers[0]?.id ?? '', quantity }])
  await take(3)
  await market.broker.call(holdsRoutes.place, {
    body: [{ listing_id: besides, quantity: 3, quote_ref: quote.id }],
  })
  expect((await take(2)).data.data.answer?.held_until).not.toBeNull()
  expect(await heldOf(chosen, besides)).toEqual([3, 3])
})

test('tickets set aside on a yes go back where what the broker has held for the quote is enough for the new choice', async () => {
  await market.holdOnAccept(true)
  const listing = await market.list({ quantity: 6 })
  const quote = await market.quote({ listings: [{ listing_id: listing, quantity: 4 }] })
  const take = (quantity: number) =>
    market.accept(quote.slug, [{ offer_id: quote.offers[0]?.id ?? '', quantity }])
  await market.broker.call(holdsRoutes.place, {
    body: [{ listing_id: listing, quantity: 2, quote_ref: quote.id }],
  })
  await take(4)
  expect(await heldOf(listing)).toEqual([4])
  expect((await take(2)).data.data.answer?.held_until).not.toBeNull()
  expect(await heldOf(listing)).toEqual([2])
})

test('tickets set aside on a yes stay held where they are being paid for, and go back also once the team has such holds off', async () => {
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
