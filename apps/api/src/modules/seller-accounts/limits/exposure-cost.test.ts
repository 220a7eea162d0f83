import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import { buildInventory, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'

let it: Inventory
beforeAll(async () => {
  it = await buildInventory()
})
afterAll(() => it.close())

/** Rows of listings and lines of orders that are read to find out what the seller could owe. */
async function rowsRead(teamId: string): Promise<number> {
  return inTransaction(it.db, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const count = async () =>
      (
        await sql<{ rows: string }>`
          select sum(seq_tup_read + idx_tup_fetch) as rows from pg_stat_xact_user_tables
          where relname in ('listings', 'order_lines')`.execute(tx)
      ).rows[0]?.rows
    const before = Number(await count())
    await sql`select * from seller_exposure(${teamId}, 'GBP', ${it.deps.clock.now()})`.execute(tx)
    return Number(await count()) - before
  })
}

test('what a seller could owe is found without reading the listings that are sold and delivered', async () => {
  const owner = await it.addBuyer({ role: 'seller' })
  const { data } = await owner.call(inventoryEditRoutes.create, {
    body: {
      event_id: it.eventId,
      section: '112',
      quantity: 2,
      price: '100.00',
      in_hand_date: new Date().toISOString().slice(0, 10),
      ticket_type: 'eTicket' as const,
    },
  })
  const before = await rowsRead(owner.teamId)
  await sql`
    insert into listings select (jsonb_populate_record(l, jsonb_build_object(
      'id', 'lst_sold' || n, 'external_id', null, 'status', 'withdrawn', 'sold', 2))).*
    from listings l, generate_series(1, 40) n where l.id = ${data.data.id}`.execute(it.db)
  await sql`analyze listings`.execute(it.db)
  expect((await rowsRead(owner.teamId)) - before).toBeLessThan(10)
})
