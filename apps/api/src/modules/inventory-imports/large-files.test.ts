import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildInventory, inventoryHeader, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'
import { workbook } from '#api/test/fixtures/inventory/workbook-fixture.ts'
import { serverActor } from '#api/audit/actor.ts'
import { receiveFile } from './imports/receive-file.ts'

let it: Inventory
beforeAll(async () => {
  it = await buildInventory()
  await it.importFile(it.file({ id: 'A' }))
})
afterAll(() => it.close())

async function receive(chunks: AsyncIterable<Uint8Array>, fileName = 'stock.csv') {
  const { id } = await receiveFile(it.deps, {
    teamId: it.sellerTeamId,
    profileId: it.profile.id,
    fileName,
    madeAt: undefined,
    eventId: null,
    actor: serverActor,
    chunks,
  })
  return it.work(id)
}

async function* repeated(head: string, piece: string, times: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head)
  const bytes = Buffer.from(piece)
  for (let at = 0; at < times; at += 1) yield bytes
}

async function expectNothingChanged(): Promise<void> {
  expect(await it.listings()).toMatchObject([{ external_id: 'A', status: 'active', price_minor: 8500 }])
}

test('a file of 2,000,000 rows is refused before a row is stored', async () => {
  const shown = await receive(repeated(`${inventoryHeader}\n`, 'A,Home,,,,1,1,A,,,,1,\n'.repeat(20_000), 100))
  expect(shown).toMatchObject({ state: 'refused', rows_read: 0, problem: { code: 'too_many_rows' } })
  expect(shown.problem?.message).toContain('more than 1,000,000 rows')
  await expectNothingChanged()
})

test('a row of 100 MB is refused', async () => {
  const shown = await receive(repeated(`${inventoryHeader}\nA,"`, 'x'.repeat(1024 * 1024), 100))
  expect(shown).toMatchObject({ state: 'refused', problem: { code: 'row_too_long' } })
  await expectNothingChanged()
})

test('a file of more than 200 MB is refused while it arrives, and nothing of it is kept', async () => {
  const before = await it.db.selectFrom('unclaimed_files').select('name').execute()
  await expect(receive(repeated('', 'x'.repeat(1024 * 1024), 201))).rejects.toMatchObject({
    code: 'inventory_import.file_too_large',
  })
  expect(await it.db.selectFrom('unclaimed_files').select('name').execute()).toEqual(before)
})

test('a zip bomb is refused', async () => {
  const bomb = workbook([{ name: 'S', rows: [['TicketID']] }], {
    extra: { 'xl/media/image1.png': new Uint8Array(30 * 1024 * 1024) },
  })
  const shown = await receive(once(bomb), 'stock.xlsx')
  expect(shown).toMatchObject({ state: 'refused', problem: { code: 'expands_too_much' } })
  await expectNothingChanged()
})

test('a file that breaks off while it arrives is not stored', async () => {
  async function* breaking(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(it.file({ id: 'B' }))
    throw new Error('the sender closed the connection')
  }
  const { data } = await it.seller.call(inventoryImportsRoutes.list)
  await expect(receive(breaking())).rejects.toThrow('closed the connection')
  expect((await it.seller.call(inventoryImportsRoutes.list)).data.meta.total).toBe(data.meta.total)
})

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
