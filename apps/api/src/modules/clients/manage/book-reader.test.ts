import { clientsRoutes } from '@terrace/contracts/clients'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'
import { createBookReader } from './book-reader.ts'

let app: TestApp
let owner: Caller
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await app.addBuyer()
})

const add = async (name: string) => (await owner.call(clientsRoutes.create, { body: { name } })).data.data

const search = async (text: string, by = owner) =>
  (await by.call(clientsRoutes.list, { query: { search: text } })).data.data.map(({ name }) => name)

/** Counts the entries that are decrypted meanwhile. */
async function decryptionsOf(work: () => Promise<unknown>): Promise<number> {
  const decrypt = vi.spyOn(app.deps.fieldCipher, 'tryDecrypt')
  await work()
  const { length } = decrypt.mock.calls
  decrypt.mockRestore()
  return length
}

test('while someone types, only entries that have changed are decrypted again', async () => {
  const [ada] = [await add('Ada'), await add('Adam'), await add('Grace')]
  expect(await decryptionsOf(() => search('a'))).toBe(3)
  expect(await decryptionsOf(() => search('ad'))).toBe(0)
  const { version } = ada
  await owner.call(clientsRoutes.update, {
    params: { client_id: ada.id },
    body: { name: 'Adele', version },
  })
  expect(await decryptionsOf(async () => expect(await search('ad')).toEqual(['Adam', 'Adele']))).toBe(1)
})

test('a deleted client is no longer found, and no other team finds what is in memory', async () => {
  const [ada] = [await add('Ada'), await add('Adam')]
  expect(await search('ad')).toEqual(['Ada', 'Adam'])
  expect(await search('ad', await app.addBuyer())).toEqual([])
  await owner.call(clientsRoutes.remove, { params: { client_id: ada.id } })
  expect(await search('ad')).toEqual(['Adam'])
})

test('a use of a client changes its place among those used last', async () => {
  const [ada] = [await add('Ada'), await add('Adam')]
  const latest = async () =>
    (await owner.call(clientsRoutes.list, { query: { order_by: 'last_used', sort_order: 'desc' } })).data.data
  await latest()
  const later = new Date(Date.now() + 60_000)
  await app.db.updateTable('clients').set({ last_used_at: later }).where('id', '=', ada.id).execute()
  expect((await latest()).map(({ name }) => name)).toEqual(['Ada', 'Adam'])
})

test('decrypted entries are evicted some time after the last search', async () => {
  await add('Ada')
  const teamId = owner.teamId
  const books = createBookReader(app.deps, 50)
  const read = () => decryptionsOf(() => books.read(teamId, () => undefined))
  expect([await read(), await read()]).toEqual([1, 0])
  await vi.waitFor(async () => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await read()).toBe(1)
  })
})
