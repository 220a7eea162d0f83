import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSearchApp, type SearchApp } from '../test/search-app.ts'

/** Invalid requests get Algolia's error responses. */

const settings = {
  searchableAttributes: ['unordered(title)'],
  attributesForFaceting: ['searchable(sport)', 'filterOnly(status)'],
}

let app: SearchApp
beforeAll(async () => {
  app = await startSearchApp()
  const index = app.indexes.ensure('events')
  await index.changeSettings(settings)
  for (let id = 0; id < 20; id += 1) index.put(eventRecord(id, `Arsenal vs Chelsea ${id}`))
})
afterAll(() => app.close())

const eventRecord = (id: number, title: string) => ({
  objectID: String(id),
  id,
  title,
  sport: 'Football',
  status: 'confirmed',
  in_stock: 1,
})

interface Sent {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'
  path?: string
  payload?: string | Buffer
  headers?: Record<string, string>
  key?: string
}

async function send({
  method = 'POST',
  path = '/1/indexes/events/query',
  key = 'test-search-key',
  ...sent
}: Sent) {
  const credentials = `x-algolia-application-id=EMBEDDED&x-algolia-api-key=${key}`
  const response = await app.app.inject({
    method,
    url: `${path}${path.includes('?') ? '&' : '?'}${credentials}`,
    headers: { 'content-type': 'text/plain', ...sent.headers },
    ...(sent.payload !== undefined && { payload: sent.payload }),
  })
  const body = response.body === '' ? {} : response.json<Record<string, unknown>>()
  return { status: response.statusCode, body, headers: response.headers }
}

const search = (params: Record<string, unknown>) => send({ payload: JSON.stringify(params) })

const rejected = (status: number, message: unknown) => ({ status, body: { message, status } })

test.each<[string, Record<string, unknown>, unknown]>([
  ['a query of 10,000 characters', { query: 'x'.repeat(10_000) }, expect.stringContaining('"query"')],
  [
    'an incomplete filter',
    { filters: 'exchanges=' },
    'filters: Unexpected token end of filter expected numeric at col 10',
  ],
  [
    'a quoted date',
    { filters: 'starts_at >= "2026-11-20"' },
    'filters: Unexpected token string(2026-11-20) expected numeric at col 13',
  ],
  ['a filter with SQL in it', { filters: "title:x' OR '1'='1" }, expect.stringContaining('filters: ')],
  ['a blank filter', { filters: '  ' }, expect.stringContaining('filters: ')],
  ['facetFilters as an object', { facetFilters: { a: 1 } }, 'facetFilters: expected an array of strings'],
  [
    'a numeric filter without a number',
    { numericFilters: ['price=x'] },
    expect.stringContaining('numericFilters: '),
  ],
  ['an unknown parameter', { nonsense: 1 }, 'Unknown parameter: nonsense'],
  ['a negative page', { page: -1 }, expect.stringContaining('"page"')],
  ['too many hits', { hitsPerPage: 1001 }, expect.stringContaining('"hitsPerPage"')],
  ['a non-numeric hitsPerPage', { hitsPerPage: 'many' }, expect.stringContaining('"hitsPerPage"')],
  ['a query that is a list', { query: ['a'] }, expect.stringContaining('"query"')],
  ['an unknown query type', { queryType: 'prefixSome' }, expect.stringContaining('"queryType"')],
])('%s returns 400', async (_what, params, message) => {
  expect(await search(params)).toMatchObject(rejected(400, message))
})

