import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSearchApp, type SearchApp } from '../test/search-app.ts'

let app: SearchApp
beforeAll(async () => {
  app = await startSearchApp()
  const index = app.indexes.ensure('events')
  await index.changeSettings({ searchableAttributes: ['title'] })
  index.put({ objectID: '1', title: 'Night opera' })
  index.put({ objectID: '2', title: 'The who' })
})
afterAll(() => app.close())

async function titlesOf(params: object): Promise<string[]> {
  const { body } = await app.app.inject({
    method: 'POST',
    url: '/1/indexes/events/query?x-algolia-application-id=EMBEDDED&x-algolia-api-key=test-search-key',
    payload: JSON.stringify(params),
  })
  return (JSON.parse(body) as { hits: { title: string }[] }).hits.map(({ title }) => title)
}

const query = 'a night at the opera'

test('stop words of the requested languages are not required', async () => {
  expect(await titlesOf({ query })).toEqual([])
  expect(await titlesOf({ query, removeStopWords: ['en'] })).toEqual(['Night opera'])
  expect(await titlesOf({ query, removeStopWords: true, queryLanguages: ['en'] })).toEqual(['Night opera'])
  expect(await titlesOf({ query, removeStopWords: true })).toEqual(['Night opera'])
  expect(await titlesOf({ query, removeStopWords: ['fi'] })).toEqual([])
  expect(await titlesOf({ query, removeStopWords: ['xx'] })).toEqual([])
  expect(await titlesOf({ query, removeStopWords: false })).toEqual([])
})

test('words that may be prefixes, and queries of stop words alone, keep them', async () => {
  expect(await titlesOf({ query: 'opera the', removeStopWords: ['en'] })).toEqual([])
  expect(await titlesOf({ query: 'opera the ', removeStopWords: ['en'] })).toEqual(['Night opera'])
  expect(await titlesOf({ query, removeStopWords: ['en'], queryType: 'prefixAll' })).toEqual([])
  expect(await titlesOf({ query: 'the who ', removeStopWords: ['en'] })).toEqual(['The who'])
})
