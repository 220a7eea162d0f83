import type { SearchParamsObject } from 'algoliasearch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSearchApp, type SearchApp } from '../test/search-app.ts'
import { searchClients } from '../test/search-clients.ts'

/** Search parameters with the results that Algolia documents. */

const indexName = 'shirts'
const shirts = [
  { objectID: 'red-s', name: 'Red polo shirt', model: 'polo', size: 'S', stock: 5, tags: ['red', 'summer'] },
  { objectID: 'red-m', name: 'Red polo shirt', model: 'polo', size: 'M', stock: 9, tags: ['red'] },
  {
    objectID: 'blue',
    name: 'Blue shirt for polo players',
    model: 'players',
    size: 'M',
    stock: 7,
    tags: ['blue'],
  },
  {
    objectID: 'coat',
    name: 'Wheel coat',
    description: 'red',
    size: 'L',
    stock: 1,
    tags: ['green', 'winter'],
  },
  { objectID: 'coats', name: 'Wheal coat', size: 'L', stock: 2 },
]

let app: SearchApp
beforeAll(async () => {
  app = await startSearchApp()
  await client().setSettings({
    indexName,
    indexSettings: {
      searchableAttributes: ['name', 'description', 'tags'],
      attributesForFaceting: ['size', 'afterDistinct(model)'],
      attributeForDistinct: 'model',
      customRanking: ['desc(stock)'],
      disableTypoToleranceOnWords: ['wheel'],
      userData: { campaign: 'summer' },
      renderingContent: { facetOrdering: { facets: { order: ['size'] } } },
    },
  })
  await client().saveObjects({ indexName, objects: shirts })
})
afterAll(() => app.close())

const client = () => searchClients(app).full()

const search = (searchParams: SearchParamsObject) =>
  client().searchSingleIndex<(typeof shirts)[number]>({ indexName, searchParams })

async function found(searchParams: SearchParamsObject): Promise<string[]> {
  return (await search(searchParams)).hits.map(({ objectID }) => objectID)
}

test.each<[string, SearchParamsObject, string[]]>([
  ['a phrase', { query: '"polo shirt"', advancedSyntax: true }, ['red-m', 'red-s']],
  ['a phrase without the syntax', { query: '"polo shirt"' }, ['red-m', 'red-s', 'blue']],
  ['a phrase and a word', { query: '"polo shirt" summer', advancedSyntax: true }, ['red-s']],
  ['a phrase that no record has', { query: '"shirt polo"', advancedSyntax: true }, []],
  ['an excluded word', { query: 'shirt -blue', advancedSyntax: true }, ['red-m', 'red-s']],
  ['only an excluded word', { query: '-shirt', advancedSyntax: true }, ['coats', 'coat']],
  [
    'an excluded word and a filter',
    { query: 'polo -blue', advancedSyntax: true, filters: 'size:S' },
    ['red-s'],
  ],
  [
    'a feature that is off',
    { query: 'shirt -blue', advancedSyntax: true, advancedSyntaxFeatures: ['exactPhrase'] },
    ['blue'],
  ],
  [
    'a similar query',
    { similarQuery: 'polo wheel', queryLanguages: ['en'] },
    ['coat', 'red-m', 'red-s', 'blue'],
  ],
  ['a word without typos', { query: 'wheel' }, ['coat']],
  ['a typo', { query: 'plaiers' }, ['blue']],
  [
    'a typo in an attribute without typos',
    { query: 'plaiers', disableTypoToleranceOnAttributes: ['name'] },
    [],
  ],
  ['another ranking', { query: 'shirt', ranking: ['asc(stock)'] }, ['red-s', 'blue', 'red-m']],
])('%s', async (_what, searchParams, ids) => {
  expect(await found(searchParams)).toEqual(ids)
})

test('distinct shows the best record of each group and counts groups', async () => {
  const { hits, nbHits, nbPages } = await search({ query: '', distinct: true, hitsPerPage: 2 })
  expect([hits.map(({ objectID }) => objectID), nbHits, nbPages]).toEqual([['red-m', 'blue'], 4, 2])
  expect(await found({ query: '', distinct: true, hitsPerPage: 2, page: 1 })).toEqual(['coats', 'coat'])
  expect((await search({ query: '', distinct: 0 })).nbHits).toBe(5)
})

test('distinct above one shows several records of a group together', async () => {
  const { hits, nbHits } = await search({ query: '', distinct: 2, hitsPerPage: 2 })
  expect(hits.map(({ objectID, _distinctSeqID: sequence }) => [objectID, sequence])).toEqual([
    ['red-m', 0],
    ['red-s', 1],
    ['blue', 0],
  ])
  expect(nbHits).toBe(4)
})

test('facets count all records, or one of each group where that is asked for', async () => {
  const { facets } = await search({ query: 'polo', distinct: true, facets: ['*'] })
  expect(facets).toEqual({ size: { M: 2, S: 1 }, model: { polo: 1, players: 1 } })
  const after = await search({ query: 'polo', distinct: true, facets: ['size'], facetingAfterDistinct: true })
  expect(Object.values(after.facets?.['size'] ?? {}).reduce((sum, count) => sum + count, 0)).toBe(2)
})

test('only the items of an array that match are highlighted, if restricted', async () => {
  const params = { query: 'red', attributesToHighlight: ['tags'], attributesToSnippet: ['tags'] }
  const red = async (restrictHighlightAndSnippetArrays: boolean) => {
    const { hits } = await search({ ...params, restrictHighlightAndSnippetArrays })
    const [hit] = hits.filter(({ objectID }) => objectID === 'red-s')
    const { _highlightResult: highlights, _snippetResult: snippets } = hit ?? { objectID: '' }
    return [highlights, snippets]
  }
  expect(await red(false)).toMatchObject([{ tags: [{}, {}] }, { tags: [{}, {}] }])
  expect(await red(true)).toEqual([
    { tags: [{ value: '<em>red</em>', matchLevel: 'full', fullyHighlighted: true, matchedWords: ['red'] }] },
    { tags: [{ value: '<em>red</em>', matchLevel: 'full' }] },
  ])
})

test('an attribute can be left out of the exact criterion', async () => {
  const exactWords = async (params: SearchParamsObject) => {
    const { hits } = await search({ query: 'red', getRankingInfo: true, ...params })
    const coats = hits.filter(({ objectID }) => objectID === 'coat')
    return coats.map(({ _rankingInfo: info }) => info?.nbExactWords)
  }
  expect(await exactWords({})).toEqual([1])
  expect(await exactWords({ disableExactOnAttributes: ['description'] })).toEqual([0])
})

test('a response has the user data and rendering content of the settings, and the removed words', async () => {
  expect(await search({ query: 'blue shirt nothing', removeWordsIfNoResults: 'lastWords' })).toMatchObject({
    nbHits: 1,
    userData: [{ campaign: 'summer' }],
    renderingContent: { facetOrdering: { facets: { order: ['size'] } } },
    queryAfterRemoval: 'blue shirt <em>nothing</em>',
  })
})
