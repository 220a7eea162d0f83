import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { inventoryProfilesRoutes } from '@terrace/contracts/inventory-profiles'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { updateListingAsOperator } from '#api/modules/supply/index.ts'
import {
  addProfile,
  buildInventory,
  inventoryHeader,
  ownColumns,
  type Inventory,
} from '#api/test/fixtures/inventory-fixture.ts'
import { changeImport, extendClaim } from './imports/imports.repo.ts'

let it: Inventory
beforeEach(async () => {
  it = await buildInventory()
})
afterEach(() => it.close())

const params = (importId: string) => ({ params: { import_id: importId } })
const ownSettings = {
  dialect: null,
  columns: ownColumns,
  mode: 'full_replace',
  currency: 'GBP',
  date_order: 'ymd',
} as const

test('changes sort by how much the price moves, and those over a percentage can be shown alone', async () => {
  await it.importFile(
    it.file({ id: 'A' }, { id: 'B', row: 'B' }, { id: 'C', row: 'C' }, { id: 'D', row: 'D' }),
  )
  const { id, shown } = await it.preview(
    it.file(
      { id: 'A', price: '90.00' },
      { id: 'B', row: 'B', price: '68.00', quantity: 4 },
      { id: 'C', row: 'C', price: '94.00' },
      { id: 'D', row: 'D', quantity: 3 },
      { id: 'E', row: 'E', quantity: 5 },
    ),
  )
  const sorted = await it.rows(id, { action: 'changed', order_by: 'price_change' })
  expect(sorted.map((row) => [row.line, row.price_change_percent])).toEqual([
    [3, '-20.00'],
    [2, '5.88'],
    [4, '10.59'],
    [5, null],
  ])
  const falling = await it.rows(id, { action: 'changed', order_by: 'price_change', sort_order: 'desc' })
  expect(falling.map(({ line }) => line)).toEqual([4, 2, 3, 5])
  const big = await it.rows(id, { action: 'changed', price_moves_over: 10 })
  expect(big.map(({ line }) => line)).toEqual([3, 4])
  expect(shown.totals).toEqual({
    new_tickets: 5,
    reduced_by_sales: 0,
    big_price_moves: 2,
    proceeds: [
      // 2 × 85 four times; 2 × 90, 4 × 68, 2 × 94 and 3 × 85.
      { before: { amount: '680.00', currency: 'GBP' }, after: { amount: '895.00', currency: 'GBP' } },
    ],
  })
  expect(shown).toMatchObject({ mode: 'full_replace', last_file: { name: 'stock.csv', rows: 4 } })
})

test('the list names who uploaded a file, and says how far the server is', async () => {
  const id = await it.upload(it.file({ id: 'A' }, { id: 'B', row: 'B' }))
  const listed = async () => {
    const { data } = await it.seller.call(inventoryImportsRoutes.list)
    return data.data[0]
  }
  expect(await listed()).toMatchObject({
    state: 'received',
    uploaded_by: expect.stringMatching(/\S/),
    profile: { name: 'Our system' },
    progress: { done: 0, total: null },
  })
  await it.work(id)
  expect(await listed()).toMatchObject({ state: 'previewed', progress: null })
  await changeImport(it.db, id, 'previewed', { state: 'applying', rowsDone: 0, claimedUntil: new Date() })
  await extendClaim(it.db, id, { more: 1 })
  expect(await listed()).toMatchObject({ state: 'applying', progress: { done: 1, total: 2 } })
  expect(await it.show(id)).toMatchObject({ reasons: [], examples: [] })
})

test('an undo says first what it would do: changes, new listings, withdrawals, and what changed since', async () => {
  await it.importFile(it.file({ id: 'A' }, { id: 'B', row: 'B' }, { id: 'C', row: 'C', quantity: 3 }))
  const { id } = await it.importFile(
    it.file({ id: 'A', price: '90.00' }, { id: 'B', row: 'B', price: '91.00' }, { id: 'D', row: 'D' }),
  )
  const changed = (await it.listings()).find(({ external_id }) => external_id === 'B')
  await updateListingAsOperator(it.deps, { listingId: changed?.id ?? '', priceMinor: 9900 })
  const { data } = await it.seller.call(inventoryImportsRoutes.undoPreview, params(id))
  expect(data.data).toEqual({
    restored: 1,
    withdrawn: 1,
    relistable: { listings: 1, tickets: 3 },
    changed_since: 1,
    committed_tickets: 0,
  })
  await it.seller.call(inventoryImportsRoutes.undo, { ...params(id), body: { relist_withdrawn: true } })
  expect(await it.work(id)).toMatchObject({ state: 'undone', counts: { undone: 3, undo_rejected: 1 } })
  const again = await it.seller.call(inventoryImportsRoutes.undoPreview, params(id))
  expect(again.error.code).toBe('inventory_import.wrong_state')
})

