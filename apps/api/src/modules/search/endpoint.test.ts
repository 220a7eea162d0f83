import { createHmac } from 'node:crypto'
import { algoliasearch } from 'algoliasearch'
import { liteClient } from 'algoliasearch/lite'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addEvent, addVenue } from '#api/test/factories.ts'
import { listenTestApp, type ListeningApp } from '#api/test/listening-app.ts'

/** The official clients, as they come from the registry, pointed at the endpoint. */

const adminKey = 'test-admin-key'
const searchKey = 'test-search-key'
const events = 'trade_events'

let app: ListeningApp
beforeAll(async () => {
  app = await listenTestApp()
})
afterAll(() => app.close())

const hosts = () => [
  { url: `127.0.0.1:${app.port}`, accept: 'readWrite' as const, protocol: 'http' as const },
]
const lite = (key = searchKey) => liteClient('EMBEDDED', key, { hosts: hosts() })
const full = (key = adminKey) => algoliasearch('EMBEDDED', key, { hosts: hosts() })

/** Everything that was changed in the database is searchable. */
async function settle(): Promise<void> {
  await app.deps.outbox.drain()
  await app.deps.search.settled()
}

const indexName = 'words'
const words = [
  {
    objectID: '1',
    title: 'Atlético Madrid',
    city: 'Madrid',
    price: 10,
    tags: ['red', 'white'],
    exchanges: [1, 4],
  },
  { objectID: '2', title: 'Manchester United', city: 'Manchester', price: 20, tags: ['red'], exchanges: [2] },
  { objectID: '3', title: 'Manchester City', city: 'Manchester', price: 30, tags: ['blue'] },
]

beforeEach(async () => {
  const client = full()
  await client.clearObjects({ indexName })
  await client.setSettings({
    indexName,
    indexSettings: {
      searchableAttributes: ['title', 'city'],
      attributesForFaceting: ['searchable(city)', 'tags', 'filterOnly(price)'],
      customRanking: ['asc(price)'],
    },
  })
  const [{ taskID } = { taskID: 0 }] = await client.saveObjects({ indexName, objects: words })
  await client.waitForTask({ indexName, taskID })
})

test('[SEARCH-01] [SEARCH-07] [X-ROUTE-02] an event is found at the same origin as soon as it is stored, by its id and its local date', async () => {
  const { venueId } = await addVenue(app.db)
  const id = await addEvent(app.db, { venueId, title: 'Arsenal vs Chelsea', localAt: '2027-05-01T20:00' })
  await settle()
  const { results } = await lite().search({ requests: [{ indexName: events, query: 'arsnal' }] })
  expect(results[0]).toMatchObject({
    nbHits: 1,
    hits: [
      {
        objectID: String(id),
        id,
        event_date_local: Date.parse('2027-05-01T20:00:00Z') / 1000,
        _highlightResult: { title: { value: '<em>Arsenal</em> vs Chelsea', matchLevel: 'full' } },
      },
    ],
  })
})

test('[SEARCH-02] [SEARCH-03] [SEARCH-04] [SEARCH-05] [SEARCH-06] event search is narrowed by id, date and source, twenty to a page', async () => {
  const { venueId } = await addVenue(app.db)
  const soon = await addEvent(app.db, { venueId, title: 'Narrowed one', localAt: '2027-05-01T20:00' })
  const later = await addEvent(app.db, { venueId, title: 'Narrowed two', localAt: '2027-05-09T20:00' })
  await settle()
  const found = async (filters: string) => {
    const { hits, hitsPerPage } = await full(searchKey).searchSingleIndex<{ id: number }>({
      indexName: events,
      searchParams: { query: 'narrowed', filters },
    })
    expect(hitsPerPage).toBe(20)
    return hits.map(({ id }) => id)
  }
  expect(await found('is_source_tixstock=1')).toEqual([soon, later])
  expect(await found(`id=${later} AND is_source_tixstock=1`)).toEqual([later])
  const day = Date.parse('2027-05-05T00:00:00Z') / 1000
  expect(await found(`event_date_local>=${day} AND is_source_tixstock=1`)).toEqual([later])
  expect(await found('(exchanges=1 OR exchanges=2)')).toEqual([])
})

