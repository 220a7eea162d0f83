import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSearchApp, type SearchApp } from '../test/search-app.ts'
import { searchClients } from '../test/search-clients.ts'

/** Scores of required filters rank the matches, as in Algolia. */

let app: SearchApp
beforeAll(async () => {
  app = await startSearchApp()
  const index = app.indexes.ensure('seats')
  await index.changeSettings({
    searchableAttributes: ['title'],
    attributesForFaceting: ['level', 'view side'],
    customRanking: ['asc(price)'],
  })
  index.put({ objectID: 'upper', title: 'Seat', level: 'Upper', 'view side': 'home', price: 1 })
  index.put({
    objectID: 'club',
    title: 'Seat',
    level: ['Club level', 'Lower'],
    'view side': 'away',
    price: 2,
  })
  index.put({ objectID: 'lower', title: 'Seat', level: 'Lower', 'view side': 'home', price: 3 })
})
afterAll(() => app.close())

async function find(searchParams: Record<string, unknown>) {
  const { hits } = await searchClients(app)
    .full()
    .searchSingleIndex({ indexName: 'seats', searchParams: { ...searchParams, getRankingInfo: true } })
  return hits.map(({ objectID, _rankingInfo }) => [objectID, _rankingInfo?.filters])
}

test.each<[string, Record<string, unknown>, unknown]>([
  [
    'the best alternative counts',
    { filters: 'level:Upper OR level:Lower<score=3> OR level:"Club level"<score=2>' },
    [
      ['club', 3],
      ['lower', 3],
      ['upper', 1],
    ],
  ],
  [
    'alternatives add up on request',
    {
      filters: 'level:Upper OR level:Lower<score=3> OR level:"Club level"<score=2>',
      sumOrFiltersScores: true,
    },
    [
      ['club', 5],
      ['lower', 3],
      ['upper', 1],
    ],
  ],
  [
    'facetFilters score too',
    { facetFilters: [['level:Upper', "level:'Club level'<score=4>"]] },
    [
      ['club', 4],
      ['upper', 1],
    ],
  ],
  [
    'lists nested in alternatives add up',
    { facetFilters: [['level:Upper', ['level:Lower<score=5>', '"view side":"home"<score=2>']]] },
    [
      ['lower', 7],
      ['upper', 1],
    ],
  ],
  [
    'filters without scores rank nothing',
    { filters: 'level:Upper OR level:Lower', facetFilters: ['view side:home'], numericFilters: ['price>0'] },
    [
      ['upper', 3],
      ['lower', 3],
    ],
  ],
  [
    'required and optional scores add up',
    { filters: 'level:Upper OR level:Lower<score=2>', optionalFilters: ['view side:away<score=7>'] },
    [
      ['club', 9],
      ['lower', 2],
      ['upper', 1],
    ],
  ],
])('%s', async (_what, params, found) => {
  expect(await find(params)).toEqual(found)
})

test('more than 100 scores to compute per record are rejected', async () => {
  const filters = Array.from({ length: 101 }, (_, at) => `level:x${at}<score=${at}>`).join(' OR ')
  await expect(find({ filters })).rejects.toMatchObject({
    status: 400,
    message: 'filters: Too many conditions, at most 100',
  })
})
