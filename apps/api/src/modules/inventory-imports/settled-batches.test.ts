import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildInventory, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'
import { countKeptRows, stockRows } from '#api/test/fixtures/inventory/kept-rows-fixture.ts'
import { settleRows } from './applying/settle-rows.ts'
import { findImport } from './imports/imports.repo.ts'

// The first file after an undo or a release stores a row for each listing of its profile, in several transactions.

let it: Inventory
beforeEach(async () => {
  it = await buildInventory()
})
afterEach(() => it.close())

const params = (importId: string) => ({ params: { import_id: importId } })

async function settledIds() {
  const { rows } = await sql<{ id: string }>`
    select l.external_id as id from inventory_listing_sources s join listings l on l.id = s.listing_id
    where s.row_digest is not null order by l.external_id`.execute(it.db)
  return rows.map(({ id }) => id)
}

/** The same listings, in rows of other bytes. */
const otherRows = () => stockRows().map((row) => ({ ...row, notes: ' ' }))

/** An import that has begun to write, after one that settled all rows; they are forgotten since. */
async function startedImport(): Promise<string> {
  await it.importFile(it.file(...stockRows()))
  await sql`update inventory_listing_sources set row_digest = null`.execute(it.db)
  const { id } = await it.preview(it.file(...otherRows()))
  await it.seller.call(inventoryImportsRoutes.apply, params(id))
  return id
}

/** Fails each transaction that stores a row of the listing, as if the process were killed in it. */
async function failAt(externalId: string): Promise<() => Promise<unknown>> {
  await sql`
    create function fail_at_listing() returns trigger language plpgsql as $$
    begin
      if exists (select from listings where id = new.listing_id and external_id = ${sql.lit(externalId)}) then
        raise exception 'killed';
      end if;
      return new;
    end $$`.execute(it.db)
  await sql`
    create trigger fail_at_listing before update on inventory_listing_sources
    for each row execute function fail_at_listing()`.execute(it.db)
  return () => sql`drop trigger fail_at_listing on inventory_listing_sources`.execute(it.db)
}

test('an import that is interrupted while it stores which rows are settled goes on with the rest', async () => {
  const id = await startedImport()
  const endFailure = await failAt('A')
  const inventoryImport = await findImport(it.db, id)
  if (!inventoryImport) throw new Error('the import is missing')
  await sql`update inventory_imports set claimed_until = now() - interval '1 second' where id = ${id}`.execute(
    it.db,
  )
  await expect(settleRows(it.deps, inventoryImport, { limit: 2 })).rejects.toThrow('killed')
  // From the last row on, in batches of two: D and C, then A and B, which fail.
  expect(await settledIds()).toEqual(['C', 'D'])
  const { rows } = await sql<{ isClaimed: boolean }>`
    select claimed_until > now() as "isClaimed" from inventory_imports where id = ${id}`.execute(it.db)
  expect(rows).toEqual([{ isClaimed: true }])
  await endFailure()
  await sql`update inventory_imports set claimed_until = null where id = ${id}`.execute(it.db)
  expect((await it.work(id)).state).toBe('done')
  expect(await settledIds()).toEqual(['A', 'B', 'C', 'D', 'X', 'Y', 'Z'])
  const next = await it.preview(it.file(...otherRows().toReversed()))
  expect(await countKeptRows(it.db, next.id)).toBe(4)
})

test('a process that was overtaken stores no more rows', async () => {
  const id = await startedImport()
  const inventoryImport = await findImport(it.db, id)
  if (!inventoryImport) throw new Error('the import is missing')
  await it.work(id)
  await it.seller.call(inventoryImportsRoutes.undo, { ...params(id), body: { relist_withdrawn: true } })
  await it.work(id)
  await settleRows(it.deps, inventoryImport)
  expect(await settledIds()).toEqual([])
})

test('of two rows of one listing, the first one counts, in whatever batch it is', async () => {
  const id = await startedImport()
  const digests = async () => {
    const { rows } = await sql<{ digest: string }>`
      select encode(s.row_digest, 'hex') as digest from inventory_listing_sources s
      join listings l on l.id = s.listing_id where l.external_id = 'X'`.execute(it.db)
    return rows
  }
  const { rows: first } = await sql<{ digest: string }>`
    select encode(digest, 'hex') as digest from inventory_import_rows where import_id = ${id} and external_id = 'X'`.execute(
    it.db,
  )
  await sql`
    update inventory_import_rows r set listing_id = x.listing_id, applied_revision = x.applied_revision
    from inventory_import_rows x
    where r.import_id = ${id} and r.external_id = 'D' and x.import_id = ${id} and x.external_id = 'X'`.execute(
    it.db,
  )
  const inventoryImport = await findImport(it.db, id)
  if (!inventoryImport) throw new Error('the import is missing')
  for (const limit of [2, 7, 2]) {
    await settleRows(it.deps, inventoryImport, { limit })
    expect(await digests()).toEqual(first)
  }
})

test('an undo forgets settled rows before it ends', async () => {
  const { id } = await it.importFile(it.file(...stockRows()))
  expect(await settledIds()).toHaveLength(7)
  await sql`alter table inventory_imports disable trigger inventory_imports__forget_rows`.execute(it.db)
  await it.seller.call(inventoryImportsRoutes.undo, { ...params(id), body: { relist_withdrawn: true } })
  expect((await it.work(id)).state).toBe('undone')
  expect(await settledIds()).toEqual([])
})
