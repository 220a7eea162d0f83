import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTogether } from '#api/test/start-together.ts'
import { buildTrackingMarket, type TrackingMarket } from '#api/test/tracking-market.ts'
import { reviseListing } from '../supply/index.ts'
import { mostMarks } from './track-listing.ts'

let market: TrackingMarket
beforeAll(async () => {
  market = await buildTrackingMarket()
})
afterAll(() => market.close())

async function toldOf(listingId: string): Promise<string[]> {
  const { rows } = await sql<{ topic: string }>`
    select topic from outbox where subject = ${listingId} and topic in ('listing.tracked', 'listing.untracked')
    order by id`.execute(market.db)
  return rows.map(({ topic }) => topic)
}

test('[TRACK-02] many presses on one listing at once leave one mark, which was told of once', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list()
  const answers = await startTogether(market.db, [listingId], () =>
    Array.from({ length: 8 }, () => market.track(buyer, listingId)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  expect(await market.tracked(buyer)).toHaveLength(1)
  expect(await toldOf(listingId)).toEqual(['listing.tracked'])
})

test('[TRACK-02] "yes" and "No" at once end as one of the two, and the list says which', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list()
  for (let round = 0; round < 5; round += 1) {
    await Promise.all((['yes', 'No', 'yes', 'No'] as const).map((s) => market.track(buyer, listingId, s)))
    const isTracked = (await market.tracked(buyer)).length === 1
    expect((await toldOf(listingId)).at(-1)).toBe(isTracked ? 'listing.tracked' : 'listing.untracked')
    expect(await market.deps.tracked.of(buyer.accountId, [market.eventId])).toEqual(
      isTracked ? [listingId] : [],
    )
  }
})

test('a price that falls while a listing is being marked is either its price then, or told of', async () => {
  for (let round = 0; round < 5; round += 1) {
    const buyer = await market.addBuyer()
    const listingId = await market.list({ priceMinor: 9000 })
    await startTogether<unknown>(market.db, [listingId], () => [
      market.track(buyer, listingId),
      reviseListing(market, { listingId, priceMinor: 8000 }),
    ])
    await market.settle()
    const [tracked] = await market.tracked(buyer)
    const alerts = await market.alerts(buyer)
    expect([tracked?.price_then.amount, alerts.length]).toEqual(
      tracked?.price_then.amount === '80.00' ? ['80.00', 0] : ['90.00', 1],
    )
  }
})

test('nobody tracks more listings than may be, however many presses come at once', async () => {
  const buyer = await market.addBuyer()
  const spare = await Promise.all(Array.from({ length: 3 }, () => market.list()))
  await sql`
    insert into listings (id, event_id, seller_team_id, category_id, section, ticket_type, split_type, quantity,
      price_minor, currency, in_hand_date)
    select 'lst_many' || n, event_id, seller_team_id, category_id, section, ticket_type, split_type, 4, 100, 'GBP',
      in_hand_date
    from listings, generate_series(1, ${mostMarks - 1}) n where id = ${spare[0]}`.execute(market.db)
  await sql`
    insert into tracked_listings (account_id, team_id, listing_id, tracked_at, price_then_minor, known_price_minor,
      known_stock)
    select ${buyer.accountId}, ${buyer.teamId}, id, now(), 100, 100, 4 from listings where id like 'lst_many%'`.execute(
    market.db,
  )
  const answers = await Promise.all(spare.map((listingId) => market.track(buyer, listingId)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  const refused = answers.filter(({ ok }) => !ok)
  expect(refused.map(({ error }) => error.code)).toEqual(['tracking.too_many', 'tracking.too_many'])
})
