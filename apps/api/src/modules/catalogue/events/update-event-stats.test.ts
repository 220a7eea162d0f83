import { holdsRoutes } from '@terrace/contracts/holds'
import { randomInteger, randomItem, seededRandom } from '@terrace/domain/text/short-hash'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { addEvent, addRates } from '#api/test/fixtures/factories.ts'
import { expireHold } from '#api/test/fixtures/expire-hold.ts'
import { randomIds } from '#api/shared/ids.ts'
import { updateListingAsOperator, withdrawListing } from '#api/modules/supply/index.ts'
import { countChangedListings, refreshEventStats } from './event-stats.repo.ts'

let fixture: Marketplace
beforeAll(async () => {
  fixture = await buildMarketplace()
  await addRates(fixture.db, '2026-04-13', { GBP: '0.8000', USD: '1.2000' })
})
afterAll(() => fixture.close())

async function statsOf(eventId: number) {
  const { rows } = await sql<{
    price: number | null
    currency: string | null
    tickets: number
    listings: number
    demand: number
  }>`
    select min_price_minor as price, min_price_currency as currency, ticket_count as tickets, listing_count as listings, demand
    from event_stats where event_id = ${eventId}`.execute(fixture.db)
  return rows[0]
}

/** Polls, because another open transaction can delay the outbox subscriber. */
async function expectStats(eventId: number, stats: object): Promise<void> {
  const read = async () => {
    await fixture.deps.outbox.drain()
    return statsOf(eventId)
  }
  await expect.poll(read, { timeout: 30_000 }).toMatchObject(stats)
}

async function count(eventId: number): Promise<void> {
  await fixture.db.transaction().execute((tx) => refreshEventStats(tx, [eventId], new Date()))
}

test('holds, releases and listing changes update the lowest price and ticket count', async () => {
  const deps = { db: fixture.db, clock: fixture.deps.clock, ids: randomIds }
  const eventId = await addEvent(fixture.db, { venueId: fixture.venueId })
  const cheap = await fixture.list({ eventId, quantity: 2, priceMinor: 5000 })
  const expensive = await fixture.list({ eventId, quantity: 4, priceMinor: 9000 })
  await updateListingAsOperator(deps, { listingId: expensive, priceMinor: 8000 })
  await expectStats(eventId, { price: 5000, currency: 'GBP', tickets: 6, listings: 2 })

  const buyer = await fixture.addBuyer()
  await fixture.hold(buyer, cheap, 2)
  await expectStats(eventId, { price: 8000, tickets: 4, listings: 1, demand: 4 })

  await withdrawListing(deps, expensive)
  await expectStats(eventId, { price: null, currency: null, tickets: 0, listings: 0 })
})

test('tickets of an expired hold count as available again', async () => {
  const eventId = await addEvent(fixture.db, { venueId: fixture.venueId })
  const listing = await fixture.list({ eventId, quantity: 2 })
  const hold = await fixture.hold(await fixture.addBuyer(), listing, 2)
  await count(eventId)
  expect(await statsOf(eventId)).toMatchObject({ tickets: 0 })
  await expireHold(fixture.db, hold.hold_id)
  await count(eventId)
  expect(await statsOf(eventId)).toMatchObject({ tickets: 2 })
})

test('prices in several currencies are compared at reference rates', async () => {
  const eventId = await addEvent(fixture.db, { venueId: fixture.venueId })
  await fixture.list({ eventId, priceMinor: 7000, currency: 'GBP' })
  await fixture.list({ eventId, priceMinor: 9000, currency: 'USD' })
  await fixture.list({ eventId, priceMinor: 8000, currency: 'EUR' })
  await count(eventId)
  // In euros: 87.50, 75.00 and 80.00.
  expect(await statsOf(eventId)).toMatchObject({ price: 9000, currency: 'USD' })
})

test('changes counted one by one give the same figures as counting all listings again', async () => {
  const deps = { db: fixture.db, clock: fixture.deps.clock, ids: randomIds }
  const eventId = await addEvent(fixture.db, { venueId: fixture.venueId })
  const buyer = await fixture.addBuyer()
  const listings = await Promise.all(
    [5000, 6000, 7000].map((priceMinor) => fixture.list({ eventId, quantity: 2, priceMinor })),
  )
  const [cheapest = '', second = '', last = ''] = listings
  await count(eventId)
  const counted = async () => {
    const stats = await statsOf(eventId)
    await count(eventId)
    expect(await statsOf(eventId)).toEqual(stats)
    return stats
  }
  const hold = await fixture.hold(buyer, cheapest, 2)
  await expectStats(eventId, { price: 6000, tickets: 4, listings: 2 })
  await counted()
  await updateListingAsOperator(deps, { listingId: last, priceMinor: 5500 })
  await expectStats(eventId, { price: 5500, tickets: 4, listings: 2 })
  await withdrawListing(deps, second)
  await expectStats(eventId, { price: 5500, tickets: 2, listings: 1 })
  await counted()
  await buyer.call(holdsRoutes.release, { body: [{ hold_id: hold.hold_id, quantity: 2 }] })
  await expectStats(eventId, { price: 5000, tickets: 4, listings: 2 })
  await counted()
})

test('any changes of prices, currencies and stock give the same figures as counting all listings again', async () => {
  const random = seededRandom(7)
  const eventId = await addEvent(fixture.db, { venueId: fixture.venueId })
  const ids = await Promise.all(
    ['GBP', 'GBP', 'GBP', 'USD', 'EUR', 'EUR'].map((currency, at) =>
      fixture.list({ eventId, quantity: 2, priceMinor: 5000 + 500 * at, currency }),
    ),
  )
  await count(eventId)
  const changes = [
    sql`price_minor = price_minor - 700`,
    sql`price_minor = price_minor + 900`,
    sql`price_minor = 4800`,
    sql`status = case status when 'active' then 'withdrawn' else 'active' end`,
    sql`sold = 2 - sold`,
    sql`currency = case currency when 'GBP' then 'EUR' else 'GBP' end`,
  ]
  for (let step = 0; step < 60; step += 1) {
    const changed = Array.from({ length: randomInteger(random, 1, 3) }, () => randomItem(random, ids))
    for (const id of changed)
      await sql`update listings set ${randomItem(random, changes)} where id = ${id}`.execute(fixture.db)
    await fixture.db
      .transaction()
      .execute((tx) => countChangedListings(tx, changed, fixture.deps.clock.now()))
    const stats = await statsOf(eventId)
    await count(eventId)
    expect(stats, `step ${step}`).toEqual(await statsOf(eventId))
  }
})

test('a deleted listing no longer counts', async () => {
  const eventId = await addEvent(fixture.db, { venueId: fixture.venueId })
  const [kept, deleted] = [
    await fixture.list({ eventId, quantity: 2 }),
    await fixture.list({ eventId, quantity: 3 }),
  ]
  await count(eventId)
  expect(await statsOf(eventId)).toMatchObject({ tickets: 5, listings: 2 })
  await sql`delete from listings where id = ${deleted}`.execute(fixture.db)
  await fixture.db
    .transaction()
    .execute((tx) => countChangedListings(tx, [deleted, kept], fixture.deps.clock.now()))
  expect(await statsOf(eventId)).toMatchObject({ tickets: 2, listings: 1 })
})
