import type { SearchParamsObject, SynonymHit } from 'algoliasearch'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSearchApp, type SearchApp } from '../../test/search-app.ts'
import { searchClients } from '../../test/search-clients.ts'

const indexName = 'guides'
const titles = {
  car: 'Black car',
  vehicle: 'Fast vehicle',
  york: 'New York guide',
  ny: 'NY pizza',
  street: 'Map of Main <Street>',
  newest: 'York in a new light',
}

let app: SearchApp
beforeAll(async () => {
  app = await startSearchApp()
})
afterAll(() => app.close())

const client = () => searchClients(app).full()

beforeEach(async () => {
  await client().deleteIndex({ indexName })
  await client().setSettings({ indexName, indexSettings: { searchableAttributes: ['title'] } })
  const objects = Object.entries(titles).map(([objectID, title]) => ({ objectID, title }))
  await client().saveObjects({ indexName, objects })
})

async function found(searchParams: SearchParamsObject): Promise<string[]> {
  const { hits } = await client().searchSingleIndex({ indexName, searchParams })
  return hits.map(({ objectID }) => objectID).toSorted()
}

const save = (...synonymHit: SynonymHit[]) => client().saveSynonyms({ indexName, synonymHit })

test.each<[string, Omit<SynonymHit, 'objectID'>, string, string[]]>([
  ['a synonym', { type: 'synonym', synonyms: ['car', 'vehicle'] }, 'car', ['car', 'vehicle']],
  [
    'a synonym, the other way',
    { type: 'synonym', synonyms: ['car', 'vehicle'] },
    'vehicle',
    ['car', 'vehicle'],
  ],
  ['a part of a word', { type: 'synonym', synonyms: ['car', 'vehicle'] }, 'vehi', ['vehicle']],
  [
    'a one-way synonym',
    { type: 'onewaysynonym', input: 'car', synonyms: ['vehicle'] },
    'car',
    ['car', 'vehicle'],
  ],
  [
    'a one-way synonym, the other way',
    { type: 'onewaysynonym', input: 'car', synonyms: ['vehicle'] },
    'vehicle',
    ['vehicle'],
  ],
  ['several words', { type: 'synonym', synonyms: ['ny', 'new york'] }, 'ny', ['ny', 'york']],
  [
    'several words, the other way',
    { type: 'synonym', synonyms: ['ny', 'new york'] },
    'new york',
    ['newest', 'ny', 'york'],
  ],
  ['a part of several words', { type: 'synonym', synonyms: ['ny', 'new york'] }, 'york', ['newest', 'york']],
  [
    'an alternative correction',
    { type: 'altcorrection1', word: 'car', corrections: ['vehicle'] },
    'car',
    ['car', 'vehicle'],
  ],
  [
    'a placeholder',
    { type: 'placeholder', placeholder: '<Street>', replacements: ['road', 'lane'] },
    'main lane',
    ['street'],
  ],
])('%s is searched', async (_what, synonym, query, ids) => {
  await save({ objectID: '1', ...synonym })
  expect(await found({ query })).toEqual(ids)
})

test('an alternative correction ranks as a typing error', async () => {
  await save({ objectID: '1', type: 'altcorrection2', word: 'vehicle', corrections: ['car'] })
  const { hits } = await client().searchSingleIndex({
    indexName,
    searchParams: { query: 'vehicle', getRankingInfo: true },
  })
  expect(hits.map(({ objectID, _rankingInfo: info }) => [objectID, info?.nbTypos])).toEqual([
    ['vehicle', 0],
    ['car', 2],
  ])
})

test('a synonym is highlighted, or replaced by the word of the query', async () => {
  await save({ objectID: '1', type: 'synonym', synonyms: ['car', 'vehicle'] })
  const highlighted = async (params: SearchParamsObject) => {
    const { hits } = await client().searchSingleIndex<{ title: string }>({
      indexName,
      searchParams: { query: 'car', ...params },
    })
    // The index has one searchable attribute.
    return hits.map(({ _highlightResult: result = {} }) => (result['title'] as { value: string }).value)
  }
  expect(await highlighted({})).toEqual(
    expect.arrayContaining(['Black <em>car</em>', 'Fast <em>vehicle</em>']),
  )
  expect(await highlighted({ replaceSynonymsInHighlight: true })).toEqual(
    expect.arrayContaining(['Black <em>car</em>', 'Fast <em>car</em>']),
  )
})