test('what changes in the catalogue, and what is cancelled or removed, changes in the index', async () => {
  const { venueId } = await addVenue(app.db, { name: 'Old Ground' })
  const id = await addEvent(app.db, { venueId, title: 'Changing names' })
  const titles = async (query: string) => {
    await settle()
    const { hits } = await full().searchSingleIndex<{ title: string }>({
      indexName: events,
      searchParams: { query, removeWordsIfNoResults: 'none' },
    })
    return hits.map(({ title }) => title)
  }
  expect(await titles('changing')).toEqual(['Changing names'])
  await sql`update events set title = 'Changed titles' where id = ${id}`.execute(app.db)
  expect(await titles('changed titles')).toEqual(['Changed titles'])
  await sql`update venues set name = 'Brandnew Park' where id = ${venueId}`.execute(app.db)
  expect(await titles('brandnew')).toEqual(['Changed titles'])
  await sql`update events set status = 'cancelled' where id = ${id}`.execute(app.db)
  expect(await titles('brandnew')).toEqual([])
})

test('performers, venues and categories are found in indexes of their own', async () => {
  const { venueId } = await addVenue(app.db, { name: 'Directory Hall' })
  const eventId = await addEvent(app.db, { venueId, title: 'An evening' })
  await sql`
    with made as (insert into performers (kind, name, slug) values ('artist', 'Ana Moura', 'ana-moura') returning id)
    insert into event_performers (event_id, performer_id, role) select ${eventId}, id, 'performer' from made`.execute(
    app.db,
  )
  await settle()
  const { results } = await lite().search({
    requests: [
      { indexName: 'trade_performers', query: 'ana mour' },
      { indexName: 'trade_venues', query: 'directory' },
      { indexName: 'trade_categories', query: 'league' },
    ],
  })
  expect(results).toMatchObject([
    {
      index: 'trade_performers',
      hits: [{ type: 'performer', title: 'Ana Moura', slug: 'ana-moura', event_count: 1 }],
    },
    { index: 'trade_venues', hits: [{ type: 'venue', title: 'Directory Hall', city: 'London' }] },
    {
      index: 'trade_categories',
      hits: expect.arrayContaining([
        expect.objectContaining({ type: 'category', event_count: 1 }),
      ]) as unknown,
    },
  ])
})

test('the public key sees no money, no stock, and none of what records are ranked by', async () => {
  const { venueId } = await addVenue(app.db)
  await addEvent(app.db, { venueId, title: 'Secretless' })
  await settle()
  const { hits } = await full(searchKey).searchSingleIndex({
    indexName: events,
    searchParams: { query: 'secretless', attributesToRetrieve: ['*'], attributesToHighlight: ['*'] },
  })
  expect(JSON.stringify(hits)).not.toMatch(
    /"(price|amount|ticket|\w+_count|rank|other_names|demand|keywords|when)/,
  )
  const { hits: own } = await full().searchSingleIndex({
    indexName: events,
    searchParams: { query: 'secretless' },
  })
  expect(own[0]).toHaveProperty('rank')
})

test('the public key writes nothing, and browses nothing', async () => {
  const client = full(searchKey)
  const refused = { name: 'ApiError', status: 403, message: 'Method not allowed with this API key' }
  await expect(client.saveObject({ indexName, body: { objectID: '9' } })).rejects.toMatchObject(refused)
  await expect(client.setSettings({ indexName, indexSettings: {} })).rejects.toMatchObject(refused)
  await expect(client.deleteIndex({ indexName })).rejects.toMatchObject(refused)
  await expect(client.browse({ indexName })).rejects.toMatchObject(refused)
  await expect(client.getSettings({ indexName })).rejects.toMatchObject(refused)
  await expect(client.listIndices()).rejects.toMatchObject(refused)
  await expect(full('another-key').searchSingleIndex({ indexName })).rejects.toMatchObject({
    status: 403,
    message: 'Invalid Application-ID or API key',
  })
})

