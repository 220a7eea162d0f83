import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addEvent, addVenue } from '#api/test/factories.ts'
import { buildTestApp, type TestApp } from '#api/test/build-test-app.ts'

/** Whatever is sent, the answer is one of the hosted service's, and quick. */

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
  const { venueId } = await addVenue(app.db)
  for (let number = 0; number < 20; number += 1) {
    await addEvent(app.db, { venueId, title: `Arsenal vs Chelsea ${number}` })
  }
  await app.deps.outbox.drain()
  await app.deps.search.settled()
})
afterAll(() => app.close())

interface Sent {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'
  path?: string
  payload?: string | Buffer
  headers?: Record<string, string>
  key?: string
}

async function send({
  method = 'POST',
  path = '/1/indexes/trade_events/query',
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

const refused = (status: number, message: unknown) => ({ status, body: { message, status } })

test.each<[string, Record<string, unknown>, unknown]>([
  ['a query of 10,000 characters', { query: 'x'.repeat(10_000) }, expect.stringContaining('"query"')],
  [
    'a filter that is none',
    { filters: 'exchanges=' },
    'filters: Unexpected token end of filter expected numeric at col 10',
  ],
  [
    'a quoted date',
    { filters: 'event_date_local >= "2026-11-20"' },
    'filters: Unexpected token string(2026-11-20) expected numeric at col 20',
  ],
  ['a filter that breaks out', { filters: "title:x' OR '1'='1" }, expect.stringContaining('filters: ')],
  ['a blank filter', { filters: '  ' }, expect.stringContaining('filters: ')],
  ['filters of the wrong kind', { facetFilters: { a: 1 } }, 'facetFilters: expected an array of strings'],
  [
    'a numeric filter without a number',
    { numericFilters: ['price=x'] },
    expect.stringContaining('numericFilters: '),
  ],
  ['an unknown parameter', { nonsense: 1 }, 'Unknown parameter: nonsense'],
  ['a page before the first', { page: -1 }, expect.stringContaining('"page"')],
  ['too many hits', { hitsPerPage: 1001 }, expect.stringContaining('"hitsPerPage"')],
  ['hits that are no number', { hitsPerPage: 'many' }, expect.stringContaining('"hitsPerPage"')],
  ['a query that is no text', { query: ['a'] }, expect.stringContaining('"query"')],
  ['an unknown query type', { queryType: 'prefixSome' }, expect.stringContaining('"queryType"')],
])('%s is refused as 400', async (_what, params, message) => {
  expect(await search(params)).toMatchObject(refused(400, message))
})

test.each<[string, Sent, number, unknown]>([
  ['an unknown index', { path: '/1/indexes/none/query' }, 404, 'Index none does not exist'],
  ['no JSON', { payload: '{"query":' }, 400, 'Invalid JSON'],
  ['a list', { payload: '[]' }, 400, expect.stringContaining('Invalid JSON')],
  [
    'something packed that is not',
    { payload: 'x', headers: { 'content-encoding': 'gzip' } },
    400,
    expect.stringContaining('decompress'),
  ],
  ['a wrong key', { key: 'wrong' }, 403, 'Invalid Application-ID or API key'],
  ['an unknown address', { path: '/1/nothing/here/at/all' }, 404, 'Not Found'],
  ['a body of a megabyte', { payload: 'x'.repeat(1_000_000) }, 413, expect.any(String)],
  [
    'a write by the public key',
    { path: '/1/indexes/trade_events/batch', payload: '{}' },
    403,
    expect.any(String),
  ],
  ['no requests', { path: '/1/indexes/*/queries', payload: '{}' }, 400, 'requests: expected an array'],
  [
    'too many requests in one',
    {
      path: '/1/indexes/*/queries',
      payload: JSON.stringify({
        requests: Array.from({ length: 51 }, () => ({ indexName: 'trade_events' })),
      }),
    },
    400,
    expect.stringContaining('at most 50'),
  ],
  [
    'an unknown index among others',
    { path: '/1/indexes/*/queries', payload: JSON.stringify({ requests: [{ indexName: 'none' }] }) },
    404,
    'Index none does not exist',
  ],
  [
    'a facet that is none',
    { path: '/1/indexes/trade_events/facets/nobody/query', payload: '{}' },
    400,
    expect.stringContaining('searchable(nobody)'),
  ],
  [
    'a record that is not there',
    { method: 'GET', path: '/1/indexes/trade_events/0' },
    404,
    'ObjectID does not exist',
  ],
  [
    'a batch of nonsense',
    { path: '/1/indexes/x/batch', key: 'test-admin-key', payload: '{"requests":[{"action":"drop"}]}' },
    400,
    expect.stringContaining('requests[0]'),
  ],
  [
    'a cursor that is none',
    { path: '/1/indexes/trade_events/browse', key: 'test-admin-key', payload: '{"cursor":"e30"}' },
    400,
    'Invalid cursor',
  ],
])('%s is refused', async (_what, sent, status, message) => {
  expect(await send(sent)).toMatchObject(refused(status, message))
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
])('%j is a query like any other', async (query) => {
  const { status, body } = await search({ query, facets: ['*', 'nobody'], filters: 'is_source_tixstock=1' })
  expect(status).toBe(200)
  expect(body).toHaveProperty('hits')
})

test('filters over attributes that nobody has, or that are no facets, find nothing and break nothing', async () => {
  for (const filters of [
    'nobody=1',
    'nobody:x',
    'title:Arsenal',
    '__proto__:x',
    'constructor=1',
    '_tags:x',
    'x',
  ]) {
    expect((await search({ filters })).body).toMatchObject({ nbHits: 0, hits: [] })
  }
})

test('a list of two thousand ids is looked up at once, and a longer one refused', async () => {
  const list = (count: number) => Array.from({ length: count }, (_, id) => `id=${id}`).join(' OR ')
  expect((await search({ query: 'arsenal', filters: list(2000) })).body).toMatchObject({ nbHits: 20 })
  expect(await search({ filters: list(2001) })).toMatchObject(
    refused(400, expect.stringContaining('Too many')),
  )
})

test('conditions that would have to be tried one by one on every record are refused beyond a hundred', async () => {
  const many = (join: string, each: (number: number) => string) =>
    search({ filters: Array.from({ length: 101 }, (_, number) => each(number)).join(join) })
  for (const answer of [
    await many(' AND ', (number) => `id>${number}`),
    await many(' AND ', (number) => `NOT sport:x${number}`),
    await many(' OR ', (number) => `id!=${number}`),
  ]) {
    expect(answer).toMatchObject(refused(400, 'filters: Too many conditions, at most 100'))
  }
  expect((await many(' OR ', (number) => `sport:x${number}`)).status).toBe(200)
})

test('parameters are taken flat, as an object, and as a text', async () => {
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

test('a packed search is unpacked, and one that would grow without end is refused', async () => {
  const headers = { 'content-encoding': 'gzip' }
  const packed = gzipSync(JSON.stringify({ query: 'arsenal 7', hitsPerPage: 1 }))
  expect((await send({ payload: packed, headers })).body).toMatchObject({
    hits: [{ title: 'Arsenal vs Chelsea 7' }],
  })
  const bomb = gzipSync(JSON.stringify({ query: 'x'.repeat(20_000_000) }))
  expect((await send({ payload: bomb, headers })).status).toBe(413)
})

test('other origins may ask, with and without a preflight', async () => {
  const { headers } = await search({ query: 'arsenal' })
  expect(headers['access-control-allow-origin']).toBe('*')
  const asked = await send({ method: 'OPTIONS', path: '/1/indexes/*/queries' })
  expect(asked.status).toBe(204)
  expect(asked.headers['access-control-allow-headers']).toContain('x-algolia-api-key')
})

test('an answer that was kept is given again until something changes', async () => {
  const { venueId } = await addVenue(app.db)
  const before = (await search({ query: 'kept answer' })).body
  expect(before['nbHits']).toBe(0)
  expect((await search({ query: 'kept answer' })).body).toEqual(before)
  await addEvent(app.db, { venueId, title: 'Kept answer' })
  await app.deps.outbox.drain()
  await app.deps.search.settled()
  expect((await search({ query: 'kept answer' })).body['nbHits']).toBe(1)
})
