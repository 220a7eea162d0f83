import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSearchApp, type SearchApp } from '../../test/search-app.ts'
import { fillTeamsIndex, indexName, searchClients, searchKeys } from '../../test/search-clients.ts'

/** API keys that are added over HTTP. */

let time = new Date('2026-11-01T12:00:00Z')
let app: SearchApp
beforeAll(async () => {
  app = await startSearchApp({ now: () => time })
  await fillTeamsIndex(client())
  await client().saveObject({ indexName: 'others', body: { objectID: '1' } })
})
afterAll(() => app.close())
beforeEach(() => {
  time = new Date('2026-11-01T12:00:00Z')
})

const client = (key?: string) => searchClients(app).full(key)

type ApiKey = Parameters<ReturnType<typeof client>['addApiKey']>[0]

async function added(apiKey: ApiKey): Promise<string> {
  return (await client().addApiKey(apiKey)).key
}

async function found(key: string, searchParams = {}): Promise<string[]> {
  const { hits } = await client(key).searchSingleIndex({ indexName, searchParams })
  return hits.map(({ objectID }) => objectID)
}

/** Without the retries of the client. */
async function statusOf(key: string, headers: Record<string, string> = {}): Promise<number> {
  const { statusCode } = await app.app.inject({
    method: 'POST',
    url: `/1/indexes/${indexName}/query`,
    headers: { 'x-algolia-application-id': searchKeys.app, 'x-algolia-api-key': key, ...headers },
    payload: '{}',
  })
  return statusCode
}

test('a key does what its permissions say, and only on its indexes', async () => {
  const key = await added({ acl: ['search', 'addObject'], indexes: ['wor*'] })
  expect(await found(key)).toEqual(['1', '2', '3'])
  await client(key).saveObject({ indexName: 'words-copy', body: { objectID: '1' } })
  await expect(client(key).searchSingleIndex({ indexName: 'others' })).rejects.toMatchObject({
    status: 403,
    message: 'Index not allowed with this API key',
  })
  await expect(client(key).getSettings({ indexName })).rejects.toMatchObject({
    status: 403,
    message: 'Method not allowed with this API key',
  })
  const readOnly = await added({ acl: ['search'] })
  await expect(client(readOnly).clearObjects({ indexName })).rejects.toMatchObject({ status: 403 })
  for (const call of [client(readOnly).listApiKeys(), client(readOnly).addApiKey({ acl: ['search'] })])
    await expect(call).rejects.toMatchObject({ status: 403 })
})

test('a key describes itself without its description, and the admin key sees all', async () => {
  const key = await added({ acl: ['search'], description: 'Kiosk in the hall', validity: 60 })
  expect(await client(key).getApiKey({ key })).toMatchObject({ value: key, description: '<redacted>' })
  expect(await client().getApiKey({ key })).toMatchObject({ description: 'Kiosk in the hall', validity: 60 })
  const { keys } = await client().listApiKeys()
  expect(keys.map(({ value }) => value)).toEqual(expect.arrayContaining([searchKeys.search, key]))
})

test('a key forces its parameters and limits the hits', async () => {
  const filtered = await added({ acl: ['search'], queryParameters: 'filters=city:Manchester' })
  expect(await found(filtered)).toEqual(['2', '3'])
  expect(await found(filtered, { filters: 'price>25' })).toEqual(['3'])
  const limited = await added({ acl: ['search'], maxHitsPerQuery: 2 })
  expect(await found(limited, { hitsPerPage: 100 })).toEqual(['1', '2'])
  expect(await found(limited, { hitsPerPage: 1 })).toEqual(['1'])
  expect(await found(limited, { offset: 0, length: 3 })).toEqual(['1', '2'])
})

test('a browsing key forces its parameters on every page', async () => {
  const key = await added({ acl: ['browse'], queryParameters: 'filters=city:Manchester' })
  const ids: string[] = []
  await client(key).browseObjects({
    indexName,
    browseParams: { hitsPerPage: 1 },
    aggregator: ({ hits }) => void ids.push(...hits.map(({ objectID }) => objectID)),
  })
  expect(ids).toEqual(['2', '3'])
})

test('a key ends after its validity', async () => {
  const key = await added({ acl: ['search'], validity: 60 })
  time = new Date('2026-11-01T12:00:59Z')
  expect(await statusOf(key)).toBe(200)
  time = new Date('2026-11-01T12:01:00Z')
  expect(await statusOf(key)).toBe(403)
  await expect(client().getApiKey({ key })).rejects.toMatchObject({ status: 404 })
})

test('a key works only for its referers and networks', async () => {
  const key = await added({ acl: ['search'], referers: ['https://kiosk.test/*'] })
  expect(await statusOf(key, { referer: 'https://kiosk.test/hall' })).toBe(200)
  expect(await statusOf(key, { referer: 'https://other.test/' })).toBe(403)
  expect(await statusOf(key)).toBe(403)
  const local = await added({ acl: ['search'], queryParameters: 'restrictSources=127.0.0.0/8' })
  const remote = await added({ acl: ['search'], queryParameters: 'restrictSources=10.0.0.0/8' })
  expect([await statusOf(local), await statusOf(remote)]).toEqual([200, 403])
})

test('a key allows its queries per hour and address', async () => {
  const key = await added({ acl: ['search'], maxQueriesPerIPPerHour: 2 })
  expect([await statusOf(key), await statusOf(key), await statusOf(key)]).toEqual([200, 200, 429])
  time = new Date('2026-11-01T13:00:00Z')
  expect(await statusOf(key)).toBe(200)
})

