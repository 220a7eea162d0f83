import type { SearchParamsObject, SearchQuery } from 'algoliasearch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSearchApp, type SearchApp } from '../test/search-app.ts'
import { searchClients } from '../test/search-clients.ts'

/** The shapes of requests that Algolia's own tests of its clients send, with records of ours. */

const indexName = 'boats and ships'
const boats = [
  { objectID: 'kestrel', rig: 'sloop', hull: 'steel frame', length: 12, _tags: ['sail'] },
  { objectID: 'osprey', rig: 'ketch', hull: 'wood', length: 18, _tags: ['sail', 'charter'] },
  { objectID: 'tern', rig: 'none', hull: 'steel frame', length: 9, _tags: ['motor'] },
]

let app: SearchApp
beforeAll(async () => {
  app = await startSearchApp()
  const indexSettings = { attributesForFaceting: ['searchable(rig)', 'hull'] }
  await client().setSettings({ indexName, indexSettings })
  await client().saveObjects({ indexName, objects: boats })
})
afterAll(() => app.close())

const client = () => searchClients(app).full()

async function found(searchParams: SearchParamsObject): Promise<string[]> {
  const { hits } = await client().searchSingleIndex({ indexName, searchParams })
  return hits.map(({ objectID }) => objectID).toSorted()
}

test.each<[string, SearchParamsObject, string[]]>([
  ['a facet filter as a text', { facetFilters: 'rig:sloop' }, ['kestrel']],
  ['a negative facet filter as a text', { facetFilters: 'rig:-sloop' }, ['osprey', 'tern']],
  ['a quoted facet filter', { facetFilters: ["hull:'steel frame'"] }, ['kestrel', 'tern']],
  ['two facet filters', { facetFilters: ["hull:'steel frame'", 'rig:none'] }, ['tern']],
  ['alternatives', { facetFilters: [['rig:sloop', 'rig:ketch']] }, ['kestrel', 'osprey']],
  ['a list in a list in a list', { facetFilters: [['rig:none', ['rig:sloop', 'hull:wood']]] }, ['tern']],
  ['a facet filter with a score', { facetFilters: ['rig:sloop<score=3>'] }, ['kestrel']],
  ['a numeric filter as a text', { numericFilters: 'length>10' }, ['kestrel', 'osprey']],
  ['numeric alternatives', { numericFilters: [['length < 10', 'length=18']] }, ['osprey', 'tern']],
  ['a tag as a text', { tagFilters: 'charter' }, ['osprey']],
  ['tags', { tagFilters: ['sail', ['charter', 'motor']] }, ['osprey']],
  ['a filter with quotes', { filters: "hull:'steel frame' AND NOT rig:none" }, ['kestrel']],
  ['a range', { filters: 'length:9 TO 12' }, ['kestrel', 'tern']],
  ['a range that must not match', { filters: 'NOT length:9 TO 12' }, ['osprey']],
  ['filters with scores', { filters: '(rig:sloop<score=3> OR rig:ketch<score=2>)' }, ['kestrel', 'osprey']],
  [
    'filters of all kinds',
    { filters: 'length>=12', facetFilters: ['rig:-none'], tagFilters: ['charter'] },
    ['osprey'],
  ],
  [
    'optional filters',
    { optionalFilters: [['rig:sloop<score=3>', 'rig:ketch'], 'hull:-wood'] },
    ['kestrel', 'osprey', 'tern'],
  ],
])('%s', async (_what, searchParams, ids) => {
  expect(await found(searchParams)).toEqual(ids)
})

/** What a form sends whose fields are all empty. */
const empty: SearchParamsObject = {
  query: '',
  similarQuery: '',
  filters: '',
  facetFilters: [''],
  optionalFilters: [''],
  numericFilters: [''],
  tagFilters: [''],
  facets: [''],
  ranking: [''],
  attributesToRetrieve: [''],
  attributesToHighlight: [''],
  attributesToSnippet: [''],
  restrictSearchableAttributes: [''],
  disableExactOnAttributes: [''],
  disableTypoToleranceOnAttributes: [''],
  optionalWords: [''],
  naturalLanguages: [],
  ruleContexts: [''],
  analyticsTags: [''],
  aroundLatLng: '',
  aroundPrecision: 0,
  minWordSizefor1Typo: 0,
  minWordSizefor2Typos: 0,
  maxValuesPerFacet: 0,
  sortFacetValuesBy: '',
  snippetEllipsisText: '',
  userToken: '',
  distinct: 0,
  relevancyStrictness: 0,
}

test('empty values of every parameter mean that it is not set', async () => {
  expect(await found(empty)).toEqual(['kestrel', 'osprey', 'tern'])
  const { results } = await client().searchForHits({
    requests: [{ indexName, ...empty, responseFields: [''] }],
  })
  expect(results).toEqual([{ index: indexName }])
})

test('one call mixes hits and facets of several indexes, in order', async () => {
  const requests: SearchQuery[] = [
    { indexName, query: 'sloop', type: 'default' },
    { indexName, type: 'facet', facet: 'rig', facetQuery: 's', query: '', maxFacetHits: 5 },
    { indexName, hitsPerPage: 1 },
  ]
  const { results } = await client().search({ requests, strategy: 'none' })
  expect(results).toMatchObject([
    { nbHits: 1, index: indexName },
    { facetHits: [{ value: 'sloop', highlighted: '<em>s</em>loop', count: 1 }], exhaustiveFacetsCount: true },
    { nbHits: 3, hitsPerPage: 1, nbPages: 3 },
  ])
  const stopped = await client().search({ requests, strategy: 'stopIfEnoughMatches' })
  expect(stopped.results).toHaveLength(3)
})

test('headers and parameters that callers add are accepted', async () => {
  const requestOptions = {
    headers: { 'x-algolia-user-id': 'user1', 'x-forwarded-for': '198.51.100.1' },
    queryParameters: { 'x-algolia-usertoken': 'user1' },
  }
  const { nbHits } = await client().searchSingleIndex({ indexName }, requestOptions)
  expect(nbHits).toBe(3)
  expect(
    await client().customGet({ path: '1/indexes', parameters: { page: 0, hitsPerPage: 1 } }),
  ).toMatchObject({ items: [{ name: indexName }], nbPages: 1 })
})
