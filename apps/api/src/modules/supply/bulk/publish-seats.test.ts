import { inventoryBulkRoutes } from '@terrace/contracts/inventory-bulk'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'

// Which listings a bulk edit puts on sale when several of them have a seat.

let market: Marketplace
let seller: Caller
beforeAll(async () => {
  market = await buildMarketplace()
  seller = await market.addBuyer({ teamId: market.sellerTeamId, role: 'seller' })
})
beforeEach(async () => {
  await sql`delete from listing_changes`.execute(market.db)
  await sql`delete from bulk_edits`.execute(market.db)
  await sql`delete from listings`.execute(market.db)
})
afterAll(() => market.close())

/** Four seats from each of these, not on sale. */
async function withdrawnListings(...firstSeats: number[]): Promise<string[]> {
  const ids: string[] = []
  for (const firstSeat of firstSeats) ids.push(await market.list({ firstSeat }))
  await sql`update listings set status = 'withdrawn' where id = any(${ids})`.execute(market.db)
  return ids
}

async function preview(ids: readonly string[], published = true) {
  const body = { selection: { listing_ids: [...ids] }, change: { published } }
  const { data } = await seller.call(inventoryBulkRoutes.preview, { body })
  return data.data
}

const apply = (id: string) => seller.call(inventoryBulkRoutes.apply, { params: { bulk_edit_id: id } })

async function problemsOf(id: string) {
  const { data } = await seller.call(inventoryBulkRoutes.rows, { params: { bulk_edit_id: id }, query: {} })
  return data.data.map(({ problem }) => problem?.code)
}

async function statusesOf(ids: readonly string[]) {
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status from listings where id = any(${ids})`.execute(market.db)
  return ids.map((id) => rows.find((row) => row.id === id)?.status)
}

test('a listing whose seats are taken takes none from the others', async () => {
  await market.list({ firstSeat: 10 })
  // Each overlaps the one before, and the first one a listing on sale.
  const ids = await withdrawnListings(12, 14, 16, 18)
  const edit = await preview(ids)
  expect(edit.counts).toMatchObject({ changed: 2, problems: 2 })
  const problems = ['seats_taken', undefined, 'seats_taken', undefined]
  expect(await problemsOf(edit.id)).toEqual(problems)
  expect((await apply(edit.id)).data.data.counts).toMatchObject({ applied: 2, problems: 2 })
  expect(await problemsOf(edit.id)).toEqual(problems)
  expect(await statusesOf(ids)).toEqual(['withdrawn', 'active', 'withdrawn', 'active'])
})

test('a listing that cannot go on sale for another reason takes no seats', async () => {
  const ids = await withdrawnListings(10, 12)
  await sql`update listings set floor_minor = 1, price_minor = 100 where id = ${ids[0]}`.execute(market.db)
  const change = {
    published: true,
    price: { change: { by: 'amount', amount: '-2.00' }, below_floor: 'skip' },
  } as const
  const { data } = await seller.call(inventoryBulkRoutes.preview, {
    body: { selection: { listing_ids: ids }, change },
  })
  expect(await problemsOf(data.data.id)).toEqual(['below_floor', undefined])
  await apply(data.data.id)
  expect(await statusesOf(ids)).toEqual(['withdrawn', 'active'])
})

test('of two listings with one seat the first in the selection goes on sale, however many are between them', async () => {
  const [last = '', first = ''] = await withdrawnListings(10, 12)
  const { rows } = await sql<{ id: string }>`
    insert into listings (id, event_id, seller_team_id, category_id, section, "row", ticket_type, split_type, quantity,
      price_minor, currency, in_hand_date, status)
    select 'lst_between' || n, event_id, seller_team_id, category_id, section, "row", ticket_type, split_type, quantity,
      price_minor, currency, in_hand_date, status
    from listings cross join generate_series(1, 1000) n where id = ${first} returning id`.execute(market.db)
  const between = rows.map(({ id }) => id)
  const edit = await preview([first, ...between, last])
  expect(edit.counts).toMatchObject({ changed: 1001, problems: 1 })
  expect((await apply(edit.id)).data.data.counts).toMatchObject({ applied: 1001, problems: 1 })
  expect(await statusesOf([first, last])).toEqual(['active', 'withdrawn'])
})

test('an undo puts a listing back on sale, whatever the listings want that stay off sale', async () => {
  const ids = [await market.list({ firstSeat: 10 }), await market.list({ firstSeat: 12 })].toSorted()
  const edit = await preview(ids, false)
  await apply(edit.id)
  expect(await statusesOf(ids)).toEqual(['withdrawn', 'withdrawn'])
  await seller.call(inventoryBulkRoutes.undo, {
    params: { bulk_edit_id: edit.id },
    body: { confirmed_unsold: ids.slice(1) },
  })
  expect(await problemsOf(edit.id)).toEqual(['not_confirmed', undefined])
  expect(await statusesOf(ids)).toEqual(['withdrawn', 'active'])
})