test.each<[string, Sent, number, unknown]>([
  ['an unknown index', { path: '/1/indexes/none/query' }, 404, 'Index none does not exist'],
  ['incomplete JSON', { payload: '{"query":' }, 400, 'Invalid JSON'],
  ['a list', { payload: '[]' }, 400, expect.stringContaining('Invalid JSON')],
  [
    'an invalid gzip body',
    { payload: 'x', headers: { 'content-encoding': 'gzip' } },
    400,
    expect.stringContaining('decompress'),
  ],
  ['a wrong key', { key: 'wrong' }, 403, 'Invalid Application-ID or API key'],
  ['an unknown path', { path: '/1/nothing/here/at/all' }, 404, 'Not Found'],
  ['a body of 1 MB', { payload: 'x'.repeat(1_000_000) }, 413, expect.any(String)],
  [
    'a write with the search key',
    { path: '/1/indexes/events/batch', payload: '{}' },
    403,
    expect.any(String),
  ],
  [
    'a body without requests',
    { path: '/1/indexes/*/queries', payload: '{}' },
    400,
    'requests: expected an array',
  ],
  [
    '51 requests in one',
    {
      path: '/1/indexes/*/queries',
      payload: JSON.stringify({
        requests: Array.from({ length: 51 }, () => ({ indexName: 'events' })),
      }),
    },
    400,
    expect.stringContaining('at most 50'),
  ],
  [
    'an unknown index in a multi-index request',
    { path: '/1/indexes/*/queries', payload: JSON.stringify({ requests: [{ indexName: 'none' }] }) },
    404,
    'Index none does not exist',
  ],
  [
    'a facet that is not searchable',
    { path: '/1/indexes/events/facets/unknown/query', payload: '{}' },
    400,
    expect.stringContaining('searchable(unknown)'),
  ],
  ['an unknown record', { method: 'GET', path: '/1/indexes/events/none' }, 404, 'ObjectID does not exist'],
  [
    'an unknown batch action',
    { path: '/1/indexes/x/batch', key: 'test-admin-key', payload: '{"requests":[{"action":"drop"}]}' },
    400,
    expect.stringContaining('requests[0]'),
  ],
  [
    'an invalid cursor',
    { path: '/1/indexes/events/browse', key: 'test-admin-key', payload: '{"cursor":"e30"}' },
    400,
    'Invalid cursor',
  ],
])('%s returns the status and message of Algolia', async (_what, sent, status, message) => {
  expect(await send(sent)).toMatchObject(rejected(status, message))
})

test.each([
  '!"§$%&/()=?*+~#,;.:-_<>|^°',
  '東京',
  'Арсенал',
  'أرسنال',
  '🎫🎫🎫',
  '\u0000\u0001',
  'a '.repeat(256),
  '\\'.repeat(512),
  '%27%20OR%201=1',
  '__proto__ constructor',
  'ß'.repeat(250),
])('%j is a valid query', async (query) => {
  const { status, body } = await search({ query, facets: ['*', 'unknown'], filters: 'in_stock=1' })
  expect(status).toBe(200)
  expect(body).toHaveProperty('hits')
})

test('filters on unknown attributes and undeclared facets match nothing', async () => {
  for (const filters of [
    'unknown=1',
    'unknown:x',
    'title:Arsenal',
    '__proto__:x',
    'constructor=1',
    '_tags:x',
    'x',
  ]) {
    expect((await search({ filters })).body).toMatchObject({ nbHits: 0, hits: [] })
  }
})

test('a filter takes 2,000 ids and rejects more', async () => {
  const list = (count: number) => Array.from({ length: count }, (_, id) => `id=${id}`).join(' OR ')
  expect((await search({ query: 'arsenal', filters: list(2000) })).body).toMatchObject({ nbHits: 20 })
  expect(await search({ filters: list(2001) })).toMatchObject(
    rejected(400, expect.stringContaining('Too many')),
  )
})

test('filters with more than 100 conditions to test per record are rejected', async () => {
  const many = (join: string, condition: (number: number) => string) =>
    search({ filters: Array.from({ length: 101 }, (_, number) => condition(number)).join(join) })
  for (const response of [
    await many(' AND ', (number) => `id>${number}`),
    await many(' AND ', (number) => `NOT sport:x${number}`),
    await many(' OR ', (number) => `id!=${number}`),
  ]) {
    expect(response).toMatchObject(rejected(400, 'filters: Too many conditions, at most 100'))
  }
  expect((await many(' OR ', (number) => `sport:x${number}`)).status).toBe(200)
})

