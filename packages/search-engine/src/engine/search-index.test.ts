import { expect, test } from 'vitest'
import { buildResponse } from './response/build-response.ts'
import { hitFrom, hitsOf } from '../test/hits-of.ts'
import { find } from './search.ts'
import { createSearchIndex, type SearchIndex } from './search-index.ts'
import { createVocabulary } from './vocabulary/vocabulary.ts'
import { qualityIn } from './postings/match-kinds.ts'
import { kindReader } from './postings/posting-list.ts'
import { isExactQuality } from './postings/term-sources.ts'
import { createTurns } from './turns.ts'

const fill = (index: SearchIndex, count: number, word: string) => {
  for (let id = 0; id < count; id += 1)
    index.put({ objectID: String(id), title: `${word} ${id}`, id, kind: word })
}

async function count(index: SearchIndex, params: Record<string, unknown>): Promise<number> {
  return (await find(index.store, params, createTurns())).matches.count
}

test('a rebuilt index keeps its records and every change made during the rebuild', async () => {
  const index = createSearchIndex(() => new Date())
  fill(index, 3000, 'first')
  fill(index, 3000, 'second')
  expect(index.store.slots).toBe(6000)
  const compacted = index.compact()
  // The rebuild runs in slices; these changes fall between them.
  index.put({ objectID: '0', title: 'changed during rebuild', id: 0 })
  index.put({ objectID: 'new', title: 'added during rebuild', id: 9 })
  index.remove('1')
  await compacted
  expect(index.store.slots).toBeLessThan(6000)
  expect(index.store.size).toBe(3000)
  expect(await count(index, { query: 'during' })).toBe(2)
  expect(await count(index, { query: 'first' })).toBe(0)
  expect(await count(index, { query: 'second' })).toBe(2998)
  expect(index.store.slotOf('1')).toBeUndefined()
})

test('new settings apply once set, and clearing an index during a rebuild leaves it empty', async () => {
  const index = createSearchIndex(() => new Date())
  fill(index, 3000, 'kept')
  expect(await count(index, { filters: 'kind:kept' })).toBe(0)
  await index.changeSettings({ attributesForFaceting: ['kind'] })
  expect(await count(index, { filters: 'kind:kept' })).toBe(3000)
  const changed = index.changeSettings({ searchableAttributes: ['kind'] })
  index.clear()
  index.put({ objectID: 'x', title: 'other', kind: 'last' })
  await changed
  expect(index.store.size).toBe(1)
  expect(await count(index, { query: 'last' })).toBe(1)
  expect(await count(index, { query: 'other' })).toBe(0)
})

test('a cached filter covers records added after it', async () => {
  const index = createSearchIndex(() => new Date())
  fill(index, 10, 'early')
  expect(await count(index, { filters: 'id<5' })).toBe(5)
  index.put({ objectID: '4', title: 'moved', id: 40 })
  index.put({ objectID: 'late', title: 'late', id: 1 })
  expect(await count(index, { filters: 'id<5' })).toBe(5)
  index.remove('late')
  expect(await count(index, { filters: 'id<5' })).toBe(4)
})

test('a filtered-out record does not affect how other records match', async () => {
  const index = createSearchIndex(() => new Date())
  index.put({ objectID: 'in', title: 'man u', id: 0 })
  index.put({ objectID: 'out', title: 'man united', id: 1 })
  expect(await count(index, { query: 'man united', filters: 'id=1' })).toBe(1)
  const { matches } = await find(index.store, { query: 'man u', filters: 'id=0' }, createTurns())
  expect(matches.count).toBe(1)
  const codes = matches.lists.map((list) => list.kinds.codes[kindReader(list)(matches.slots[0] ?? 0)] ?? 0)
  expect(codes.map((code) => isExactQuality(qualityIn(code)))).toEqual([true, true])
})

test.each([
  ['arsenal', 'arsneal', 1],
  ['arsenal', 'arsnal', 1],
  ['arsenal', 'arssenal', 1],
  ['arsenal', 'arsemal', 1],
  ['arsenal', 'brsenal', 2],
  ['arsenal', 'rsenal', 2],
  ['arsenal', 'rasenal', 2],
  ['arsenal', 'asrneal', 2],
  ['arsenal', 'arlanes', undefined],
])('%s and %s differ by %s typos', (term, word, typos) => {
  const vocabulary = createVocabulary()
  for (const other of ['arsenic', 'arena', 'zebra', term, 'aaa']) vocabulary.add(other)
  const candidates = vocabulary.candidatesFor(word, { isPrefix: false, maxTypos: 2 })
  const number = vocabulary.numberOf(term)
  expect(candidates.find((candidate) => candidate.term === number)?.typos).toBe(typos)
})

test('prefixes match with typos, nearest terms first', () => {
  const vocabulary = createVocabulary()
  for (const word of ['manchester', 'manhattan', 'monaco', 'munich']) vocabulary.add(word)
  const candidates = vocabulary.candidatesFor('manhc', { isPrefix: true, maxTypos: 1 })
  expect(candidates.map(({ term, typos }) => [vocabulary.wordOf(term), typos])).toEqual([
    ['manchester', 1],
    ['manhattan', 1],
  ])
  const exact = vocabulary.candidatesFor('manch', { isPrefix: true, maxTypos: 1 })
  expect(exact[0]).toMatchObject({ typos: 0 })
  expect(vocabulary.wordOf(exact[0]?.term ?? 0)).toBe('manchester')
})

test('a repeated query finds new records and no removed ones', async () => {
  const index = createSearchIndex(() => new Date())
  fill(index, 40, 'evening')
  const typed = { query: 'even', queryType: 'prefixAll' }
  expect(await count(index, typed)).toBe(40)
  // Known words only.
  for (let id = 100; id < 160; id += 1) index.put({ objectID: String(id), title: 'evening 7', id })
  expect(await count(index, typed)).toBe(100)
  index.remove('3')
  index.put({ objectID: '4', title: '4', id: 4 })
  expect(await count(index, typed)).toBe(98)
  // A new word that the prefix matches.
  index.put({ objectID: 'new', title: 'evensong', id: 999 })
  expect(await count(index, typed)).toBe(99)
  expect(await count(index, { query: 'even 7', queryType: 'prefixAll' })).toBe(61)
})

test('adjacent query words also match as one word, and each record once', async () => {
  const index = createSearchIndex(() => new Date())
  for (const [id, title] of ['manu', 'man united', 'manu man u', 'woman'].entries())
    index.put({ objectID: String(id), title })
  const { matches } = await find(index.store, { query: 'man u', queryType: 'prefixAll' }, createTurns())
  expect([...matches.slots]).toEqual([0, 1, 2])
})

test('a page that is being read stays the same while other searches run and records change', async () => {
  const index = createSearchIndex(() => new Date())
  fill(index, 5, 'first')
  index.put({ objectID: 'other', title: 'other word' })
  const page = async (query: string) => {
    const params = { query, getRankingInfo: true }
    const found = await find(index.store, params, createTurns())
    return buildResponse(found, params, { isAdmin: false }, createTurns())
  }
  const before = hitsOf(await page('first'))
  const read = []
  for (const write of (await page('first')).hits) {
    read.push(hitFrom(write))
    expect((await page('other word')).hits).toHaveLength(1)
    index.remove('4')
  }
  expect(read).toEqual(before)
})
