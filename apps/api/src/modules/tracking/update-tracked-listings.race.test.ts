import { holdsRoutes } from '@terrace/contracts/holds'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import { buildTrackingFixture, type TrackingFixture } from '#api/test/fixtures/tracking-fixture.ts'
import { sendPendingAlerts } from './update-tracked-listings.ts'
import { alertCooldownMs } from './evaluate-alerts.ts'

let market: TrackingFixture
beforeAll(async () => {
  market = await buildTrackingFixture()
})
afterAll(() => market.close())

/** Runs `update` while the subscriber is in the middle of its transaction, about to record prices. */
async function runDuringUpdate(
  update: () => Promise<unknown>,
  interfere: () => Promise<unknown>,
): Promise<void> {
  let updating: Promise<unknown> = Promise.resolve()
  await inTransaction(market.db, async (tx) => {
    await sql`lock table tracked_prices in share mode`.execute(tx)
    updating = update()
    await vi.waitFor(
      async () => {
        const { rows } = await sql`
          select 1 from pg_locks where relation = 'tracked_prices'::regclass and not granted`.execute(tx)
        expect(rows).toHaveLength(1)
      },
      { timeout: 30_000 },
    )
    await interfere()
  })
  await updating
}

test('[X-TRACK-01] a release during the update is not missed', async () => {
  const by = await market.addBuyer()
  const listingId = await market.list({ quantity: 4 })
  await market.track(by, listingId)
  const { hold_id: holdId } = await market.hold(by, listingId, 3)
  await runDuringUpdate(market.deps.outbox.drain, () =>
    by.call(holdsRoutes.release, { body: [{ hold_id: holdId, quantity: 3 }] }),
  )
  await market.finish()
  expect(await market.alerts(by)).toEqual([])
})

test('[X-TRACK-01] tracking that starts during the update does not report the earlier price', async () => {
  const [first, second] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await market.list({ priceMinor: 9000 })
  await market.track(first, listingId)
  await market.revise(listingId, { priceMinor: 8000 })
  await market.hold(first, listingId, 1)
  await market.db.updateTable('listings').set({ price_minor: 7000 }).where('id', '=', listingId).execute()
  await runDuringUpdate(market.deps.outbox.drain, async () => {
    await market.db.updateTable('listings').set({ price_minor: 9000 }).where('id', '=', listingId).execute()
    await sql`
      insert into tracked_listings (account_id, team_id, listing_id, tracked_at, price_when_tracked_minor, known_price_minor,
        known_stock)
      values (${second.accountId}, ${second.teamId}, ${listingId}, now(), 9000, 9000, 3)`.execute(market.db)
  })
  await market.finish()
  expect(await market.alerts(second)).toEqual([])
})

test('[X-TRACK-01] a pending drop is sent once when two processes send it', async () => {
  const by = await market.addBuyer()
  const listingId = await market.list({ priceMinor: 9000 })
  await market.track(by, listingId)
  for (const priceMinor of [8900, 8800]) await market.revise(listingId, { priceMinor })
  market.clock.advance(alertCooldownMs)
  await market.hold(await market.addBuyer(), listingId, 1)
  await Promise.all([
    sendPendingAlerts(market.deps),
    sendPendingAlerts(market.deps),
    market.deps.outbox.drain(),
  ])
  const alertPrices = (await market.alerts(by)).map(({ current_price }) => current_price.amount)
  expect(alertPrices).toEqual(['89.00', '88.00'])
})
