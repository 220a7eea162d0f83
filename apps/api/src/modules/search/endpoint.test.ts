import { createHmac } from 'node:crypto'
import { liteClient } from 'algoliasearch/lite'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addEvent, addVenue } from '#api/test/factories.ts'
import { listenTestApp, type ListeningApp } from '#api/test/listening-app.ts'
import { fillWords, indexName, searchClients, searchKeys } from '#api/test/search-clients.ts'

/** The product's own indexes, by the official clients. */

const events = 'trade_events'

let app: ListeningApp
beforeAll(async () => {
  app = await listenTestApp()
  await fillWords(full())
})
afterAll(() => app.close())

const { search: searchKey } = searchKeys
const full = (key?: string) => searchClients(app).full(key)
const lite = (key?: string) => searchClients(app).lite(key)

/** Everything that was changed in the database is searchable. */
async function settle(): Promise<void> {
  await app.deps.outbox.drain()
  await app.deps.search.settled()
}

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

test('a venue is found by the whole names of its country, not by beginnings of them', async () => {
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

test('[SEARCH-08] the official client refuses to start without an id or a key', () => {
  expect(() => liteClient('', searchKey)).toThrow('`appId` is missing.')
  expect(() => liteClient('EMBEDDED', '')).toThrow('`apiKey` is missing.')
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
  // The same search has been answered before, for a key that may ask every index.
  await full(searchKey).searchSingleIndex({ indexName: events })
  const onlyOwn = key(new URLSearchParams({ restrictIndices: indexName }).toString())
  await expect(full(onlyOwn).searchSingleIndex({ indexName: events })).rejects.toMatchObject({ status: 403 })
  for (const wrong of [key('validUntil=1'), key(parameters, 'another')]) {
    await expect(full(wrong).searchSingleIndex({ indexName })).rejects.toMatchObject({ status: 403 })
  }
})
