import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildInventory, type FileRow, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'
import { stockRows } from '#api/test/fixtures/inventory/kept-rows-fixture.ts'
import { findWithdrawals } from './imports/find-withdrawals.ts'
import { findImport } from './imports/imports.repo.ts'
import { saveEventFacts } from './settled/event-facts.ts'

/*
 * A preview compares a file with listings as they are. An undo changes them, so previews that it overtakes are made again.
 */

let it: Inventory
beforeEach(async () => {
  it = await buildInventory()
})
afterEach(() => it.close())

/** The rows with B at another price, in another order, so that no two files are identical. */
function rowsWithPrice(price: string): FileRow[] {
  const rows = stockRows().map((row) => (row.id === 'B' ? { ...row, price } : row))
  return price < '90' ? rows : rows.toReversed()
}

const startUndo = (id: string) =>
  it.seller.call(inventoryImportsRoutes.undo, {
    params: { import_id: id },
    body: { relist_withdrawn: true },
  })

async function undo(id: string): Promise<void> {
  await startUndo(id)
  expect((await it.work(id)).state).toBe('undone')
}

/** As if the pause between two attempts were over. */
async function workAgain(id: string) {
  await sql`update inventory_imports set claimed_until = null where id = ${id}`.execute(it.db)
  return it.work(id)
}

const priceOfB = async () =>
  (await it.listings()).find((one) => one.external_id === 'B' && one.status === 'active')?.price_minor

/** Imports B for 80.00, then for 90.00; returns the id of the second import. */
async function importTwice(): Promise<string> {
  await it.importFile(it.file(...rowsWithPrice('80.00')))
  return (await it.importFile(it.file(...rowsWithPrice('90.00')))).id
}

test.each([
  ['whose rows can be kept', 'B'],
  ['whose rows are all read', ''],
])('a file %s waits for an undo, and is compared with what it restored', async (_, keeps) => {
  const second = await importTwice()
  if (keeps === '') await sql`update inventory_listing_sources set row_digest = null`.execute(it.db)
  await startUndo(second)
  const { id, shown } = await it.preview(it.file(...rowsWithPrice('90.00')))
  expect(['received', 'matched']).toContain(shown.state)
  await it.work(second)
  expect(await workAgain(id)).toMatchObject({ state: 'previewed', counts: { changed: 1, unchanged: 6 } })
  await it.apply(id)
  expect(await priceOfB()).toBe(9000)
})

test('a preview from before the undo of an earlier import is made again', async () => {
  await it.importFile(it.file(...rowsWithPrice('80.00')))
  const changed = await it.importFile(it.file(...rowsWithPrice('90.00')))
  await it.importFile(it.file(...rowsWithPrice('90.00'), { id: 'new', row: 'N' }))
  const file = it.file({ id: 'newer', row: 'M' }, ...rowsWithPrice('90.00'))
  const { id, shown } = await it.preview(file)
  expect(shown.counts).toMatchObject({ new: 1 })
  await undo(changed.id)
  expect(await priceOfB()).toBe(8000)
  expect((await it.show(id)).state).not.toBe('previewed')
  expect(await workAgain(id)).toMatchObject({ state: 'previewed', counts: { new: 1, changed: 1 } })
  await it.apply(id)
  expect(await priceOfB()).toBe(9000)
})

test('a preview from before an import that was undone since is made again', async () => {
  await it.importFile(it.file(...rowsWithPrice('80.00')))
  const { id } = await it.preview(it.file(...rowsWithPrice('90.00')))
  const other = await it.importFile(it.file(...rowsWithPrice('95.00')))
  await undo(other.id)
  expect(await workAgain(id)).toMatchObject({ state: 'previewed', counts: { changed: 1 } })
  await it.apply(id)
  expect(await priceOfB()).toBe(9000)
})

test('a process that was overtaken changes neither the facts nor the withdrawals of an applied import', async () => {
  await it.importFile(it.file(...stockRows()))
  const { id } = await it.preview(it.file(...stockRows().filter((row) => row.id !== 'C')))
  const before = await findImport(it.db, id)
  if (!before) throw new Error('the import is missing')
  await it.apply(id)
  const stored = async () => {
    const { rows: events } = await sql`
      select key, facts from inventory_import_events where import_id = ${id} order by key`.execute(it.db)
    const { rows: withdrawals } = await sql`
      select position, listing_id, outcome from inventory_import_rows where import_id = ${id} and line is null`.execute(
      it.db,
    )
    return { events, withdrawals }
  }
  const applied = await stored()
  expect(applied.withdrawals).toMatchObject([{ outcome: 'written' }])
  await sql`update events set title = title || ' (moved)' where id = ${it.eventId}`.execute(it.db)
  await saveEventFacts(it.db, before, { isAll: true, now: it.deps.clock.now() })
  await findWithdrawals(it.db, before, it.profile.settings)
  expect(await stored()).toEqual(applied)
})
