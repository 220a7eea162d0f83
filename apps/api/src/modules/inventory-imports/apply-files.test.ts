import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { updateListingAsOperator, withdrawListing } from '#api/modules/supply/index.ts'
import { heldQuantity } from '#api/test/fixtures/factories.ts'
import {
  addProfile,
  buildInventory,
  type FileRow,
  type Inventory,
} from '#api/test/fixtures/inventory-fixture.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import type { InventoryCrash } from '#api/test/harness/crash-while-writing-inventory.ts'
import { runImport } from './imports/run-import.ts'

let it: Inventory
beforeEach(async () => {
  it = await buildInventory({ config: { maxHeldTicketsPerTeam: 1000 } })
})
afterEach(() => it.close())

const params = (importId: string) => ({ params: { import_id: importId } })
const many = (count: number, values: Partial<FileRow> = {}) =>
  Array.from({ length: count }, (_, at) => ({ id: `id-${at}`, row: `R${at}`, ...values }))
const live = async () => (await it.listings()).filter(({ status }) => status === 'active').length
const listingOf = async (id: string) => {
  const found = (await it.listings()).find(({ external_id }) => external_id === id)
  if (!found) throw new Error(`no listing ${id}`)
  return found
}

/** Buys tickets of the listing. */
async function sell(listingId: string, quantity: number): Promise<void> {
  const buyer = await it.addBuyer()
  const held = await it.hold(buyer, listingId, quantity)
  await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
}

test('a header alone withdraws nothing until a person confirms the exact number', async () => {
  await it.importFile(it.file(...many(3)))
  const { id, shown } = await it.preview(it.file())
  expect(shown).toMatchObject({ withdrawals: 'guarded', counts: { withdrawn: 3 }, rows_read: 0 })
  expect((await it.apply(id)).started.error.code).toBe('inventory_import.withdrawals_unconfirmed')
  const decide = (body: { count: number } | { keep: true }) =>
    it.seller.call(inventoryImportsRoutes.decideWithdrawals, { ...params(id), body })
  expect((await decide({ count: 2 })).error.errors).toMatchObject({
    fields: { count: ['must be 3, the number of listings that this file withdraws'] },
  })
  expect(await live()).toBe(3)
  await decide({ keep: true })
  await it.apply(id)
  expect(await live()).toBe(3)
  const again = await it.importFile(it.file())
  expect(again.shown).toMatchObject({ state: 'done', counts: { withdrawn: 3, written: 3 } })
  expect(await live()).toBe(0)
})

test('a file that loses 60 % of its rows stops, one that loses a few does not', async () => {
  await it.importFile(it.file(...many(100)))
  expect((await it.preview(it.file(...many(40)))).shown).toMatchObject({
    withdrawals: 'guarded',
    live_before: 100,
    counts: { withdrawn: 60 },
  })
  expect((await it.preview(it.file(...many(80)))).shown).toMatchObject({ withdrawals: 'free' })
})

test('a file whose rows are all invalid withdraws nothing, and rows that name a listing keep it', async () => {
  await it.importFile(it.file(...many(3)))
  const bad = await it.importFile(it.file(...many(3, { price: 'free' })))
  expect(bad.shown.counts).toMatchObject({ invalid: 3, withdrawn: 0 })
  const partly = await it.importFile(
    it.file(...many(1), { id: 'id-1', event: 'Unknown' }, { id: 'id-2', price: '' }),
  )
  expect(partly.shown.counts).toMatchObject({ unchanged: 1, held: 1, invalid: 1, withdrawn: 0 })
  expect(await live()).toBe(3)
})

test('listings that no file of the profile manages are never withdrawn', async () => {
  const byHand = await it.list({ quantity: 2 })
  const other = await addProfile(it.seller, {}, 'Second system')
  await it.importFile(it.file({ id: 'B', row: 'B' }), { profileId: other.id })
  await it.importFile(it.file({ id: 'A' }))
  await it.importFile(it.file())
  const kept = (await it.listings()).filter(({ status }) => status === 'active')
  expect(kept.map(({ id, external_id }) => external_id ?? id).toSorted()).toEqual(['B', byHand].toSorted())
})

