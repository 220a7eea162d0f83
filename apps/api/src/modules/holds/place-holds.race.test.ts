import { holdsRoutes } from '@terrace/contracts/holds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarket, type Market } from '../../test/build-market.ts'
import { heldQuantity } from '../../test/factories.ts'
import { startTogether } from '../../test/start-together.ts'
import { createPlaceHolds } from './place-holds.ts'

let market: Market
beforeAll(async () => {
  market = await buildMarket()
})
afterAll(() => market.close())

test('a thousand brokers of 100 teams racing for four tickets: four are held, all others hear who has them', async () => {
  const brokers = await Promise.all(Array.from({ length: 100 }, () => market.addBuyer()))
  const listingId = await market.list({ quantity: 4 })
  const answers = await startTogether(market.db, [listingId], () =>
    Array.from({ length: 10 }, () => brokers)
      .flat()
      .map((broker) => broker.call(holdsRoutes.place, { body: [{ listing_id: listingId, quantity: 1 }] })),
  )
  const losers = answers.flatMap((answer, index) => {
    const teamId = brokers[index % brokers.length]?.teamId
    return answer.ok ? [] : [{ status: answer.status, error: answer.error, teamId }]
  })
  const holders = await market.db
    .selectFrom('holds')
    .select('team_id')
    .where('listing_id', '=', listingId)
    .execute()
  const winners = new Set(holders.map((hold) => hold.team_id))
  expect(answers).toHaveLength(1000)
  expect(losers).toHaveLength(996)
  expect(await heldQuantity(market.db, listingId)).toBe(4)
  for (const { status, error, teamId } of losers) {
    expect(status).toBe(409)
    const isOurs = teamId !== undefined && winners.has(teamId)
    expect(error.errors).toMatchObject({
      title: isOurs ? 'Your team already holds what was left of these tickets' : 'These tickets are gone',
      lines: [{ code: isOurs ? 'listing.held_by_you' : 'listing.gone', available: 0, splits: [] }],
    })
  }
})

test('six processes race for the same tickets: never more are held than there are', async () => {
  const buyers = await Promise.all(Array.from({ length: 30 }, () => market.addBuyer()))
  const listings = await Promise.all(Array.from({ length: 3 }, () => market.list({ quantity: 10 })))
  const items = listings.map((listingId) => ({ listingId, quantity: 2 }))
  // Each has its own queue, as each process has.
  const processes = Array.from({ length: 6 }, () => createPlaceHolds(market.deps))
  const answers = await startTogether(
    market.db,
    listings,
    () =>
      buyers.map(async (buyer, index) => {
        const place = processes[index % processes.length] ?? createPlaceHolds(market.deps)
        return place({
          ...buyer,
          baseCurrency: 'GBP',
          items: index % 2 === 0 ? items : items.toReversed(),
        }).then(
          () => 'held',
          (error: { code?: string }) => error.code,
        )
      }),
    6,
  )
  expect(answers.filter((answer) => answer === 'held')).toHaveLength(5)
  expect(answers.filter((answer) => answer === 'hold.refused')).toHaveLength(25)
  for (const listingId of listings) expect(await heldQuantity(market.db, listingId)).toBe(10)
})

test('[X-HOLD-12] colleagues holding at once never take their team past its cap', async () => {
  const buyer = await market.addBuyer()
  const listings = await Promise.all(Array.from({ length: 8 }, () => market.list({ quantity: 30 })))
  const answers = await startTogether(market.db, listings, () =>
    Array.from({ length: 40 }, (_, index) =>
      buyer.call(holdsRoutes.place, {
        body: [{ listing_id: listings[index % listings.length] ?? '', quantity: 7 }],
      }),
    ),
  )
  expect(answers.filter((answer) => answer.ok)).toHaveLength(8)
  const refused = answers.filter((answer) => !answer.ok)
  for (const { error } of refused) expect(error.code).toBe('hold.cap_exceeded')
  const { data } = await buyer.call(holdsRoutes.list)
  expect(data.meta).toEqual({ held: 56, cap: 60 })
})

test('batches that name the same listings in opposite orders do not lock each other out', async () => {
  const [one, other] = [await market.addBuyer(), await market.addBuyer()]
  const listings = await Promise.all(Array.from({ length: 10 }, () => market.list({ quantity: 40 })))
  const items = listings.map((listing_id) => ({ listing_id, quantity: 1 }))
  const answers = await startTogether(market.db, listings, () =>
    Array.from({ length: 12 }, (_, index) => {
      const [buyer, body] = index % 2 === 0 ? [one, items] : [other, items.toReversed()]
      return buyer.call(holdsRoutes.place, { body })
    }),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 12 }, () => 200))
})