test('an undo says how many tickets buyers keep, held ones too, and never offers them for sale again', async () => {
  await it.importFile(it.file({ id: 'A', quantity: 4 }))
  const buyer = await it.addBuyer()
  const listing = async (id: string) =>
    (await it.listings()).find(({ external_id }) => external_id === id)?.id ?? ''
  await it.hold(buyer, await listing('A'), 1)
  const { id } = await it.importFile(it.file({ id: 'B', row: 'B', quantity: 4 }))
  await it.hold(buyer, await listing('B'), 2)
  const { data } = await it.seller.call(inventoryImportsRoutes.undoPreview, params(id))
  expect(data.data).toMatchObject({
    withdrawn: 1,
    committed_tickets: 2,
    relistable: { listings: 1, tickets: 3 },
  })
})

test('invalid rows can be saved alone, as the file has them and with the reason', async () => {
  const { id } = await it.preview(it.file({ id: 'A' }, { id: 'B', price: 'free' }, { id: 'C', price: '0' }))
  const { data } = await it.seller.call(inventoryImportsRoutes.result, {
    ...params(id),
    query: { action: 'invalid' },
  })
  expect(data.data.filename).toBe('stock-invalid.csv')
  const lines = data.data.csv.trim().split('\r\n')
  expect(lines[0]).toContain('TicketID')
  expect(lines.slice(1).map((line) => [line.slice(0, 1), line.includes('Price: ')])).toEqual([
    ['B', true],
    ['C', true],
  ])
})

test('examples read rows with the settings before they are saved, with what buyers pay and the seller gets', async () => {
  const row = ['A', 'Home v Away', 'Ground', '2027-03-07', '', '2', '112', 'K', '1', '2', '', '80.00', '']
  const { data } = await it.seller.call(inventoryProfilesRoutes.examples, {
    body: {
      settings: ownSettings,
      header: inventoryHeader.split(','),
      rows: [row, row.with(11, '80,00')],
    },
  })
  expect(data.data).toMatchObject({
    problems: [],
    missing: [],
    rows: [
      {
        event: 'Home v Away',
        day: '2027-03-07',
        section: '112',
        quantity: 2,
        price: { amount: '80.00' },
        buyer_pays: { amount: '84.00' },
        proceeds: { amount: '80.00' },
        problems: [],
      },
      { price: null, problems: [{ column: 'Price', message: expect.stringContaining('decimal comma') }] },
    ],
  })
})

test('examples name what is missing before any row can be read', async () => {
  const { data } = await it.seller.call(inventoryProfilesRoutes.examples, {
    body: {
      settings: { ...ownSettings, columns: { Row: { field: 'row' } }, currency: 'XXX' },
      header: ['Row', 'Amount'],
      rows: [['K', '1']],
    },
  })
  expect(data.data).toMatchObject({ problems: [{ setting: 'currency' }], rows: [] })
  const { data: known } = await it.seller.call(inventoryProfilesRoutes.examples, {
    body: {
      settings: { ...ownSettings, columns: { Row: { field: 'row' } } },
      header: ['Row', 'Amount'],
      rows: [['K', '1']],
    },
  })
  expect(known.data.missing).toEqual(['external_id', 'event_name', 'section', 'quantity', 'price'])
  expect(known.data.problems.map(({ setting }) => setting)).toEqual(['columns', 'identity'])
})

test('a header finds the profile that reads it; equal ones are all named, and other teams have none', async () => {
  const propose = async (header: string, caller = it.seller) => {
    const { data } = await caller.call(inventoryProfilesRoutes.propose, {
      body: { header: header.split(',') },
    })
    return data.data.profiles
  }
  const first = { id: it.profile.id, needs_event: false }
  expect(await propose(inventoryHeader)).toEqual([first])
  expect(await propose(`${inventoryHeader},More`)).toEqual([first])
  expect(await propose('TicketID,Event')).toEqual([])
  const second = await addProfile(it.seller, { mode: 'by_id' }, 'Second')
  expect((await propose(inventoryHeader)).map(({ id }) => id).toSorted()).toEqual(
    [it.profile.id, second.id].toSorted(),
  )
  const paste = await addProfile(
    it.seller,
    { dialect: 'stubhub-simple', columns: {}, mode: 'by_id', identity: 'seats' },
    'Paste',
  )
  expect(await propose('Quantity,Section,Row,Unit List Price')).toEqual([{ id: paste.id, needs_event: true }])
  expect(await propose(inventoryHeader, await it.addBuyer({ role: 'seller' }))).toEqual([])
})