test('what is held or sold is never taken away: a change applies to the rest and says so', async () => {
  await it.importFile(it.file({ id: 'A', quantity: 6, from: 1, to: 6 }, { id: 'B', row: 'B', quantity: 4 }))
  const [a, b] = [await listingOf('A'), await listingOf('B')]
  const buyer = await it.addBuyer()
  await it.hold(buyer, a.id, 3)
  await it.hold(buyer, b.id, 2)
  const { id, shown } = await it.importFile(it.file({ id: 'A', quantity: 1, from: 1, to: 1, price: '99.00' }))
  expect(shown.counts).toMatchObject({ changed: 1, withdrawn: 1, written: 2 })
  expect(await listingOf('A')).toMatchObject({
    quantity: 3,
    last_seat: 3,
    price_minor: 9900,
    status: 'active',
  })
  expect(await heldQuantity(it.db, a.id)).toBe(3)
  // A hold of a withdrawn listing can still be bought.
  expect(await listingOf('B')).toMatchObject({ status: 'withdrawn', quantity: 4 })
  expect(await heldQuantity(it.db, b.id)).toBe(2)
  const [row] = await it.rows(id, { action: 'changed' })
  expect(row?.warnings).toMatchObject([
    {
      code: 'quantity_committed',
      message: '3 tickets are sold or held, so only the rest was taken off sale',
    },
  ])
})

test('sales after the file was made are subtracted, and a sale just before it does not come back', async () => {
  await it.importFile(it.file({ id: 'A', quantity: 6 }, { id: 'B', row: 'B', quantity: 6 }))
  const [a, b] = [await listingOf('A'), await listingOf('B')]
  const before = new Date()
  await sell(a.id, 2)
  // The file says 6: its system has not seen the sale.
  const stale = await it.importFile(
    it.file({ id: 'A', quantity: 6, price: '86.00' }, { id: 'B', row: 'B', quantity: 6 }),
    {
      madeAt: before,
    },
  )
  expect(await listingOf('A')).toMatchObject({ quantity: 6, sold: 2, price_minor: 8600 })
  expect((await it.rows(stale.id, { action: 'changed' }))[0]?.warnings).toMatchObject([
    { code: 'sales_subtracted' },
  ])
  await sell(b.id, 2)
  await it.importFile(it.file({ id: 'A', quantity: 4, price: '87.00' }, { id: 'B', row: 'B', quantity: 6 }), {
    madeAt: new Date(),
  })
  expect(await listingOf('A')).toMatchObject({ quantity: 6, sold: 2 })
  expect(await listingOf('B')).toMatchObject({ quantity: 6, sold: 2 })
})

test('buyers who hold tickets while a file is written and the file never take the same tickets', async () => {
  await it.importFile(it.file(...many(20, { quantity: 4 })))
  const { id } = await it.preview(it.file(...many(20, { quantity: 2, price: '90.00' })))
  await it.seller.call(inventoryImportsRoutes.apply, params(id))
  const buyer = await it.addBuyer()
  const stock = await it.listings()
  await Promise.all([
    runImport(it.deps, id),
    ...stock.map(({ id: listing }) => it.hold(buyer, listing, 3).catch(() => undefined)),
  ])
  const after = await it.listings()
  for (const { id: listing, quantity, sold } of after)
    expect(quantity - sold).toBeGreaterThanOrEqual(await heldQuantity(it.db, listing))
  expect(after.every(({ price_minor }) => price_minor === 9000)).toBe(true)
})

