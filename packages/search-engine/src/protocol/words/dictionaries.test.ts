import type { DictionaryType, SearchParamsObject } from 'algoliasearch'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSearchApp, type SearchApp } from '../../test/search-app.ts'
import { searchClients } from '../../test/search-clients.ts'

const indexName = 'texts'
const titles = [
  'One ticket',
  'Ten tickets',
  'The match',
  'City break',
  'Cities',
  'Kopf Schmerz Tablette',
  'Plätze',
]

let app: SearchApp
beforeAll(async () => {
  app = await startSearchApp()
  await client().saveObjects({ indexName, objects: titles.map((title) => ({ objectID: title, title })) })
})
afterAll(() => app.close())

const client = () => searchClients(app).full()

beforeEach(async () => {
  for (const dictionaryName of ['plurals', 'stopwords', 'compounds'] as const)
    await replace(dictionaryName, [])
  await client().setDictionarySettings({ disableStandardEntries: { stopwords: null, plurals: null } })
})

function replace(dictionaryName: DictionaryType, entries: object[]) {
  return client().batchDictionaryEntries({
    dictionaryName,
    batchDictionaryEntriesParams: {
      clearExistingDictionaryEntries: true,
      requests: entries.map((entry, number) => ({
        action: 'addEntry' as const,
        body: { objectID: String(number), language: 'en', ...entry },
      })),
    },
  })
}

async function found(query: string, searchParams: SearchParamsObject): Promise<string[]> {
  const { hits } = await client().searchSingleIndex({
    indexName,
    searchParams: { query, typoTolerance: false, queryType: 'prefixNone', ...searchParams },
  })
  return hits.map(({ objectID }) => objectID).toSorted()
}

test('plurals match by their ending in the requested languages', async () => {
  expect(await found('ticket', {})).toEqual(['One ticket'])
  expect(await found('ticket', { ignorePlurals: true })).toEqual(['One ticket', 'Ten tickets'])
  expect(await found('tickets', { ignorePlurals: ['en'] })).toEqual(['One ticket', 'Ten tickets'])
  expect(await found('city', { ignorePlurals: true, queryLanguages: ['en'] })).toEqual([
    'Cities',
    'City break',
  ])
  expect(await found('city', { ignorePlurals: ['it'] })).toEqual(['City break'])
  expect(await found('tickets', { ignorePlurals: false })).toEqual(['Ten tickets'])
})

test('a dictionary adds plurals, and settings turn the standard ones off', async () => {
  await replace('plurals', [{ language: 'de', words: ['platz', 'plätze'] }])
  expect(await found('platz', { ignorePlurals: ['de'] })).toEqual(['Plätze'])
  expect(await found('platz', { ignorePlurals: ['en'] })).toEqual([])
  await client().setDictionarySettings({ disableStandardEntries: { plurals: { en: true } } })
  expect(await found('ticket', { ignorePlurals: ['en'] })).toEqual(['One ticket'])
})

test('a dictionary adds stop words and takes them away', async () => {
  expect(await found('for ticket', { removeStopWords: ['en'] })).toEqual(['One ticket'])
  expect(await found('please ticket', { removeStopWords: ['en'] })).toEqual([])
  await replace('stopwords', [{ word: 'please' }, { word: 'for', state: 'disabled' }])
  expect(await found('please ticket', { removeStopWords: ['en'] })).toEqual(['One ticket'])
  expect(await found('for ticket', { removeStopWords: ['en'] })).toEqual([])
  await client().setDictionarySettings({ disableStandardEntries: { stopwords: { en: true } } })
  expect(await found('the ticket', { removeStopWords: ['en'] })).toEqual([])
})

test('a compound matches its parts', async () => {
  const parts = ['kopf', 'schmerz', 'tablette']
  await replace('compounds', [{ language: 'de', word: 'kopfschmerztablette', decomposition: parts }])
  expect(await found('kopfschmerztablette', {})).toEqual(['Kopf Schmerz Tablette'])
  expect(await found('kopfschmerztablette', { decompoundQuery: false })).toEqual([])
})

test('standard and custom entries are found', async () => {
  await replace('stopwords', [{ word: 'aboutish' }])
  const search = (params: object) =>
    client().searchDictionaryEntries({
      dictionaryName: 'stopwords',
      searchDictionaryEntriesParams: { query: 'about', language: 'en', ...params },
    })
  const { hits, nbHits } = await search({})
  expect(hits.map(({ word, type }) => [word, type])).toEqual([
    ['aboutish', 'custom'],
    ['about', 'standard'],
  ])
  expect([nbHits, (await search({ hitsPerPage: 1, page: 1 })).hits.length]).toEqual([2, 1])
  expect((await client().getDictionaryLanguages())['en']?.stopwords).toEqual({ nbCustomEntries: 1 })
})

test('natural languages select stop words and plurals', async () => {
  expect(await found('the ticket', { naturalLanguages: ['en'] })).toEqual(['One ticket', 'Ten tickets'])
})

test.each<[DictionaryType, object, string]>([
  ['plurals', { words: 'ticket' }, 'words: expected a list of texts'],
  ['stopwords', { word: '' }, 'word: expected a text'],
  ['stopwords', { word: 'x', state: 'on' }, 'state: Invalid value'],
  ['stopwords', { word: 'x', language: 'english' }, 'language: expected a code'],
  ['compounds', { word: 'x' }, 'decomposition: expected'],
])('an entry of %s with %j is rejected and changes nothing', async (dictionaryName, entry, message) => {
  await replace(dictionaryName, [{ word: 'kept', words: ['kept'], decomposition: ['kept'] }])
  await expect(replace(dictionaryName, [entry])).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(message) as string,
  })
  const { nbHits } = await client().searchDictionaryEntries({
    dictionaryName,
    searchDictionaryEntriesParams: { query: 'kept' },
  })
  expect(nbHits).toBe(1)
})
