import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runConcurrently } from '#api/test/harness/run-concurrently.ts'
import { buildTrackingFixture, type TrackingFixture } from '#api/test/fixtures/tracking-fixture.ts'
import { updateListingAsOperator } from '#api/modules/supply/index.ts'
import { maxTrackedListings } from './track-listing.ts'

let market: TrackingFixture
beforeAll(async () => {
  market = await buildTrackingFixture()
})
afterAll(() => market.close())

async function trackingTopics(listingId: string): Promise<string[]> {
  const { rows } = await sql<{ topic: string }>`
    select topic from outbox where subject = ${listingId} and topic in ('listing.tracked', 'listing.untracked')
    order by id`.execute(market.db)
  return rows.map(({ topic }) => topic)
}

test('[TRACK-02] simultaneous requests for one listing create one record and one event', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list()
  const responses = await runConcurrently(market.db, [listingId], () =>
    Array.from({ length: 8 }, () => market.track(buyer, listingId)),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  expect(await market.tracked(buyer)).toHaveLength(1)
  expect(await trackingTopics(listingId)).toEqual(['listing.tracked'])
})

test('[TRACK-02] simultaneous "yes" and "No" leave the state that the list shows', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list()
  for (let round = 0; round < 5; round += 1) {
    await Promise.all((['yes', 'No', 'yes', 'No'] as const).map((s) => market.track(buyer, listingId, s)))
    const isTracked = (await market.tracked(buyer)).length === 1
    expect((await trackingTopics(listingId)).at(-1)).toBe(isTracked ? 'listing.tracked' : 'listing.untracked')
    expect(await market.deps.tracked.idsTrackedBy(buyer.accountId, [market.eventId])).toEqual(
      isTracked ? [listingId] : [],
    )
  }
})

test('a price drop during tracking is either the initial price or alerted', async () => {
  for (let round = 0; round < 5; round += 1) {
    const buyer = await market.addBuyer()
    const listingId = await market.list({ priceMinor: 9000 })
    await runConcurrently<unknown>(market.db, [listingId], () => [
      market.track(buyer, listingId),
      updateListingAsOperator(market, { listingId, priceMinor: 8000 }),
    ])
    await market.finish()
    const [tracked] = await market.tracked(buyer)
    const alerts = await market.alerts(buyer)
    expect([tracked?.price_when_tracked.amount, alerts.length]).toEqual(
      tracked?.price_when_tracked.amount === '80.00' ? ['80.00', 0] : ['90.00', 1],
    )
  }
})

test('simultaneous requests never exceed the limit of tracked listings', async () => {
  const buyer = await market.addBuyer()
  const extraListings = await Promise.all(Array.from({ length: 3 }, () => market.list()))
  await sql`
    insert into listings (id, event_id, seller_team_id, category_id, section, ticket_type, split_type, quantity,
      price_minor, currency, in_hand_date)
    select 'lst_many' || n, event_id, seller_team_id, category_id, section, ticket_type, split_type, 4, 100, 'GBP',
      in_hand_date
    from listings, generate_series(1, ${maxTrackedListings - 1}) n where id = ${extraListings[0]}`.execute(
    market.db,
  )
  await sql`
    insert into tracked_listings (account_id, team_id, listing_id, tracked_at, price_when_tracked_minor, known_price_minor,
      known_stock)
    select ${buyer.accountId}, ${buyer.teamId}, id, now(), 100, 100, 4 from listings where id like 'lst_many%'`.execute(
    market.db,
  )
  const responses = await Promise.all(extraListings.map((listingId) => market.track(buyer, listingId)))
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  const rejected = responses.filter(({ ok }) => !ok)
  expect(rejected.map(({ error }) => error.code)).toEqual(['tracking.too_many', 'tracking.too_many'])
})
