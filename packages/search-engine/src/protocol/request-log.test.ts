import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSearchApp, type SearchApp } from '../test/search-app.ts'
import { fillTeamsIndex, indexName, searchClients, searchKeys } from '../test/search-clients.ts'

let app: SearchApp
beforeAll(async () => {
  app = await startSearchApp()
  await fillTeamsIndex(client())
})
afterAll(() => app.close())

const client = (key?: string) => searchClients(app).full(key)

test('logs have the newest request first, by index and type, without keys', async () => {
  await client(searchKeys.search).searchSingleIndex({ indexName, searchParams: { query: 'madrid' } })
  await expect(client().getObject({ indexName, objectID: 'none' })).rejects.toMatchObject({ status: 404 })
  const { logs } = await client().getLogs({ indexName, length: 2 })
  expect(logs).toMatchObject([
    { method: 'GET', answer_code: '404', url: `/1/indexes/${indexName}/none`, index: indexName },
    { method: 'POST', answer_code: '200', query_body: '{"query":"madrid"}', ip: '127.0.0.1' },
  ])
  expect(logs[1]?.answer).toContain('Atlético Madrid')
  expect(JSON.stringify(logs)).not.toContain(searchKeys.search)
  expect((await client().getLogs({ type: 'error', length: 1 })).logs).toMatchObject([{ answer_code: '404' }])
  expect((await client().getLogs({ type: 'query', length: 1 })).logs).toMatchObject([{ answer_code: '200' }])
})

test('only a key with the permission reads logs', async () => {
  await expect(client(searchKeys.search).getLogs()).rejects.toMatchObject({ status: 403 })
})

test('the log keeps 1,000 requests and the start of long texts', async () => {
  const send = (payload: string) =>
    app.app.inject({
      method: 'POST',
      url: `/1/indexes/${indexName}/query?x-algolia-application-id=EMBEDDED&x-algolia-api-key=test-search-key`,
      payload,
    })
  for (let count = 0; count < 1000; count += 1) await send('{"query":"old","hitsPerPage":0}')
  await send(`{"query":"${'x'.repeat(500)}","userToken":"${'y'.repeat(2000)}"}`)
  const { logs } = await client().getLogs({ length: 1000 })
  expect(logs.length).toBe(1000)
  expect(logs[0]?.query_body.length).toBe(1000)
  expect(logs.some(({ query_body: body }) => body.includes('madrid'))).toBe(false)
})
