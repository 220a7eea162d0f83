import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSearchApp, type SearchApp } from '../test/search-app.ts'
import { fillTeamsIndex, indexName, searchClients, searchKeys, sampleTeams } from '../test/search-clients.ts'

/** The official client works as with Algolia. */

let app: SearchApp
beforeAll(async () => {
  app = await startSearchApp()
})
afterAll(() => app.close())

const { search: searchKey } = searchKeys
const full = (key?: string) => searchClients(app).full(key)
beforeEach(() => fillTeamsIndex(full()))

test('a search response has the fields of Algolia', async () => {
  const response = await full().searchSingleIndex({
    indexName,
    searchParams: { query: 'manchster', facets: ['*'], hitsPerPage: 1, getRankingInfo: true },
  })
  expect(response).toMatchObject({
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
  expect(response.processingTimeMS).toBeGreaterThanOrEqual(0)
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
  ['undeclared facets', { filters: 'title:x' }, []],
  ['unknown attributes', { filters: 'unknown=1' }, []],
])('filters work on %s', async (_what, searchParams, ids) => {
  const { hits } = await full().searchSingleIndex({ indexName, searchParams })
  expect(hits.map(({ objectID }) => objectID)).toEqual(ids)
})

test.each<[string, Record<string, unknown>, string[]]>([
  ['typoTolerance true', { query: 'mancheste', typoTolerance: true }, ['2', '3']],
  ['typoTolerance false', { query: 'manchster', typoTolerance: false }, []],
  ['typoTolerance min', { query: 'citi', typoTolerance: 'min' }, ['3']],
  ['restrictSearchableAttributes', { query: 'madrid', restrictSearchableAttributes: ['city'] }, ['1']],
  ['other searchable attributes', { query: 'atletico', restrictSearchableAttributes: ['city'] }, []],
  ['optionalWords', { query: 'manchester rovers', optionalWords: ['rovers'] }, ['2', '3']],
  ['removeWordsIfNoResults', { query: 'united nothing', removeWordsIfNoResults: 'lastWords' }, ['2']],
  ['queryType', { query: 'mad', queryType: 'prefixNone' }, []],
  ['optionalFilters', { query: 'manchester', optionalFilters: ['tags:blue'] }, ['3', '2']],
  ['offset and length', { query: '', offset: 1, length: 1 }, ['2']],
])('%s works as documented', async (_what, searchParams, ids) => {
  const { hits } = await full().searchSingleIndex({ indexName, searchParams })
  expect(hits.map(({ objectID }) => objectID)).toEqual(ids)
})

test('a response has the requested fields, attributes and tags', async () => {
  const response = await full().searchSingleIndex({
    indexName,
    searchParams: {
      query: 'red',
      responseFields: ['hits', 'nbHits'],
      attributesToRetrieve: ['title'],
      attributesToHighlight: ['tags'],
      attributesToSnippet: ['title:1'],
      restrictSearchableAttributes: ['title'],
      highlightPreTag: '<b>',
      highlightPostTag: '</b>',
    },
  })
  expect(response).toEqual({ hits: [], nbHits: 0 })
  const { hits } = await full().searchSingleIndex({
    indexName,
    searchParams: {
      query: 'city',
      attributesToRetrieve: ['title'],
      attributesToHighlight: ['title', 'tags'],
      attributesToSnippet: ['title:1'],
      highlightPreTag: '<b>',
      highlightPostTag: '</b>',
    },
  })
  expect(hits).toEqual([
    {
      objectID: '3',
      title: 'Manchester City',
      _snippetResult: { title: { value: '…<b>City</b>', matchLevel: 'full' } },
      _highlightResult: {
        title: {
          value: 'Manchester <b>City</b>',
          matchLevel: 'full',
          fullyHighlighted: false,
          matchedWords: ['city'],
        },
        tags: [{ value: 'blue', matchLevel: 'none', matchedWords: [] }],
      },
    },
  ])
})

test('a literal match in a record is highlighted instead of similar words', async () => {
  await full().saveObjects({
    indexName: 'games',
    objects: [
      { objectID: '1', title: 'Arsenal v Hove', sides: ['Arsenal home', 'Hove away'] },
      { objectID: '2', title: 'Hove v Arsenal', sides: ['Hove at its ground', 'Arsenal away'] },
    ],
  })
  const { hits } = await full().searchSingleIndex({
    indexName: 'games',
    searchParams: { query: 'arsenal home', attributesToHighlight: ['title'] },
  })
  expect(hits.map(({ _highlightResult: result }) => result)).toMatchObject([
    { title: { value: '<em>Arsenal</em> v Hove' } },
    { title: { value: '<em>Hove</em> v <em>Arsenal</em>' } },
  ])
})

test("the client's helper replaces all records at once", async () => {
  await full().replaceAllObjects({ indexName, objects: [{ objectID: '7', title: 'Only one' }] })
  const { hits } = await full().searchSingleIndex({ indexName })
  expect(hits.map(({ objectID }) => objectID)).toEqual(['7'])
  expect(await full().getSettings({ indexName })).toMatchObject({ customRanking: ['asc(price)'] })
})

test('browsing returns every record, in several pages', async () => {
  const objects = Array.from({ length: 25 }, (_, index) => ({ objectID: `b${index}`, n: index }))
  await full().saveObjects({ indexName: 'browsed', objects })
  const seen: string[] = []
  await full().browseObjects({
    indexName: 'browsed',
    browseParams: { hitsPerPage: 10 },
    aggregator: ({ hits }) => {
      seen.push(...hits.map(({ objectID }) => objectID))
      expect(hits.filter(({ _highlightResult: highlights }) => highlights !== undefined)).toEqual([])
    },
  })
  expect(seen.toSorted()).toEqual(objects.map(({ objectID }) => objectID).toSorted())
})

test('facet values match by prefix', async () => {
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

test('records are read, partially updated and deleted', async () => {
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
    results: [{ ...sampleTeams[0], city: 'Getafe', price: 15 }, null],
  })
  await client.deleteObject({ indexName, objectID: '1' })
  await expect(client.getObject({ indexName, objectID: '1' })).rejects.toMatchObject({
    status: 404,
    message: 'ObjectID does not exist',
  })
  await client.deleteBy({ indexName, deleteByParams: { filters: 'price>20' } })
  expect((await client.searchSingleIndex({ indexName })).nbHits).toBe(1)
})

test('a batch of 4,000 records is accepted and searchable', async () => {
  const objects = Array.from({ length: 4000 }, (_, index) => ({
    objectID: `m${index}`,
    title: `Many ${index}`,
    text: 'a longer text, so that the batch is a large one',
  }))
  await full().saveObjects({ indexName: 'many', objects, batchSize: 4000 })
  const { nbHits } = await full().searchSingleIndex({ indexName: 'many', searchParams: { query: 'many' } })
  expect(nbHits).toBe(4000)
  await full().deleteIndex({ indexName: 'many' })
})

test('indexes are listed, copied and deleted', async () => {
  const client = full()
  await client.operationIndex({
    indexName,
    operationIndexParams: { operation: 'copy', destination: 'copied' },
  })
  const { items } = await client.listIndices()
  expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining([indexName, 'copied']))
  expect(
    (await client.searchSingleIndex({ indexName: 'copied', searchParams: { query: 'manch' } })).nbHits,
  ).toBe(2)
  await client.deleteIndex({ indexName: 'copied' })
  await expect(client.searchSingleIndex({ indexName: 'copied' })).rejects.toMatchObject({
    status: 404,
    message: 'Index copied does not exist',
  })
})

test('a page beyond the limit explains why it is empty', async () => {
  const { hits, nbHits, ...rest } = await full().searchSingleIndex({
    indexName,
    searchParams: { page: 50, hitsPerPage: 20 },
  })
  expect({ hits, nbHits }).toEqual({ hits: [], nbHits: 0 })
  expect(rest).toMatchObject({ nbPages: 0, message: expect.stringContaining('1000 hits') as string })
})
