import { holdsRoutes } from '@terrace/contracts/holds'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import { buildTrackingMarket, type TrackingMarket } from '#api/test/tracking-market.ts'
import { tellWaiting } from './follow-listings.ts'
import { quietMs } from './judge-mark.ts'

let market: TrackingMarket
beforeAll(async () => {
  market = await buildTrackingMarket()
})
afterAll(() => market.close())

/** Lets something happen while whoever follows the listings stands in the middle of it, about to note prices. */
async function amidFollowing(follow: () => Promise<unknown>, happen: () => Promise<unknown>): Promise<void> {
  let following: Promise<unknown> = Promise.resolve()
  await inTransaction(market.db, async (tx) => {
    await sql`lock table tracked_prices in share mode`.execute(tx)
    following = follow()
    await vi.waitFor(
      async () => {
        const { rows } = await sql`
          select 1 from pg_locks where relation = 'tracked_prices'::regclass and not granted`.execute(tx)
        expect(rows).toHaveLength(1)
      },
      { timeout: 30_000 },
    )
    await happen()
  })
  await following
}

test('[X-TRACK-01] tickets that the own team gives back while its listing is looked at are not missed', async () => {
  const by = await market.addBuyer()
  const listingId = await market.list({ quantity: 4 })
  await market.track(by, listingId)
  const { hold_id: holdId } = await market.hold(by, listingId, 3)
  await amidFollowing(market.deps.outbox.drain, () =>
    by.call(holdsRoutes.release, { body: [{ hold_id: holdId, quantity: 3 }] }),
  )
  await market.settle()
  expect(await market.alerts(by)).toEqual([])
})

test('[X-TRACK-01] a mark that is made while its listing is looked at is not told of the price before', async () => {
  const [first, second] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await market.list({ priceMinor: 9000 })
  await market.track(first, listingId)
  await market.revise(listingId, { priceMinor: 8000 })
  await market.hold(first, listingId, 1)
  await market.db.updateTable('listings').set({ price_minor: 7000 }).where('id', '=', listingId).execute()
  await amidFollowing(market.deps.outbox.drain, async () => {
    await market.db.updateTable('listings').set({ price_minor: 9000 }).where('id', '=', listingId).execute()
    await sql`
      insert into tracked_listings (account_id, team_id, listing_id, tracked_at, price_then_minor, known_price_minor,
        known_stock)
      values (${second.accountId}, ${second.teamId}, ${listingId}, now(), 9000, 9000, 3)`.execute(market.db)
  })
  await market.settle()
  expect(await market.alerts(second)).toEqual([])
})

test('[X-TRACK-01] a drop that waited is told once, though two come to tell it', async () => {
  const by = await market.addBuyer()
  const listingId = await market.list({ priceMinor: 9000 })
  await market.track(by, listingId)
  for (const priceMinor of [8900, 8800]) await market.revise(listingId, { priceMinor })
  market.clock.advance(quietMs)
  await market.hold(await market.addBuyer(), listingId, 1)
  await Promise.all([tellWaiting(market.deps), tellWaiting(market.deps), market.deps.outbox.drain()])
  const told = (await market.alerts(by)).map(({ price_now }) => price_now.amount)
  expect(told).toEqual(['89.00', '88.00'])
})
