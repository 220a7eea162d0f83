import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSearchApp, type SearchApp } from '../test/search-app.ts'
import { fillTeamsIndex, indexName, searchClients } from '../test/search-clients.ts'

let app: SearchApp
beforeAll(async () => {
  app = await startSearchApp()
})
afterAll(() => app.close())
beforeEach(() => fillTeamsIndex(client()))

const client = () => searchClients(app).full()

test.each<[string, unknown, number, number]>([
  ['Increment', 10, 5, 15],
  ['Increment', 'none', 5, 5],
  ['Decrement', 10, 5, 5],
  ['IncrementFrom', 10, 10, 11],
  ['IncrementFrom', 10, 9, 10],
  ['IncrementSet', 10, 12, 12],
  ['IncrementSet', 10, 9, 10],
])('%s of %j by %j gives %j', async (_operation, price, value, result) => {
  await client().saveObject({ indexName, body: { objectID: '9', ...(price !== 'none' && { price }) } })
  await client().partialUpdateObject({
    indexName,
    objectID: '9',
    attributesToUpdate: { price: { _operation, value } },
  })
  expect((await client().getObject({ indexName, objectID: '9' }))['price']).toBe(result)
})

test('a failed condition leaves the whole record as it was, or does not create it', async () => {
  const attributesToUpdate = { version: { _operation: 'IncrementFrom', value: 3 }, city: 'Getafe' }
  for (const objectID of ['1', 'new'])
    await client().partialUpdateObject({ indexName, objectID, attributesToUpdate })
  expect((await client().getObject({ indexName, objectID: '1' }))['city']).toBe('Madrid')
  await expect(client().getObject({ indexName, objectID: 'new' })).rejects.toMatchObject({ status: 404 })
})

test.each([
  [{ price: { _operation: 'Multiply', value: 2 } }, 'price: Invalid _operation'],
  [
    { price: { _operation: 'Increment', value: 'x' } },
    'price: Invalid value of Increment, expected a number',
  ],
])('%j is rejected', async (attributesToUpdate, message) => {
  const call = client().partialUpdateObject({ indexName, objectID: '1', attributesToUpdate })
  await expect(call).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(message) as string,
  })
})

test('the batch action delete removes settings too, and clear keeps them', async () => {
  const batch = (action: 'delete' | 'clear') =>
    client().batch({ indexName, batchWriteParams: { requests: [{ action, body: {} }] } })
  await batch('clear')
  expect((await client().searchSingleIndex({ indexName })).nbHits).toBe(0)
  expect((await client().getSettings({ indexName })).customRanking).toEqual(['asc(price)'])
  await batch('delete')
  expect(await client().indexExists({ indexName })).toBe(false)
})

test('deleting by query needs a filter', async () => {
  for (const deleteByParams of [{}, { filters: '' }, { facetFilters: [''] }]) {
    await expect(client().deleteBy({ indexName, deleteByParams })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('A filter is required') as string,
    })
  }
  expect((await client().searchSingleIndex({ indexName })).nbHits).toBe(3)
})

test('copying an index that does not exist creates an empty one, and moving it does nothing', async () => {
  const operate = (operation: 'copy' | 'move', destination: string) =>
    client().operationIndex({ indexName: 'none', operationIndexParams: { operation, destination } })
  await operate('copy', 'empty')
  expect((await client().searchSingleIndex({ indexName: 'empty' })).nbHits).toBe(0)
  await operate('move', indexName)
  expect((await client().searchSingleIndex({ indexName })).nbHits).toBe(3)
})

test('null resets a setting, and an unknown setting is rejected', async () => {
  await client().setSettings({ indexName, indexSettings: { hitsPerPage: 1 } })
  await client().setSettings({ indexName, indexSettings: { hitsPerPage: null } as object })
  expect((await client().getSettings({ indexName })).hitsPerPage).toBe(20)
  expect((await client().searchSingleIndex({ indexName })).hits.length).toBe(3)
  await expect(
    client().setSettings({ indexName, indexSettings: { colour: 1 } as object }),
  ).rejects.toMatchObject({
    status: 400,
    message: 'Unknown setting: colour',
  })
  await expect(
    client().setSettings({ indexName, indexSettings: { hitsPerPage: 'x' } as object }),
  ).rejects.toMatchObject({ message: expect.stringContaining('"hitsPerPage"') as string })
})
