import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { cleanUpExpiredHolds } from './clean-up-expired-holds.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

test('an ended hold that another transaction has locked is skipped, not waited for', async () => {
  const { hold_id: id } = await market.hold(await market.addBuyer(), await market.list(), 1)
  await sql`update holds set reserved_until = clock_timestamp() - interval '2 minutes' where id = ${id}`.execute(
    market.db,
  )
  await inTransaction(market.db, async (tx) => {
    await sql`select from holds where id = ${id} for update`.execute(tx)
    expect(await cleanUpExpiredHolds(market.db)).toBe(0)
  })
  expect(await cleanUpExpiredHolds(market.db)).toBe(1)
})