test('a call is rejected if its responses exceed a megabyte, for one or for many queries', async () => {
  const index = app.indexes.ensure('long')
  await index.changeSettings({ searchableAttributes: ['title'], paginationLimitedTo: 1000 })
  for (let id = 0; id < 200; id += 1)
    index.put({ objectID: String(id), title: `Arsenal ${id}`, text: 'x'.repeat(20_000) })
  const message = expect.stringContaining('larger than 1000000 bytes')
  const long = (params: object) => send({ path: '/1/indexes/long/query', payload: JSON.stringify(params) })
  const many = (params: object, count: number) =>
    send({
      path: '/1/indexes/*/queries',
      payload: JSON.stringify({
        requests: Array.from({ length: count }, () => ({ indexName: 'long', ...params })),
      }),
    })
  expect((await long({ hitsPerPage: 20 })).status).toBe(200)
  expect(await long({ hitsPerPage: 200 })).toMatchObject(rejected(400, message))
  expect(await many({ hitsPerPage: 2 }, 30)).toMatchObject(rejected(400, message))
  expect((await many({ hitsPerPage: 200, attributesToRetrieve: ['title'] }, 5)).status).toBe(200)
  const objects = Array.from({ length: 60 }, (_, id) => ({ indexName: 'long', objectID: String(id) }))
  expect(
    await send({ path: '/1/indexes/*/objects', payload: JSON.stringify({ requests: objects }) }),
  ).toMatchObject(rejected(400, message))
})

test('the limit of a response counts bytes', async () => {
  const index = app.indexes.ensure('arabic')
  for (let id = 0; id < 10; id += 1) index.put({ objectID: String(id), text: 'أ'.repeat(60_000) })
  const attributes = { attributesToHighlight: [] }
  const arabic = (hitsPerPage: number) =>
    send({ path: '/1/indexes/arabic/query', payload: JSON.stringify({ hitsPerPage, ...attributes }) })
  expect((await arabic(8)).status).toBe(200)
  expect(await arabic(9)).toMatchObject(rejected(400, expect.stringContaining('larger than 1000000 bytes')))
})

test('a page of browsed records ends at a megabyte, and the cursor continues', async () => {
  const index = app.indexes.ensure('browsed')
  for (let id = 0; id < 30; id += 1) index.put({ objectID: String(id), text: 'x'.repeat(90_000) })
  const ids: string[] = []
  let cursor: unknown
  do {
    const { body, length } = await browse({ ...(cursor !== undefined && { cursor }) })
    expect(length).toBeLessThan(1_100_000)
    ids.push(...body.hits.map(({ objectID }) => objectID))
    cursor = body.cursor
  } while (cursor !== undefined)
  expect(ids).toEqual(Array.from({ length: 30 }, (_, id) => String(id)))
})

async function browse(params: object) {
  const { body } = await app.app.inject({
    method: 'POST',
    url: '/1/indexes/browsed/browse?x-algolia-application-id=EMBEDDED&x-algolia-api-key=test-admin-key',
    payload: JSON.stringify(params),
  })
  return {
    body: JSON.parse(body) as { hits: { objectID: string }[]; cursor?: string },
    length: Buffer.byteLength(body),
  }
}

test('a call of many queries does not block other requests', async () => {
  const index = app.indexes.ensure('many')
  await index.changeSettings({ searchableAttributes: ['title'] })
  for (let id = 0; id < 20_000; id += 1) index.put({ objectID: String(id), title: `a${id} b${id % 100} c` })
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  const { status } = await send({
    path: '/1/indexes/*/queries',
    payload: JSON.stringify({
      requests: Array.from({ length: 50 }, (_, at) => ({
        indexName: 'many',
        query: `a b${at} c`,
        queryType: 'prefixAll',
        facets: ['*'],
      })),
    }),
  })
  clearInterval(timer)
  // A slow machine may reach the limit of the call.
  expect([200, 400]).toContain(status)
  expect(turns).toBeGreaterThan(1)
})

