import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { generateSeatingPlan } from '@terrace/domain/seating-plan'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildQuoteMarket, type QuoteMarket } from '../../test/quote-market.ts'

/** Nothing that a client is sent says what tickets cost, what is made of them, or whose they are. */

let market: QuoteMarket
const answers: string[] = []
/** What each figure of the broker's would read as: of 84.37, 61.13 and 62.29 a ticket at 12.34 %, and the fee on it. */
const figures = [
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
  market = await buildQuoteMarket()
  await sql`update teams set name = 'Hidden Hands' where id = ${market.sellerTeamId}`.execute(market.db)
})
afterAll(() => market.close())

async function take(answer: Promise<{ text: string }>): Promise<void> {
  answers.push((await answer).text)
}

test('[X-QUOTE-09] [X-ROLE-01] no answer to a visitor, refusals included, holds a cost, fee, commission, seller, holder or id that leads to them', async () => {
  const wanted = await market.list({ priceMinor: 8437, quantity: 2, firstSeat: 7 })
  const others = [await market.list({ priceMinor: 6113 }), await market.list({ priceMinor: 6229 })]
  const percent = { commission_method: 'percentage' as const, commission_amount: '12.34' }
  const chosen = await market.quote({
    ...percent,
    listings: [{ listing_id: wanted, quantity: 2 }],
    price_mode: 'locked',
  })
  const heldListing = others[0] ?? ''
  const hold = await market.hold(market.broker, heldListing, 2)
  const held = await market.quote({ ...percent, hold_ids: [hold.hold_id] })
  const whole = await market.quote(percent)
  const stranger = await market.addBuyer()
  const theirs = await market.hold(stranger, others[1] ?? '', 1)
  await market.db
    .insertInto('seating_plans')
    .values({
      venue_id: market.venueId,
      is_schematic: true,
      plan: JSON.stringify(generateSeatingPlan({ kind: 'bowl', capacity: 40_000, seed: 'ground' })),
    })
    .execute()
  names.push(
    ...[chosen, held, whole].flatMap(({ id, slug }) => [id, slug]),
    wanted,
    ...others,
    hold.hold_id,
    theirs.hold_id,
    market.sellerTeamId,
    'Hidden Hands',
    market.broker.teamId,
    market.broker.accountId,
    stranger.teamId,
  )

  for (const { slug } of [chosen, held, whole]) {
    await take(market.look(slug))
    await take(market.visitor.call(quotePageRoutes.plan, { body: { slug } }))
  }
  const all = chosen.offers.map(({ id, quantity }) => ({ offer_id: id, quantity }))
  await take(market.accept(chosen.slug, all))
  await take(market.look(chosen.slug))
  await take(market.decline(chosen.slug, 'Too dear'))
  await take(
    market.accept(
      held.slug,
      held.offers.map(({ id }) => ({ offer_id: id, quantity: 2 })),
    ),
  )
  await market.change(wanted, { sold: 2, priceMinor: 9000 })
  await take(market.look(chosen.slug))
  await take(market.accept(chosen.slug, all))
  await take(market.accept(chosen.slug, [{ offer_id: 'off_nobody', quantity: 1 }]))
  const [first] = (await market.look(whole.slug)).data.data.offers
  await take(market.accept(whole.slug, [{ offer_id: first?.id ?? '', quantity: 99 }]))
  await take(market.accept(whole.slug, [{ offer_id: first?.id ?? '', quantity: 1 }]))
  await take(market.look('x'.repeat(22)))
  await take(market.accept(whole.slug, []))
  await market.broker.call(quotesRoutes.withdraw, { params: { quote_id: held.id }, body: { reason: 'Sold' } })
  await take(market.look(held.slug))
  await take(market.decline(held.slug))
  await sql`update quotes set state = 'ordered' where id = ${whole.id}`.execute(market.db)
  await market.deps.outbox.drain()
  await take(market.accept(whole.slug, [{ offer_id: first?.id ?? '', quantity: 1 }]))

  expect(answers.length).toBeGreaterThan(15)
  // Every text is looked through for every word, and for the names of fields that would hold one.
  const fields =
    /"[^"]*(cost|fee|commission|seller|margin|net|proceed|listing|hold_id|team|account|event_id|venue_id)[^"]*":/
  for (const text of answers) {
    expect(text).not.toMatch(fields)
    for (const figure of figures) expect(text, figure).not.toContain(`"${figure}"`)
    for (const name of names) expect(text, name).not.toContain(name)
  }
  // The client's own prices are there, or nothing was looked at: 84.37 and 61.13 with 12.34 % on top.
  for (const price of ['94.78', '68.67']) expect(answers.join('')).toContain(`"${price}"`)
})