test('a changed key changes at once, and a deleted one stops until it is restored', async () => {
  const key = await added({ acl: ['search', 'browse'] })
  await client().updateApiKey({ key, apiKey: { acl: ['browse'] } })
  expect(await statusOf(key)).toBe(403)
  await client().updateApiKey({ key, apiKey: { acl: ['search'] } })
  expect(await statusOf(key)).toBe(200)
  await client().deleteApiKey({ key })
  expect(await statusOf(key)).toBe(403)
  await client().restoreApiKey({ key })
  expect(await statusOf(key)).toBe(200)
})

test('a secured key inherits the restrictions of its key', async () => {
  const parent = await added({ acl: ['search', 'addObject'], queryParameters: 'filters=city:Manchester' })
  const secured = client().generateSecuredApiKey({
    parentApiKey: parent,
    restrictions: { filters: 'price>25', restrictIndices: [indexName], restrictSources: '127.0.0.1' },
  })
  expect(await found(secured)).toEqual(['3'])
  await expect(client(secured).saveObject({ indexName, body: { objectID: '9' } })).rejects.toMatchObject({
    status: 403,
  })
  const elsewhere = client().generateSecuredApiKey({
    parentApiKey: searchKeys.search,
    restrictions: { restrictSources: '10.0.0.0/8' },
  })
  expect(await statusOf(elsewhere)).toBe(403)
  await client().deleteApiKey({ key: parent })
  expect(await statusOf(secured)).toBe(403)
})

test('the secured keys of the official client are signed as published', () => {
  const parameters = 'restrictIndices=words&validUntil=2524604400'
  const key = client().generateSecuredApiKey({
    parentApiKey: searchKeys.search,
    restrictions: { validUntil: 2_524_604_400, restrictIndices: ['words'] },
  })
  const signature = createHmac('sha256', searchKeys.search).update(parameters).digest('hex')
  expect(Buffer.from(key, 'base64').toString()).toBe(signature + parameters)
})

test.each<[string, object, string]>([
  ['no permissions', {}, 'acl: is required'],
  ['an unknown permission', { acl: ['everything'] }, 'acl: everything is not one of'],
  ['an unknown attribute', { acl: ['search'], colour: 'red' }, 'Unknown attribute of a key: colour'],
  ['a negative validity', { acl: ['search'], validity: -1 }, 'validity: Invalid value'],
  [
    'a text for indexes',
    { acl: ['search'], indexes: 'a' },
    'indexes: Invalid value, expected a list of texts',
  ],
])('a key with %s is rejected', async (_what, apiKey, message) => {
  const response = await app.app.inject({
    method: 'POST',
    url: '/1/keys',
    headers: { 'x-algolia-application-id': searchKeys.app, 'x-algolia-api-key': searchKeys.admin },
    payload: JSON.stringify(apiKey),
  })
  expect(response.json()).toEqual({ status: 400, message: expect.stringContaining(message) as string })
})

test('the configured keys cannot be changed over HTTP, and unknown keys do not exist', async () => {
  const apiKey = { acl: ['search' as const] }
  for (const key of [searchKeys.search, searchKeys.admin]) {
    await expect(client().updateApiKey({ key, apiKey })).rejects.toMatchObject({ status: 403 })
    await expect(client().deleteApiKey({ key })).rejects.toMatchObject({ status: 403 })
  }
  await expect(client().updateApiKey({ key: 'none', apiKey })).rejects.toMatchObject({ status: 404 })
  await expect(client().restoreApiKey({ key: 'none' })).rejects.toMatchObject({ status: 404 })
})

test('no key is stored: the same records give other keys under another admin key', async () => {
  const key = await added({ acl: ['search'] })
  const stored = app.indexes.find('keys/all')
  const texts = (stored?.store.ids() ?? []).map((id) =>
    JSON.stringify(stored?.store.recordAt(stored.store.slotOf(id) ?? 0)),
  )
  expect(texts.join(' ')).not.toContain(key)
})

test('sources restrict who may call', async () => {
  await client().replaceSources({ source: [{ source: '127.0.0.1/32' }, { source: '10.0.0.0/8' }] })
  expect(await statusOf(searchKeys.search)).toBe(200)
  const { statusCode } = await app.app.inject({
    method: 'GET',
    url: '/1/indexes',
    remoteAddress: '192.168.0.1',
    headers: { 'x-algolia-application-id': searchKeys.app, 'x-algolia-api-key': searchKeys.admin },
  })
  expect(statusCode).toBe(403)
  await expect(client().appendSource({ source: '10.0.0.0/99' })).rejects.toMatchObject({ status: 400 })
  await client().replaceSources({ source: [] })
})

test('a key deletes only what its parameters select', async () => {
  const objects = [
    { objectID: '1', city: 'Madrid', price: 1 },
    { objectID: '2', city: 'Getafe', price: 2 },
  ]
  await client().setSettings({ indexName: 'cleaned', indexSettings: { attributesForFaceting: ['city'] } })
  await client().saveObjects({ indexName: 'cleaned', objects })
  const key = await added({ acl: ['deleteIndex'], queryParameters: 'filters=city:Getafe' })
  await client(key).deleteBy({ indexName: 'cleaned', deleteByParams: { filters: 'price>0' } })
  const { hits } = await client().searchSingleIndex({ indexName: 'cleaned' })
  expect(hits.map(({ objectID }) => objectID)).toEqual(['1'])
})