test('a highlight tag of more than 100 characters is rejected', async () => {
  for (const name of ['highlightPreTag', 'highlightPostTag', 'snippetEllipsisText']) {
    expect(await search({ [name]: 'x'.repeat(101) })).toMatchObject(
      rejected(400, expect.stringContaining(name)),
    )
  }
})

test('a list of more than 100 attributes is rejected', async () => {
  for (const name of ['attributesToRetrieve', 'attributesToHighlight', 'attributesToSnippet', 'facets']) {
    const names = Array.from({ length: 101 }, (_, number) => `a${number}`)
    expect(await search({ [name]: names })).toMatchObject(
      rejected(400, `Invalid value for "${name}" parameter, expected at most 100 items`),
    )
  }
})

test('the public key gets no snippets of hidden attributes', async () => {
  const index = app.indexes.ensure('hidden')
  await index.changeSettings({
    searchableAttributes: ['title'],
    unretrievableAttributes: ['cost', 'deal.net'],
  })
  index.put({ objectID: '1', title: 'Seat', cost: 12, deal: { net: 'ten', gross: 'eleven' } })
  const { body } = await send({
    path: '/1/indexes/hidden/query',
    payload: JSON.stringify({ attributesToSnippet: ['*:20', 'cost:5', 'deal.net'] }),
  })
  expect(body).toMatchObject({ hits: [{ _snippetResult: { title: {}, deal: { gross: {} } } }] })
  expect(JSON.stringify(body['hits'])).not.toMatch(/"(cost|net)"/)
})

test('more than 100 optional filters to test per record are rejected', async () => {
  const optionalFilters = Array.from({ length: 101 }, (_, number) => `sport:x${number}`)
  expect(await search({ optionalFilters })).toMatchObject(
    rejected(400, 'optionalFilters: Too many conditions, at most 100'),
  )
})

test('parameters are accepted flat, as an object and as a query string', async () => {
  for (const body of [
    { query: 'arsenal 7', hitsPerPage: 1 },
    { params: { query: 'arsenal 7', hitsPerPage: 1 } },
    { params: 'query=arsenal+7&hitsPerPage=1' },
  ]) {
    expect((await search(body)).body).toMatchObject({
      hits: [{ title: 'Arsenal vs Chelsea 7' }],
      hitsPerPage: 1,
    })
  }
})

test('gzipped requests are decompressed, up to the size limit', async () => {
  const headers = { 'content-encoding': 'gzip' }
  const gzipped = gzipSync(JSON.stringify({ query: 'arsenal 7', hitsPerPage: 1 }))
  expect((await send({ payload: gzipped, headers })).body).toMatchObject({
    hits: [{ title: 'Arsenal vs Chelsea 7' }],
  })
  const bomb = gzipSync(JSON.stringify({ query: 'x'.repeat(20_000_000) }))
  expect((await send({ payload: bomb, headers })).status).toBe(413)
})

test('other origins may search, with and without a preflight', async () => {
  const { headers } = await search({ query: 'arsenal' })
  expect(headers['access-control-allow-origin']).toBe('*')
  const preflight = await send({ method: 'OPTIONS', path: '/1/indexes/*/queries' })
  expect(preflight.status).toBe(204)
  expect(preflight.headers['access-control-allow-headers']).toContain('x-algolia-api-key')
})

test('a repeated response is cached, and replaced after an index changes', async () => {
  await search({ query: 'cached response' })
  const before = (await search({ query: 'cached response' })).body
  expect(before['nbHits']).toBe(0)
  expect((await search({ query: 'cached response' })).body).toEqual(before)
  const index = app.indexes.ensure('events')
  index.put(eventRecord(99, 'Cached response'))
  expect((await search({ query: 'cached response' })).body['nbHits']).toBe(1)
  index.remove('99')
})