test('an import that is killed goes on where it stopped and writes no row twice', async () => {
  const id = await it.upload(it.file(...many(1100)))
  await it.work(id)
  await it.seller.call(inventoryImportsRoutes.apply, params(id))
  const crash: InventoryCrash = { databaseUrl: it.deps.config.databaseUrl, importId: id }
  const script = fileURLToPath(
    new URL('../../test/harness/crash-while-writing-inventory.ts', import.meta.url),
  )
  const child = spawn(process.execPath, [script, JSON.stringify(crash)], {
    env: {},
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  expect(String((await Promise.race([once(child.stdout, 'data'), exit]))[0])).toBe('written\n')
  child.kill('SIGKILL')
  await exit
  expect(await live()).toBe(500)
  // The claim of the killed process has not expired, so that no other one starts yet.
  expect(await runImport(it.deps, id)).toBeUndefined()
  await sql`update inventory_imports set claimed_until = clock_timestamp() - interval '1 second' where id = ${id}`.execute(
    it.db,
  )
  expect(await it.work(id)).toMatchObject({ state: 'done', counts: { new: 1100, written: 1100 } })
  const { rows } = await sql<{ created: number }>`
    select count(*)::int as created from listing_changes where kind = 'created' and source = 'file'`.execute(
    it.db,
  )
  expect([await live(), rows[0]?.created]).toEqual([1100, 1100])
})

test('of two files only one is applied at a time, and the other one is previewed again', async () => {
  await it.importFile(it.file({ id: 'A' }))
  const first = await it.preview(it.file({ id: 'A', price: '90.00' }))
  const second = await it.preview(it.file({ id: 'A', price: '91.00' }, { id: 'B', row: 'B' }))
  const call = (id: string) => it.seller.call(inventoryImportsRoutes.apply, params(id))
  const started = await Promise.all([call(first.id), call(second.id)])
  const rejected = started.filter(({ ok }) => !ok)
  expect(rejected.map(({ error }) => error.code)).toEqual(['inventory_import.busy'])
  await it.work(first.id)
  await it.work(second.id)
  const state = await Promise.all([it.show(first.id), it.show(second.id)])
  const waiting = state.find((one) => one.state === 'previewed')
  if (!waiting) throw new Error('no import waits')
  const again = await it.apply(waiting.id)
  expect(again.started.error.code).toBe('inventory_import.preview_outdated')
  // The newer file is still good; the older one is refused now.
  expect(again.shown.state).toBe('matched')
  expect((await it.work(waiting.id)).state).toBe(waiting.id === second.id ? 'previewed' : 'refused')
})

test('a repeated click applies once, and a discarded import is never applied', async () => {
  const { id } = await it.preview(it.file({ id: 'A' }))
  const call = () => it.seller.call(inventoryImportsRoutes.apply, params(id))
  expect((await Promise.all([call(), call()])).map(({ status }) => status)).toEqual([200, 200])
  await it.work(id)
  expect(await live()).toBe(1)
  const discarded = await it.preview(it.file({ id: 'A' }, { id: 'B', row: 'B' }))
  await it.seller.call(inventoryImportsRoutes.discard, params(discarded.id))
  expect((await it.apply(discarded.id)).started.error.code).toBe('inventory_import.wrong_state')
  expect(await live()).toBe(1)
})

test('an undo restores what was not touched since, and puts withdrawn listings back only when asked', async () => {
  await it.importFile(it.file(...many(5)))
  const { id } = await it.importFile(
    it.file(
      { id: 'id-0', row: 'R0', price: '90.00' },
      { id: 'id-1', row: 'R1', price: '90.00' },
      { id: 'id-2', row: 'R9' },
      { id: 'new', row: 'N' },
    ),
  )
  const touched = await listingOf('id-1')
  await updateListingAsOperator(it.deps, { listingId: touched.id, priceMinor: 7000 })
  const undo = (relist: boolean) =>
    it.seller.call(inventoryImportsRoutes.undo, { ...params(id), body: { relist_withdrawn: relist } })
  await undo(true)
  expect(await it.work(id)).toMatchObject({ state: 'undone', counts: { undone: 5, undo_rejected: 1 } })
  expect(await listingOf('id-0')).toMatchObject({ price_minor: 8500, status: 'active' })
  expect(await listingOf('id-1')).toMatchObject({ price_minor: 7000, status: 'active' })
  expect(await listingOf('id-2')).toMatchObject({ status: 'active' })
  expect(await listingOf('new')).toMatchObject({ status: 'withdrawn' })
  expect(await live()).toBe(5)

  const second = await it.importFile(it.file(...many(4)))
  await it.seller.call(inventoryImportsRoutes.undo, { ...params(second.id), body: {} })
  expect((await it.work(second.id)).reasons).toMatchObject([{ code: 'not_relisted' }])
  expect(await listingOf('id-4')).toMatchObject({ status: 'withdrawn' })
})

test('a listing that the seller changed by hand is as the next file says', async () => {
  await it.importFile(it.file({ id: 'A' }))
  const { id } = await listingOf('A')
  await withdrawListing(it.deps, id)
  await it.importFile(it.file({ id: 'A' }, { id: 'B', row: 'B' }))
  expect(await listingOf('A')).toMatchObject({ id, status: 'active' })
})
