import { beforeAll, expect, test } from 'vitest'
import { buildResponse } from './response/build-response.ts'
import { find } from './search.ts'
import { createSearchIndex } from './search-index.ts'

const records = 50_000
const index = createSearchIndex(() => new Date())

beforeAll(async () => {
  await index.changeSettings({
    searchableAttributes: ['title', 'when'],
    attributesForFaceting: ['sport'],
    customRanking: ['asc(rank)'],
  })
  for (let id = 0; id < records; id += 1) {
    index.put({
      objectID: String(id),
      title: `united against rovers ${id % 700}`,
      when: 'evening night of december',
      sport: `sport ${id % 7}`,
      rank: (id * 7919) % 1000,
      _geoloc: { lat: id % 90, lng: id % 180 },
    })
  }
  await index.prepare()
})

/** How often a search lets other work go first if every look at the clock says that its turn is over. */
async function turnsTaken(params: Record<string, unknown>): Promise<number> {
  let taken = 0
  const turns = {
    isTurnOver: () => true,
    async takeTurn() {
      taken += 1
    },
  }
  const found = await find(index.store, params, turns)
  await buildResponse(found, params, { isAdmin: false }, turns)
  return taken
}

/** Other work waits for at most about 16,000 simple steps. */
const fewest = Math.floor(records / 16_384)

test.each<[string, { plain: Record<string, unknown>; costly: Record<string, unknown> }]>([
  [
    'a phrase',
    {
      plain: { query: 'evening night of december' },
      costly: { query: '"evening night of december"', advancedSyntax: true },
    },
  ],
  [
    'an excluded word',
    { plain: { query: 'absent' }, costly: { query: 'absent -rovers', advancedSyntax: true } },
  ],
  ['words written as one', { plain: { query: 'evening' }, costly: { query: 'eveningnight' } }],
  [
    'typing errors in common words',
    { plain: { query: 'unitde rovesr' }, costly: { query: 'unitde rovesr', typoTolerance: 'strict' } },
  ],
  ['all facets', { plain: {}, costly: { facets: ['*'] } }],
  [
    'sort attributes of its own',
    { plain: { query: 'united' }, costly: { query: 'united', ranking: ['desc(rank)', 'asc(x)'] } },
  ],
  ['a polygon', { plain: {}, costly: { insidePolygon: [[0, 0, 0, 90, 90, 90]] } }],
])('a search with %s lets other work go first', async (_what, { plain, costly }) => {
  // The lists of words are cached.
  await turnsTaken(plain)
  const base = await turnsTaken(plain)
  expect((await turnsTaken(costly)) - base).toBeGreaterThanOrEqual(fewest)
})

test('repeating a phrase or an excluded word costs nothing', async () => {
  const query = '"evening night" -rovers'
  await turnsTaken({ query, advancedSyntax: true })
  const once = await turnsTaken({ query, advancedSyntax: true })
  expect(await turnsTaken({ query: `${query} `.repeat(20), advancedSyntax: true })).toBe(once)
})
