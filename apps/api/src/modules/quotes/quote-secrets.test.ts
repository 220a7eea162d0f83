import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { generateSeatingPlan } from '@terrace/domain/seating-plan/seating-plan'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildQuoteFixture, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'

/** Responses to clients never reveal costs, margins or sellers. */

let market: QuoteFixture
const responseTexts: string[] = []
/** Costs of 84.37, 61.13 and 62.29 per ticket, the commission of 12.34 % on each, and the service fees. */
const secretAmounts = [
  '84.37',
  '61.13',
  '62.29',
  '10.41',
  '7.54',
  '7.69',
  '4.22',
  '3.06',
  '3.11',
  '6.19',
  '4.48',
  '12.34',
  '5.00',
]
const names: string[] = []

beforeAll(async () => {
  market = await buildQuoteFixture()
  await sql`update teams set name = 'Hidden Hands' where id = ${market.sellerTeamId}`.execute(market.db)
})
afterAll(() => market.close())

async function collect(response: Promise<{ text: string }>): Promise<void> {
  responseTexts.push((await response).text)
}

test('[X-QUOTE-09] [X-ROLE-01] responses and errors for clients contain no cost, fee, commission, seller or internal id', async () => {
  const requested = await market.list({ priceMinor: 8437, quantity: 2, firstSeat: 7 })
  const others = [await market.list({ priceMinor: 6113 }), await market.list({ priceMinor: 6229 })]
  const percent = { commission_method: 'percentage' as const, commission_amount: '12.34' }
  const chosen = await market.quote({
    ...percent,
    listings: [{ listing_id: requested, quantity: 2 }],
    price_mode: 'locked',
  })
  const heldListing = others[0] ?? ''
  const hold = await market.hold(market.broker, heldListing, 2)
  const held = await market.quote({ ...percent, hold_ids: [hold.hold_id] })
  const eventQuote = await market.quote(percent)
  const otherTeam = await market.addBuyer()
  const theirs = await market.hold(otherTeam, others[1] ?? '', 1)
  await market.db
    .insertInto('seating_plans')
    .values({
      venue_id: market.venueId,
      is_schematic: true,
      plan: JSON.stringify(generateSeatingPlan({ kind: 'bowl', capacity: 40_000, seed: 'ground' })),
    })
    .execute()
  names.push(
    ...[chosen, held, eventQuote].flatMap(({ id, slug }) => [id, slug]),
    requested,
    ...others,
    hold.hold_id,
    theirs.hold_id,
    market.sellerTeamId,
    'Hidden Hands',
    market.broker.teamId,
    market.broker.accountId,
    otherTeam.teamId,
  )

  for (const { slug } of [chosen, held, eventQuote]) {
    await collect(market.openQuote(slug))
    await collect(market.visitor.call(quotePageRoutes.plan, { body: { slug } }))
  }
  const all = chosen.offers.map(({ id, quantity }) => ({ offer_id: id, quantity }))
  await collect(market.accept(chosen.slug, all))
  await collect(market.openQuote(chosen.slug))
  await collect(market.decline(chosen.slug, 'Too expensive'))
  await collect(
    market.accept(
      held.slug,
      held.offers.map(({ id }) => ({ offer_id: id, quantity: 2 })),
    ),
  )
  await market.change(requested, { sold: 2, priceMinor: 9000 })
  await collect(market.openQuote(chosen.slug))
  await collect(market.accept(chosen.slug, all))
  await collect(market.accept(chosen.slug, [{ offer_id: 'off_unknown', quantity: 1 }]))
  const [first] = (await market.openQuote(eventQuote.slug)).data.data.offers
  await collect(market.accept(eventQuote.slug, [{ offer_id: first?.id ?? '', quantity: 99 }]))
  await collect(market.accept(eventQuote.slug, [{ offer_id: first?.id ?? '', quantity: 1 }]))
  await collect(market.openQuote('x'.repeat(22)))
  await collect(market.accept(eventQuote.slug, []))
  await market.broker.call(quotesRoutes.withdraw, { params: { quote_id: held.id }, body: { reason: 'Sold' } })
  await collect(market.openQuote(held.slug))
  await collect(market.decline(held.slug))
  await sql`update quotes set state = 'ordered' where id = ${eventQuote.id}`.execute(market.db)
  await market.deps.outbox.drain()
  await collect(market.accept(eventQuote.slug, [{ offer_id: first?.id ?? '', quantity: 1 }]))

  expect(responseTexts.length).toBeGreaterThan(15)
  // Searches every response for every value, and for field names that would hold one.
  const fields =
    /"[^"]*(cost|fee|commission|seller|margin|net|proceed|listing|hold_id|team|account|event_id|venue_id)[^"]*":/
  for (const text of responseTexts) {
    expect(text).not.toMatch(fields)
    for (const amount of secretAmounts) expect(text, amount).not.toContain(`"${amount}"`)
    for (const name of names) expect(text, name).not.toContain(name)
  }
  // The client prices do occur, which proves the search works: 84.37 and 61.13 plus 12.34 %.
  for (const price of ['94.78', '68.67']) expect(responseTexts.join('')).toContain(`"${price}"`)
})
