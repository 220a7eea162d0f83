import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { findUsedBarcodes, saveBarcodes } from './barcodes.repo.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

const hash = 'ab'.repeat(32)

async function listingOf(teamId: string): Promise<string> {
  const id = await market.list({ quantity: 1 })
  await sql`update listings set seller_team_id = ${teamId} where id = ${id}`.execute(market.db)
  return id
}

const save = (listingId: string, teamId: string) =>
  market.db
    .transaction()
    .execute((tx) => saveBarcodes(tx, [{ listingId, teamId, eventId: market.eventId, hashes: [hash] }]))

const owners = async () =>
  (
    await market.db
      .selectFrom('listing_tickets')
      .select('listing_id as id')
      .where('barcode_digest', 'is not', null)
      .execute()
  ).map(({ id }) => id)

test('a barcode of a listing on sale is never taken over, only from the own tickets off sale', async () => {
  const rival = await market.addBuyer({ role: 'seller' })
  const [first, second, third] = [
    await listingOf(market.sellerTeamId),
    await listingOf(rival.teamId),
    await listingOf(market.sellerTeamId),
  ]
  expect(await save(first, market.sellerTeamId)).toEqual(new Set())
  // Both sellers have looked before either saved.
  expect(await save(second, rival.teamId)).toEqual(new Set([second]))
  expect(await save(third, market.sellerTeamId)).toEqual(new Set([third]))
  await sql`update listings set status = 'withdrawn' where id = ${first}`.execute(market.db)
  expect(await save(second, rival.teamId)).toEqual(new Set([second]))
  expect(await owners()).toEqual([first])
  const own = { listingId: third, teamId: market.sellerTeamId, eventId: market.eventId, hashes: [hash] }
  expect(await findUsedBarcodes(market.db, [own])).toEqual(new Map())
  expect(await save(third, market.sellerTeamId)).toEqual(new Set())
  expect(await owners()).toEqual([third])
})