test('synonyms can be left out of a search', async () => {
  await save({ objectID: '1', type: 'synonym', synonyms: ['car', 'vehicle'] })
  expect(await found({ query: 'car', synonyms: false })).toEqual(['car'])
})

test('synonyms are found by text and type, replaced, deleted and cleared', async () => {
  await save(
    { objectID: '1', type: 'synonym', synonyms: ['car', 'vehicle'] },
    { objectID: '2', type: 'onewaysynonym', input: 'cab', synonyms: ['car'] },
  )
  const search = async (params: object) => {
    const { hits, nbHits } = await client().searchSynonyms({ indexName, searchSynonymsParams: params })
    return [nbHits, hits.map(({ objectID }) => objectID)]
  }
  expect(await search({ query: 'car' })).toEqual([2, ['1', '2']])
  expect(await search({ query: 'car', type: 'onewaysynonym' })).toEqual([1, ['2']])
  expect(await search({ query: '', hitsPerPage: 1, page: 1 })).toEqual([2, ['2']])
  await client().deleteSynonym({ indexName, objectID: '1' })
  expect(await found({ query: 'vehicle' })).toEqual(['vehicle'])
  await client().saveSynonyms({
    indexName,
    synonymHit: [{ objectID: '3', type: 'synonym', synonyms: ['ny', 'car'] }],
    replaceExistingSynonyms: true,
  })
  expect(await search({})).toEqual([1, ['3']])
  await client().clearSynonyms({ indexName })
  expect(await found({ query: 'ny' })).toEqual(['ny'])
})

test('copying an index copies its synonyms, and deleting it deletes them', async () => {
  await save({ objectID: '1', type: 'synonym', synonyms: ['car', 'vehicle'] })
  const copy = (scope?: ('settings' | 'synonyms')[]) =>
    client().operationIndex({
      indexName,
      operationIndexParams: { operation: 'copy', destination: 'copied', ...(scope && { scope }) },
    })
  const synonymIds = async (name: string) => {
    const { hits } = await client().searchSynonyms({ indexName: name })
    return hits.map(({ objectID }) => objectID)
  }
  await copy(['settings'])
  expect(await synonymIds('copied')).toEqual([])
  await copy(['synonyms'])
  expect(await synonymIds('copied')).toEqual(['1'])
  expect((await client().searchSingleIndex({ indexName: 'copied' })).nbHits).toBe(0)
  await client().deleteIndex({ indexName: 'copied' })
  await copy()
  expect(await synonymIds('copied')).toEqual(['1'])
  await client().deleteIndex({ indexName })
  await client().setSettings({ indexName, indexSettings: { hitsPerPage: 5 } })
  expect(await synonymIds(indexName)).toEqual([])
})

test.each<[string, object, string]>([
  ['no type', { objectID: '1', synonyms: ['a'] }, 'type: Invalid value'],
  ['an unknown type', { objectID: '1', type: 'antonym' }, 'type: Invalid value'],
  ['no synonyms', { objectID: '1', type: 'synonym' }, 'synonyms: expected a list of texts'],
  ['no input', { objectID: '1', type: 'onewaysynonym', synonyms: ['a'] }, 'input: expected a text'],
  [
    'a text for a list',
    { objectID: '1', type: 'altcorrection1', word: 'a', corrections: 'b' },
    'corrections: expected',
  ],
  ['no id', { type: 'synonym', synonyms: ['a', 'b'] }, 'objectID: expected a text'],
])('a synonym with %s is rejected and changes nothing', async (_what, synonym, message) => {
  const valid = { objectID: '9', type: 'synonym' as const, synonyms: ['car', 'ny'] }
  await expect(save(valid, synonym as SynonymHit)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(message) as string,
  })
  expect((await client().searchSynonyms({ indexName })).nbHits).toBe(0)
})

test('the internal index of synonyms is neither read nor written by name', async () => {
  await save({ objectID: '1', type: 'synonym', synonyms: ['car', 'vehicle'] })
  const internal = `synonyms/${indexName}`
  await expect(client().searchSingleIndex({ indexName: internal })).rejects.toMatchObject({ status: 404 })
  await expect(client().getObject({ indexName: internal, objectID: '1' })).rejects.toMatchObject({
    status: 404,
  })
  await expect(client().browse({ indexName: internal })).rejects.toMatchObject({ status: 404 })
  await expect(client().clearObjects({ indexName: internal })).rejects.toMatchObject({ status: 400 })
  expect((await client().listIndices()).items.map(({ name }) => name)).not.toContain(internal)
})
