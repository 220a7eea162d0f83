import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarket, type Market } from '#api/test/build-market.ts'
import { addEvent, addRates } from '#api/test/factories.ts'
import { lapse } from '#api/test/lapse-hold.ts'
import { randomIds } from '#api/shared/ids.ts'
import { reviseListing, withdrawListing } from '../supply/index.ts'
import { refreshEventStats } from './event-stats.repo.ts'

let market: Market
beforeAll(async () => {
  market = await buildMarket()
  await addRates(market.db, '2026-04-13', { GBP: '0.8000', USD: '1.2000' })
})
afterAll(() => market.close())

async function statsOf(eventId: number) {
  const { rows } = await sql<{
    price: number | null
    currency: string | null
    tickets: number
    listings: number
    demand: number
  }>`
    select min_price_minor as price, min_price_currency as currency, ticket_count as tickets, listing_count as listings, demand
    from event_stats where event_id = ${eventId}`.execute(market.db)
  return rows[0]
}

/** What the outbox's subscriber makes of it: at once, unless some other transaction of the server holds the tail back. */
async function expectStats(eventId: number, stats: object): Promise<void> {
  const read = async () => {
    await market.deps.outbox.drain()
    return statsOf(eventId)
  }
  await expect.poll(read, { timeout: 30_000 }).toMatchObject(stats)
}

async function count(eventId: number): Promise<void> {
  await market.db.transaction().execute((tx) => refreshEventStats(tx, [eventId], new Date()))
}

test('holds, releases and changes of listings keep lowest price and ticket count true', async () => {
  const deps = { db: market.db, clock: market.deps.clock, ids: randomIds }
  const eventId = await addEvent(market.db, { venueId: market.venueId })
  const cheap = await market.list({ eventId, quantity: 2, priceMinor: 5000 })
  const dear = await market.list({ eventId, quantity: 4, priceMinor: 9000 })
  await reviseListing(deps, { listingId: dear, priceMinor: 8000 })
  await expectStats(eventId, { price: 5000, currency: 'GBP', tickets: 6, listings: 2 })

  const buyer = await market.addBuyer()
  await market.hold(buyer, cheap, 2)
  await expectStats(eventId, { price: 8000, tickets: 4, listings: 1, demand: 4 })

  await withdrawListing(deps, dear)
  await expectStats(eventId, { price: null, currency: null, tickets: 0, listings: 0 })
})

test('a hold that has lapsed counts as stock again', async () => {
  const eventId = await addEvent(market.db, { venueId: market.venueId })
  const listing = await market.list({ eventId, quantity: 2 })
  const hold = await market.hold(await market.addBuyer(), listing, 2)
  await count(eventId)
  expect(await statsOf(eventId)).toMatchObject({ tickets: 0 })
  await lapse(market.db, hold.hold_id)
  await count(eventId)
  expect(await statsOf(eventId)).toMatchObject({ tickets: 2 })
})

test('prices of several currencies are compared by the reference rates', async () => {
  const eventId = await addEvent(market.db, { venueId: market.venueId })
  await market.list({ eventId, priceMinor: 7000, currency: 'GBP' })
  await market.list({ eventId, priceMinor: 9000, currency: 'USD' })
  await market.list({ eventId, priceMinor: 8000, currency: 'EUR' })
  await count(eventId)
  // 87.50, 75.00 and 80.00 euros.
  expect(await statsOf(eventId)).toMatchObject({ price: 9000, currency: 'USD' })
})