test('a secured key searches what it is restricted to', async () => {
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
  await expect(full(key(parameters)).searchSingleIndex({ indexName: events })).rejects.toMatchObject({
    status: 403,
    message: 'Index not allowed with this API key',
  })
  for (const wrong of [key('validUntil=1'), key(parameters, 'another')]) {
    await expect(full(wrong).searchSingleIndex({ indexName })).rejects.toMatchObject({ status: 403 })
  }
})

test('one search answers in every field as the hosted service does', async () => {
  const answer = await full().searchSingleIndex({
    indexName,
    searchParams: { query: 'manchster', facets: ['*'], hitsPerPage: 1, getRankingInfo: true },
  })
  expect(answer).toMatchObject({
    nbHits: 2,
    page: 0,
    nbPages: 2,
    hitsPerPage: 1,
    query: 'manchster',
    params: 'query=manchster&facets=%5B%22*%22%5D&hitsPerPage=1&getRankingInfo=true',
    exhaustiveNbHits: true,
    exhaustiveTypo: true,
    exhaustive: { nbHits: true, typo: true, facetsCount: true },
    facets: { city: { Manchester: 2 }, tags: { blue: 1, red: 1 } },
    renderingContent: {},
    hits: [
      {
        objectID: '2',
        title: 'Manchester United',
        _highlightResult: {
          title: {
            value: '<em>Manchester</em> United',
            matchLevel: 'full',
            fullyHighlighted: false,
            matchedWords: ['manchster'],
          },
          city: { value: '<em>Manchester</em>', fullyHighlighted: true },
        },
        _rankingInfo: { nbTypos: 1, words: 1, nbExactWords: 0 },
      },
    ],
  })
  expect(answer.processingTimeMS).toBeGreaterThanOrEqual(0)
})

test.each([
  ['atletico', ['1']],
  ['ATLÉTICO', ['1']],
  ['united manchester', ['2']],
  ['manch', ['2', '3']],
  ['manch ', []],
  ['mancehster', ['2', '3']],
  ['nited', []],
  ['anchester', ['2', '3']],
  ['cty', []],
  ['ctiy', ['3']],
  ['manchestercity', ['3']],
  ['man chester united', ['2']],
  ['', ['1', '2', '3']],
  ['nothing', []],
])('%j finds %j', async (query, ids) => {
  const { hits } = await full().searchSingleIndex({ indexName, searchParams: { query } })
  expect(hits.map(({ objectID }) => objectID)).toEqual(ids)
})

test.each<[string, Record<string, unknown>, string[]]>([
  ['facets', { filters: 'city:manchester AND NOT tags:blue' }, ['2']],
  ['numbers of lists', { filters: 'exchanges=4 OR exchanges=2' }, ['1', '2']],
  ['ranges', { filters: 'price:15 TO 30' }, ['2', '3']],
  ['absence', { filters: 'NOT exchanges:0 TO 9' }, []],
  ['nested lists', { facetFilters: [['city:Madrid', 'tags:blue']], numericFilters: ['price<20'] }, ['1']],
  ['negated values', { facetFilters: ['tags:-red'] }, ['3']],
  ['attributes that are no facets', { filters: 'title:x' }, []],
  ['attributes that nobody has', { filters: 'nobody=1' }, []],
])('filters of %s hold', async (_what, searchParams, ids) => {
  const { hits } = await full().searchSingleIndex({ indexName, searchParams })
  expect(hits.map(({ objectID }) => objectID)).toEqual(ids)
})

test('all records are browsed, by as many pages as it takes', async () => {
  const objects = Array.from({ length: 25 }, (_, index) => ({ objectID: `b${index}`, n: index }))
  await full().saveObjects({ indexName: 'browsed', objects })
  const seen: string[] = []
  await full().browseObjects({
    indexName: 'browsed',
    browseParams: { hitsPerPage: 10 },
    aggregator: ({ hits }) => void seen.push(...hits.map(({ objectID }) => objectID)),
  })
  expect(seen.toSorted()).toEqual(objects.map(({ objectID }) => objectID).toSorted())
})

