import { inventoryBulkRoutes } from '@terrace/contracts/inventory-bulk'
import { inventoryDetailsRoutes } from '@terrace/contracts/inventory-details'
import { inventoryDraftsRoutes } from '@terrace/contracts/inventory-drafts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTeam } from '#api/test/fixtures/factories.ts'
import { buildInventory, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { parseAdmin } from '#api/cli/admin/arguments.ts'
import { manageSellers } from '#api/cli/admin/sellers/sellers.ts'

let it: Inventory
let rivalTeam: string
let rival: Caller
beforeAll(async () => {
  it = await buildInventory()
  rivalTeam = await addTeam(it.db, { name: 'Rival Tickets' })
  rival = await it.addBuyer({ role: 'seller', teamId: rivalTeam })
})
afterAll(() => it.close())

type Listed = NonNullable<Parameters<Inventory['list']>[0]>
const list = (values: Listed) => it.list(values)
const byRival = (values: Listed) => list({ sellerTeamId: rivalTeam, ...values })
const change = (id: string, values: string) =>
  sql`update listings set ${sql.raw(values)} where id = ${id}`.execute(it.db)
const details = async (id: string, by = it.seller) =>
  (await by.call(inventoryDetailsRoutes.details, { params: { listing_id: id } })).data.data
const shared = async (id: string, by = it.seller) => (await details(id, by)).shared_seats

test('both sellers of a seat see it at their listing, and nothing about the other', async () => {
  const theirs = await byRival({ row: 'AA', firstSeat: 3, quantity: 4 })
  const ours = await list({ row: 'AA', firstSeat: 1, quantity: 4 })
  expect(await shared(ours)).toEqual([3, 4])
  expect(await shared(theirs, rival)).toEqual([3, 4])
  expect(JSON.stringify(await details(ours))).not.toMatch(new RegExp(`${theirs}|${rivalTeam}|Rival`))
})

test('publishing many says which rows another seller offers too, before and after', async () => {
  await byRival({ row: 'AB', firstSeat: 3, quantity: 4 })
  const ids = [await list({ row: 'AB', firstSeat: 1, quantity: 4 }), await list({ row: 'AC', firstSeat: 1 })]
  for (const id of ids) await change(id, `status = 'withdrawn'`)
  const body = { selection: { listing_ids: ids }, change: { published: true } }
  const { id } = (await it.seller.call(inventoryBulkRoutes.preview, { body })).data.data
  const params = { bulk_edit_id: id }
  const seats = async () => {
    const { data } = await it.seller.call(inventoryBulkRoutes.rows, { params, query: {} })
    return data.data.map((row) => row.shared_seats)
  }
  expect(await seats()).toEqual([[3, 4], []])
  await it.seller.call(inventoryBulkRoutes.apply, { params })
  expect(await seats()).toEqual([[3, 4], []])
})

test('seats are compared one by one: odd and even seats of one row have nothing in common', async () => {
  await byRival({ row: 'BB', seats: [2, 4, 6, 8] })
  expect(await shared(await list({ row: 'BB', seats: [1, 3, 5, 7] }))).toEqual([])
  expect(await shared(await list({ row: 'BB', seats: [5, 8, 9] }))).toEqual([8])
})

test.each<[string, Listed, string]>([
  ['is off sale', { row: 'C1' }, `status = 'withdrawn'`],
  ['hides its seat numbers', { row: 'C2' }, 'seats_hidden = true'],
  ['is sold out', { row: 'C3' }, `sold = quantity, sold_seats = '{[1,5)}'`],
  ['has sold that seat', { row: 'C4' }, `sold = 2, sold_seats = '{[1,3)}'`],
  ['is in a row without a name', { row: '' }, 'tags = tags'],
  [
    'keeps its tickets on its own hold',
    { row: 'C5' },
    `own_hold_quantity = quantity, own_hold_until = now() + interval '1 day'`,
  ],
])('a listing of another seller that %s is not revealed', async (_, values, changed) => {
  await change(await byRival({ ...values, firstSeat: 1 }), changed)
  expect(await shared(await list({ ...values, firstSeat: 1, quantity: 2 }))).toEqual([])
})

test('a listing of another seller counts again when its own hold is over or keeps only a part of it', async () => {
  const theirs = await byRival({ row: 'C6', firstSeat: 1 })
  const ours = await list({ row: 'C6', firstSeat: 1, quantity: 2 })
  await change(theirs, `own_hold_quantity = quantity, own_hold_until = now() - interval '1 second'`)
  expect(await shared(ours)).toEqual([1, 2])
  await change(theirs, `own_hold_quantity = 1, own_hold_until = now() + interval '1 day'`)
  expect(await shared(ours)).toEqual([1, 2])
})

test('own listings, other rows, sections and events are no other seller’s seats', async () => {
  await list({ row: 'DD', firstSeat: 1, quantity: 2 })
  await byRival({ row: 'DE', firstSeat: 1 })
  await byRival({ row: 'DD', section: 'Block 4', firstSeat: 1 })
  expect(await shared(await list({ row: 'DD', firstSeat: 1 }))).toEqual([])
})

test('an import warns at the row, and adds it all the same', async () => {
  await byRival({ section: 'Block 112', row: 'EE', firstSeat: 12, quantity: 2 })
  const { id } = await it.preview(
    it.file(
      { id: 'S1', row: 'EE', from: 11, to: 12, quantity: 2 },
      { id: 'S2', row: 'EF', from: 1, to: 2, quantity: 2 },
    ),
  )
  const rows = await it.rows(id)
  const warnings = new Map(rows.map((row) => [row.external_id, row.warnings.map(({ message }) => message)]))
  expect(warnings.get('S1')).toEqual(['Another seller offers seat 12 of this row too'])
  expect(warnings.get('S2')).toEqual([])
  expect(rows.map(({ action }) => action)).toEqual(['new', 'new'])
})

test('typed rows warn before they are added', async () => {
  await byRival({ section: 'Block 112', row: 'FF', firstSeat: 20, quantity: 3 })
  const { data } = await it.seller.call(inventoryDraftsRoutes.check, {
    body: {
      format: { currency: 'GBP', date_order: 'dmy' },
      drafts: [
        {
          cells: { section: '112', row: 'FF', seats: '21-22', quantity: '2', price: '90' },
          event_id: it.eventId,
        },
      ],
    },
  })
  const [draft] = data.data
  expect(draft?.problems).toEqual([])
  expect(draft?.notices).toContainEqual({
    field: 'seats',
    message: 'Another seller offers seats 21–22 of this row too',
  })
})

test('an operator sees every shared row with its teams, hidden seat numbers included', async () => {
  const theirs = await byRival({ row: 'GG', firstSeat: 7, quantity: 2 })
  await change(theirs, 'seats_hidden = true')
  const ours = await list({ row: 'GG', firstSeat: 8, quantity: 2 })
  const run = async (...args: string[]) => {
    const command = parseAdmin(['seller', 'shared-seats', ...args])
    if (command.name !== 'seller') throw new Error(JSON.stringify(command))
    return manageSellers(it.deps, command.request)
  }
  const report = await run('--event', String(it.eventId))
  const at = report.indexOf('row GG, seats 8\n')
  expect(at).toBeGreaterThan(0)
  const lines = report.slice(at).split('\n').slice(1, 3)
  expect(lines.some((line) => line.includes(theirs) && line.includes('Rival Tickets'))).toBe(true)
  expect(lines.some((line) => line.includes(ours))).toBe(true)
  expect(await run('--event', '999999')).toBe('No seat is offered by two teams')
  expect(parseAdmin(['seller', 'shared-seats', '--event', 'x'])).toMatchObject({ name: 'usage-error' })
})
