import { liteClient } from 'algoliasearch/lite'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addEvent, addVenue } from '#api/test/fixtures/factories.ts'
import { listenTestApp, type ListeningApp } from '#api/test/harness/listening-app.ts'
import {
  fillTeamsIndex,
  indexName,
  searchClients,
  searchKeys,
} from '@terrace/search-engine/test/search-clients'

/** The product's indexes, through the official clients. */

const events = 'trade_events'

let app: ListeningApp
beforeAll(async () => {
  app = await listenTestApp()
  await fillTeamsIndex(full())
})
afterAll(() => app.close())

const { search: searchKey } = searchKeys
const full = (key?: string) => searchClients(app).full(key)
const lite = (key?: string) => searchClients(app).lite(key)

/** Waits until every database change is searchable. */
async function settle(): Promise<void> {
  await app.deps.outbox.drain()
  await app.deps.search.whenIdle()
}

test('[SEARCH-01] [SEARCH-07] [X-ROUTE-02] a new event is searchable at the API’s origin, with id and local date', async () => {
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

test('[SEARCH-02] [SEARCH-03] [SEARCH-04] [SEARCH-05] [SEARCH-06] events filter by id, date and source, 20 per page', async () => {
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

test('changed, cancelled and removed events change in the index', async () => {
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

test('performers, venues and categories have their own indexes', async () => {
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

test('a venue matches complete names of its country, not prefixes', async () => {
  await sql`insert into place_names (kind, place_key, name) values ('country', 'GB', 'England')`.execute(
    app.db,
  )
  const { venueId } = await addVenue(app.db, { name: 'Barbican' })
  await addEvent(app.db, { venueId, title: 'A symphony' })
  await settle()
  const titlesOf = async (query: string) => {
    const { hits } = await full(searchKey).searchSingleIndex<{ title: string }>({
      indexName: 'trade_venues',
      searchParams: { query },
    })
    return hits.map(({ title }) => title)
  }
  expect(await titlesOf('barb england')).toEqual(['Barbican'])
  expect(await titlesOf('barb e')).toEqual([])
  expect(await titlesOf('barb lon')).toEqual(['Barbican'])
})

test('the public key retrieves no prices, stock or ranking attributes', async () => {
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

test('the public key cannot write or browse', async () => {
  const client = full(searchKey)
  const rejected = { name: 'ApiError', status: 403, message: 'Method not allowed with this API key' }
  await expect(client.saveObject({ indexName, body: { objectID: '9' } })).rejects.toMatchObject(rejected)
  await expect(client.setSettings({ indexName, indexSettings: {} })).rejects.toMatchObject(rejected)
  await expect(client.deleteIndex({ indexName })).rejects.toMatchObject(rejected)
  await expect(client.browse({ indexName })).rejects.toMatchObject(rejected)
  await expect(client.getSettings({ indexName })).rejects.toMatchObject(rejected)
  await expect(client.listIndices()).rejects.toMatchObject(rejected)
  await expect(full('another-key').searchSingleIndex({ indexName })).rejects.toMatchObject({
    status: 403,
    message: 'Invalid Application-ID or API key',
  })
})

test('a query of 10,000 characters is rejected; punctuation, right-to-left text and emoji are searched', async () => {
  const { venueId } = await addVenue(app.db)
  await addEvent(app.db, { venueId, title: 'הפועל 🎫 أرسنال' })
  await settle()
  const found = async (query: string) => {
    const { results } = await lite().search({ requests: [{ indexName: events, query, hitsPerPage: 1 }] })
    return (results as { hits: { title: string }[] }[]).flatMap(({ hits }) => hits).map(({ title }) => title)
  }
  for (const query of ['a'.repeat(10_000), 'أ'.repeat(10_000), '?'.repeat(10_000)]) {
    await expect(found(query)).rejects.toMatchObject({
      status: 400,
      message: 'Invalid value for "query" parameter, expected at most 512 bytes',
    })
  }
  for (const query of ['هفوة', '🎉 zzzz', 'ﷺ']) expect(await found(query)).toEqual([])
  for (const query of ['הפועל', 'أرسنا', '🎫 أرسنال', '\u202eأرسنال\u202c', '"(הפועל)"', '-/: הפועל &?']) {
    expect(await found(query)).toEqual(['הפועל 🎫 أرسنال'])
  }
  for (const query of ['?!', '"', '🎉🎉🎉', '\u200f', '()[]{}<>%_*\\']) {
    expect(await found(query)).toEqual(await found(''))
  }
})

test('[SEARCH-08] the official client rejects a missing app id or key', () => {
  expect(() => liteClient('', searchKey)).toThrow('`appId` is missing.')
  expect(() => liteClient('EMBEDDED', '')).toThrow('`apiKey` is missing.')
})

test('written records survive the process and reach other processes', async () => {
  const other = await listenTestApp({ databaseUrl: app.deps.config.databaseUrl })
  try {
    const search = () =>
      searchClients(other)
        .full(searchKey)
        .searchSingleIndex({ indexName, searchParams: { query: 'madrid' } })
    expect((await search()).nbHits).toBe(1)
    await full().saveObject({ indexName, body: { objectID: '4', title: 'Real Madrid' } })
    await full().deleteObject({ indexName, objectID: '1' })
    await other.deps.outbox.drain()
    await other.deps.search.whenIdle()
    expect((await search()).hits.map(({ objectID }) => objectID)).toEqual(['4'])
  } finally {
    await fillTeamsIndex(full())
    await other.close()
  }
})

test('synonyms and API keys survive the process and reach other processes', async () => {
  const synonymHit = { objectID: '1', type: 'synonym' as const, synonyms: ['rojiblancos', 'madrid'] }
  await full().saveSynonym({ indexName, objectID: '1', synonymHit })
  const { key } = await full().addApiKey({ acl: ['search'], indexes: [indexName] })
  const other = await listenTestApp({ databaseUrl: app.deps.config.databaseUrl })
  const found = async () => {
    const client = searchClients(other).full(key)
    const { hits } = await client.searchSingleIndex({ indexName, searchParams: { query: 'rojiblancos' } })
    return hits.map(({ objectID }) => objectID)
  }
  try {
    expect(await found()).toEqual(['1'])
    await full().clearSynonyms({ indexName })
    await other.deps.outbox.drain()
    await other.deps.search.whenIdle()
    expect(await found()).toEqual([])
    await full().deleteApiKey({ key })
    await other.deps.outbox.drain()
    await other.deps.search.whenIdle()
    await expect(found()).rejects.toMatchObject({ status: 403 })
  } finally {
    await other.close()
  }
})

test('a replica has its records again after a restart, in its own order', async () => {
  const replica = 'a_words_by_price'
  const ids = async (on: typeof app) => {
    const { hits } = await searchClients(on).full().searchSingleIndex({ indexName: replica })
    return hits.map(({ objectID }) => objectID)
  }
  await full().setSettings({ indexName, indexSettings: { replicas: [replica] } })
  await full().setSettings({ indexName: replica, indexSettings: { customRanking: ['desc(price)'] } })
  expect(await ids(app)).toEqual(['3', '2', '1'])
  const other = await listenTestApp({ databaseUrl: app.deps.config.databaseUrl })
  try {
    expect(await ids(other)).toEqual(['3', '2', '1'])
    await full().saveObject({ indexName, body: { objectID: '4', price: 25 } })
    await other.deps.outbox.drain()
    await other.deps.search.whenIdle()
    expect(await ids(other)).toEqual(['3', '4', '2', '1'])
  } finally {
    await full().setSettings({ indexName, indexSettings: { replicas: [] } })
    await full().deleteIndex({ indexName: replica })
    await fillTeamsIndex(full())
    await other.close()
  }
})
