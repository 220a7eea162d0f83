import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { announceExpiredHolds } from './announce-expired-holds.ts'
import { cleanUpExpiredHolds } from './clean-up-expired-holds.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

/** Expires the hold and resets the cursor, so that the next run announces it. */
async function expireTwoMinutesAgo(holdId: string): Promise<void> {
  await sql`update hold_expiry_cursor set announced_until = clock_timestamp() - interval '3 minutes'`.execute(
    market.db,
  )
  await sql`update holds set expires_at = now() - interval '2 minutes', reserved_until = now() - interval '2 minutes'
    where id = ${holdId}`.execute(market.db)
}

test('an ended hold that another transaction has locked is skipped, not waited for', async () => {
  const { hold_id: id } = await market.hold(await market.addBuyer(), await market.list(), 1)
  await expireTwoMinutesAgo(id)
  await announceExpiredHolds(market.deps)
  await inTransaction(market.db, async (tx) => {
    await sql`select from holds where id = ${id} for update`.execute(tx)
    expect(await cleanUpExpiredHolds(market.db)).toBe(0)
  })
  expect(await cleanUpExpiredHolds(market.db)).toBe(1)
})

test('expired holds are announced before they are cleaned up, even if that is late', async () => {
  const { hold_id: id } = await market.hold(await market.addBuyer(), await market.list(), 1)
  await expireTwoMinutesAgo(id)
  expect(await cleanUpExpiredHolds(market.db)).toBe(0)
  expect(await announceExpiredHolds(market.deps)).toBe(1)
  expect(await cleanUpExpiredHolds(market.db)).toBe(1)
  const { rows } = await sql`
    select from outbox where topic = 'hold.expired' and payload ->> 'holdId' = ${id}`.execute(market.db)
  expect(rows).toHaveLength(1)
})
