import { inventoryDraftsRoutes } from '@terrace/contracts/inventory-drafts'
import type { BodyInputOf } from '@terrace/contracts/route'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildInventory, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'

let it: Inventory
beforeAll(async () => {
  it = await buildInventory()
})
afterAll(() => it.close())

type RowsBody = BodyInputOf<typeof inventoryDraftsRoutes.readRows>
const readRows = async (text: string, body: Partial<RowsBody> = {}) =>
  (await it.seller.call(inventoryDraftsRoutes.readRows, { body: { text, ...body } })).data.data

test('a paste of 100,000 lines is not read beyond its first rows', async () => {
  const { left_out, columns } = await readRows('a\tb\n'.repeat(100_000))
  expect([left_out, columns.length]).toEqual([99_500, 2])
})

test('empty rows, quoted line breaks and both line ends are counted with the rows that are left out', async () => {
  const row = (name: string) => `${name}\t"one\r\ntwo"\r\n`
  const { left_out, drafts } = await readRows(`${row('Arsenal v Chelsea')}\t\r\n`.repeat(510), {
    columns: {
      meanings: [{ field: 'event_name' }, { field: 'internal_notes' }],
      has_header: false,
      date_order: 'dmy',
    },
  })
  expect(drafts).toEqual([])
  // The 501st row, and two lines of each of the others.
  expect(left_out).toBe(19)
})

test('too many drafts or cells are refused before they are read', async () => {
  const format = { currency: 'GBP', date_order: 'dmy' } as const
  const check = async (drafts: unknown[]) => {
    const body = { format, drafts } as unknown as BodyInputOf<typeof inventoryDraftsRoutes.check>
    const response = await it.seller.call(inventoryDraftsRoutes.check, { body })
    return [response.status, response.error.errors['fields']]
  }
  expect(await check(Array.from({ length: 200_000 }, () => ({})))).toEqual([
    422,
    { drafts: ['must have at most 500 drafts'] },
  ])
  const cells = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`c${at}`, 'x']))
  expect(await check([{ cells, event_id: null }])).toEqual([
    422,
    { 'drafts.0.cells': [expect.stringMatching(/^must have at most \d+ cells$/)] },
  ])
})