test('values of a facet are found by their beginning', async () => {
  const { facetHits } = await full(searchKey).searchForFacetValues({
    indexName,
    facetName: 'city',
    searchForFacetValuesRequest: { facetQuery: 'man' },
  })
  expect(facetHits).toEqual([{ value: 'Manchester', highlighted: '<em>Man</em>chester', count: 2 }])
  await expect(full().searchForFacetValues({ indexName, facetName: 'tags' })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('searchable(tags)') as string,
  })
})

test('records are read, changed in part, and removed', async () => {
  const client = full()
  expect(await client.getObject({ indexName, objectID: '1' })).toMatchObject({ title: 'Atlético Madrid' })
  await client.partialUpdateObject({
    indexName,
    objectID: '1',
    attributesToUpdate: { city: 'Getafe', price: { _operation: 'Increment', value: 5 } },
  })
  expect(
    await client.getObjects({
      requests: [
        { indexName, objectID: '1' },
        { indexName, objectID: 'none' },
      ],
    }),
  ).toEqual({
    results: [{ ...words[0], city: 'Getafe', price: 15 }, null],
  })
  await client.deleteObject({ indexName, objectID: '1' })
  await expect(client.getObject({ indexName, objectID: '1' })).rejects.toMatchObject({
    status: 404,
    message: 'ObjectID does not exist',
  })
  await client.deleteBy({ indexName, deleteByParams: { filters: 'price>20' } })
  expect((await client.searchSingleIndex({ indexName })).nbHits).toBe(1)
})

test('some thousand records in one batch are taken, and found', async () => {
  const objects = Array.from({ length: 4000 }, (_, index) => ({
    objectID: `m${index}`,
    title: `Many ${index}`,
    text: 'a text of some length, so that the batch is a large one',
  }))
  await full().saveObjects({ indexName: 'many', objects, batchSize: 4000 })
  const { nbHits } = await full().searchSingleIndex({ indexName: 'many', searchParams: { query: 'many' } })
  expect(nbHits).toBe(4000)
  await full().deleteIndex({ indexName: 'many' })
})

test('what is written outlives the process, and another one hears of it', async () => {
  const other = await listenTestApp({ databaseUrl: app.deps.config.databaseUrl })
  try {
    const search = () =>
      algoliasearch('EMBEDDED', searchKey, {
        hosts: [{ url: `127.0.0.1:${other.port}`, accept: 'readWrite', protocol: 'http' }],
      }).searchSingleIndex({ indexName, searchParams: { query: 'madrid' } })
    expect((await search()).nbHits).toBe(1)
    await full().saveObject({ indexName, body: { objectID: '4', title: 'Real Madrid' } })
    await full().deleteObject({ indexName, objectID: '1' })
    await other.deps.outbox.drain()
    await other.deps.search.settled()
    expect((await search()).hits.map(({ objectID }) => objectID)).toEqual(['4'])
  } finally {
    await other.close()
  }
})

test('indexes are listed, copied and dropped', async () => {
  const client = full()
  await client.operationIndex({
    indexName,
    operationIndexParams: { operation: 'copy', destination: 'copied' },
  })
  const { items } = await client.listIndices()
  expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining([events, indexName, 'copied']))
  expect(
    (await client.searchSingleIndex({ indexName: 'copied', searchParams: { query: 'manch' } })).nbHits,
  ).toBe(2)
  await client.deleteIndex({ indexName: 'copied' })
  await expect(client.searchSingleIndex({ indexName: 'copied' })).rejects.toMatchObject({
    status: 404,
    message: 'Index copied does not exist',
  })
})

test('beyond the last page there is a word of why', async () => {
  const { hits, nbHits, ...rest } = await full().searchSingleIndex({
    indexName,
    searchParams: { page: 50, hitsPerPage: 20 },
  })
  expect({ hits, nbHits }).toEqual({ hits: [], nbHits: 0 })
  expect(rest).toMatchObject({ nbPages: 0, message: expect.stringContaining('1000 hits') as string })
})

test('[SEARCH-08] the official client refuses to start without an id or a key', () => {
  expect(() => liteClient('', searchKey)).toThrow('`appId` is missing.')
  expect(() => liteClient('EMBEDDED', '')).toThrow('`apiKey` is missing.')
})
