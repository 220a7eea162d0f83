import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSearchApp, type SearchApp } from '../test/search-app.ts'
import { fillTeamsIndex, indexName, searchClients } from '../test/search-clients.ts'
import type { IndexWrite } from './request-context.ts'

const replica = 'words_by_price'
const persisted: IndexWrite[] = []

let app: SearchApp
beforeAll(async () => {
  app = await startSearchApp({ persist: async (writes) => void persisted.push(...writes) })
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const [name] of app.indexes.all()) app.indexes.drop(name)
  await fillTeamsIndex(client())
  await client().setSettings({ indexName, indexSettings: { replicas: [`virtual(${replica})`] } })
  await client().setSettings({ indexName: replica, indexSettings: { customRanking: ['desc(price)'] } })
  persisted.length = 0
})

const client = () => searchClients(app).full()

async function found(name: string): Promise<string[]> {
  const { hits } = await client().searchSingleIndex({ indexName: name })
  return hits.map(({ objectID }) => objectID)
}

test('a replica has the records of its index in its own order, and follows changes', async () => {
  expect(await found(indexName)).toEqual(['1', '2', '3'])
  expect(await found(replica)).toEqual(['3', '2', '1'])
  await client().saveObject({ indexName, body: { objectID: '4', price: 15 } })
  await client().deleteObject({ indexName, objectID: '2' })
  expect(await found(replica)).toEqual(['3', '4', '1'])
  // What the host writes directly reaches the replica too.
  app.indexes.find(indexName)?.put({ objectID: '5', price: 40 })
  expect(await found(replica)).toEqual(['5', '3', '4', '1'])
  await client().clearObjects({ indexName })
  expect(await found(replica)).toEqual([])
  // Its records are stored once, with its index.
  expect(persisted.map(({ index }) => index)).not.toContain(replica)
})

test('index and replica name each other', async () => {
  const { items } = await client().listIndices()
  expect(items.find(({ name }) => name === indexName)).toMatchObject({ replicas: [replica] })
  expect(items.find(({ name }) => name === replica)).toMatchObject({ primary: indexName })
  expect(await client().getSettings({ indexName: replica })).toMatchObject({ primary: indexName })
})

test('settings and synonyms reach replicas when forwarded', async () => {
  await client().setSettings({ indexName, indexSettings: { hitsPerPage: 2 } })
  expect((await client().getSettings({ indexName: replica })).hitsPerPage).toBe(20)
  await client().setSettings({ indexName, indexSettings: { hitsPerPage: 2 }, forwardToReplicas: true })
  expect(await client().getSettings({ indexName: replica })).toMatchObject({
    hitsPerPage: 2,
    customRanking: ['desc(price)'],
  })
  await client().saveSynonym({
    indexName,
    objectID: '1',
    synonymHit: { objectID: '1', type: 'synonym', synonyms: ['a', 'b'] },
    forwardToReplicas: true,
  })
  expect((await client().searchSynonyms({ indexName: replica })).nbHits).toBe(1)
})

test('a replica that is left out keeps its records, which are stored from then on', async () => {
  await client().setSettings({ indexName, indexSettings: { replicas: [] } })
  await client().clearObjects({ indexName })
  expect(await found(replica)).toEqual(['3', '2', '1'])
  const stored = persisted.find(({ index }) => index === replica)
  expect([...(stored?.records?.keys() ?? [])]).toEqual(['1', '2', '3'])
})

test.each<[string, () => Promise<unknown>]>([
  ['an index', () => client().deleteIndex({ indexName })],
  [
    'an index in a batch',
    () => client().batch({ indexName, batchWriteParams: { requests: [{ action: 'delete', body: {} }] } }),
  ],
])('deleting %s frees its replicas, which are stored from then on', async (_what, deleteIndex) => {
  await deleteIndex()
  expect(await found(replica)).toEqual(['3', '2', '1'])
  expect(persisted.find(({ index }) => index === replica)?.records?.size).toBe(3)
  await client().saveObject({ indexName: replica, body: { objectID: '9' } })
})

test('replacing all records replaces those of the replica', async () => {
  await client().replaceAllObjects({ indexName, objects: [{ objectID: '7', price: 1 }] })
  expect([await found(indexName), await found(replica)]).toEqual([['7'], ['7']])
})

test('a replica is changed through its index only', async () => {
  for (const call of [
    client().saveObject({ indexName: replica, body: { objectID: '9' } }),
    client().deleteIndex({ indexName: replica }),
    client().setSettings({ indexName: replica, indexSettings: { replicas: ['third'] } }),
  ]) {
    await expect(call).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(`${replica} is a replica of ${indexName}`) as string,
    })
  }
})

test.each([
  ['itself', [indexName]],
  ['a replica of another index', ['taken']],
  ['an index with replicas', ['other']],
])('an index cannot have %s as a replica', async (_what, replicas) => {
  await client().setSettings({ indexName: 'other', indexSettings: { replicas: ['taken'] } })
  await expect(client().setSettings({ indexName, indexSettings: { replicas } })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('replica') as string,
  })
})
