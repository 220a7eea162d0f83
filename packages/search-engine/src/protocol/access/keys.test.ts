import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSearchApp, type SearchApp } from '../../test/search-app.ts'
import { fillTeamsIndex, indexName, searchClients, searchKeys } from '../../test/search-clients.ts'

const otherIndex = 'others'
const { search: searchKey } = searchKeys

let app: SearchApp
beforeAll(async () => {
  app = await startSearchApp()
  await fillTeamsIndex(full())
  await full().saveObject({ indexName: otherIndex, body: { objectID: '1' } })
})
afterAll(() => app.close())

const full = (key?: string) => searchClients(app).full(key)

test('the search key cannot write, browse or read settings', async () => {
  const client = full(searchKey)
  const rejected = { name: 'ApiError', status: 403, message: 'Method not allowed with this API key' }
  await expect(client.saveObject({ indexName, body: { objectID: '9' } })).rejects.toMatchObject(rejected)
  await expect(client.deleteIndex({ indexName })).rejects.toMatchObject(rejected)
  await expect(client.browse({ indexName })).rejects.toMatchObject(rejected)
  await expect(client.getSettings({ indexName })).rejects.toMatchObject(rejected)
  await expect(client.listIndices()).rejects.toMatchObject(rejected)
})

test('the search key and the admin key describe themselves', async () => {
  expect(await full().getApiKey({ key: searchKey })).toMatchObject({ value: searchKey, acl: ['search'] })
  expect((await full().getApiKey({ key: searchKeys.admin })).acl).toContain('editSettings')
  await expect(full().getApiKey({ key: 'unknown' })).rejects.toMatchObject({ status: 404 })
  await expect(full(searchKey).getApiKey({ key: searchKeys.admin })).rejects.toMatchObject({ status: 403 })
})

test('a secured key searches only what it permits', async () => {
  const parameters = new URLSearchParams({
    filters: 'city:Manchester',
    restrictIndices: indexName,
  }).toString()
  const key = (text: string, parent = searchKey) =>
    Buffer.from(createHmac('sha256', parent).update(text).digest('hex') + text).toString('base64')
  const { hits } = await full(key(parameters)).searchSingleIndex({
    indexName,
    searchParams: { query: '', filters: 'price>25' },
  })
  expect(hits.map(({ objectID }) => objectID)).toEqual(['3'])
  const found = async (filters: string) => {
    const response = await full(key(parameters)).searchSingleIndex({ indexName, searchParams: { filters } })
    return response.hits.map(({ objectID }) => objectID)
  }
  expect(await found('price>0 AND (tags:red OR tags:white)')).toEqual(['2'])
  expect(await found('city:Madrid OR city:Manchester')).toEqual(['2', '3'])
  for (const filters of ['city:"Madrid', 'city:Madrid OR', 'city:Madrid) OR (city:Madrid'])
    await expect(found(filters)).rejects.toMatchObject({ status: 400 })
  await expect(full(key(parameters)).searchSingleIndex({ indexName: otherIndex })).rejects.toMatchObject({
    status: 403,
    message: 'Index not allowed with this API key',
  })
  // A cached response for an unrestricted key stays hidden from a restricted one.
  await full(searchKey).searchSingleIndex({ indexName: otherIndex })
  const restrictedKey = key(new URLSearchParams({ restrictIndices: indexName }).toString())
  await expect(full(restrictedKey).searchSingleIndex({ indexName: otherIndex })).rejects.toMatchObject({
    status: 403,
  })
  for (const wrong of [key('validUntil=1'), key(parameters, 'another')]) {
    await expect(full(wrong).searchSingleIndex({ indexName })).rejects.toMatchObject({ status: 403 })
  }
})

test.each([
  'restrictSources=fe80::1%25eth0',
  'restrictSources=fe80::1%25eth0/64',
  'restrictSources=%2F%2F',
  'validUntil=soon',
  'hitsPerPage=many',
  'hitsPerPage=-1',
  'unknownParameter=1',
  '__proto__=1',
  'filters=city%3A%22Madrid',
  'filters=' + '('.repeat(5000),
  'facetFilters=' + '['.repeat(5000),
  'query=' + 'x'.repeat(600),
  '%E0%A4%A',
])('a secured key with malformed restrictions (%#) is rejected with 403', async (parameters) => {
  const key = Buffer.from(
    createHmac('sha256', searchKey).update(parameters).digest('hex') + parameters,
  ).toString('base64')
  const response = await app.app.inject({
    method: 'POST',
    url: `/1/indexes/${indexName}/query`,
    headers: { 'x-algolia-application-id': searchKeys.app, 'x-algolia-api-key': key },
    payload: '{}',
  })
  expect([response.statusCode, response.json()]).toEqual([403, { message: expect.any(String), status: 403 }])
})
