import { expect, test } from 'vitest'
import { find } from './search.ts'
import { createSearchIndex, type SearchIndex } from './search-index.ts'
import { createVocabulary } from './vocabulary.ts'
import { qualityIn } from './word-lists.ts'
import { isExactQuality } from './word-sources.ts'

const fill = (index: SearchIndex, count: number, word: string) => {
  for (let id = 0; id < count; id += 1)
    index.put({ objectID: String(id), title: `${word} ${id}`, id, kind: word })
}

function count(index: SearchIndex, params: Record<string, unknown>): number {
  return find(index.store, params).matches.count
}

test('an index that is made anew holds what it held, and every change that came meanwhile', async () => {
  const index = createSearchIndex(() => new Date())
  fill(index, 3000, 'first')
  fill(index, 3000, 'second')
  expect(index.store.slots).toBe(6000)
  const tidied = index.tidy()
  // The index is being made anew in slices; these fall between them.
  index.put({ objectID: '0', title: 'changed meanwhile', id: 0 })
  index.put({ objectID: 'new', title: 'added meanwhile', id: 9 })
  index.remove('1')
  await tidied
  expect(index.store.slots).toBeLessThan(6000)
  expect(index.store.size).toBe(3000)
  expect(count(index, { query: 'meanwhile' })).toBe(2)
  expect(count(index, { query: 'first' })).toBe(0)
  expect(count(index, { query: 'second' })).toBe(2998)
  expect(index.store.slotOf('1')).toBeUndefined()
})

test('other settings hold once they are set, and an index that is cleared meanwhile stays empty', async () => {
  const index = createSearchIndex(() => new Date())
  fill(index, 3000, 'kept')
  expect(count(index, { filters: 'kind:kept' })).toBe(0)
  await index.changeSettings({ attributesForFaceting: ['kind'] })
  expect(count(index, { filters: 'kind:kept' })).toBe(3000)
  const changed = index.changeSettings({ searchableAttributes: ['kind'] })
  index.clear()
  index.put({ objectID: 'x', title: 'other', kind: 'last' })
  await changed
  expect(index.store.size).toBe(1)
  expect(count(index, { query: 'last' })).toBe(1)
  expect(count(index, { query: 'other' })).toBe(0)
})

test('a filter that was asked before knows the records that came since', () => {
  const index = createSearchIndex(() => new Date())
  fill(index, 10, 'early')
  expect(count(index, { filters: 'id<5' })).toBe(5)
  index.put({ objectID: '4', title: 'moved', id: 40 })
  index.put({ objectID: 'late', title: 'late', id: 1 })
  expect(count(index, { filters: 'id<5' })).toBe(5)
  index.remove('late')
  expect(count(index, { filters: 'id<5' })).toBe(4)
})

test('a record that a filter keeps out changes nothing about how another has the words', () => {
  const index = createSearchIndex(() => new Date())
  index.put({ objectID: 'in', title: 'man u', id: 0 })
  index.put({ objectID: 'out', title: 'man united', id: 1 })
  expect(count(index, { query: 'man united', filters: 'id=1' })).toBe(1)
  const { matches } = find(index.store, { query: 'man u', filters: 'id=0' })
  expect(matches.count).toBe(1)
  expect(matches.codes.slice(0, 2).map((table) => isExactQuality(qualityIn(table[0] ?? 0)))).toEqual([
    true,
    true,
  ])
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
])('from %s to %s it is %s typos', (term, word, typos) => {
  const vocabulary = createVocabulary()
  for (const other of ['arsenic', 'arena', 'zebra', term, 'aaa']) vocabulary.add(other)
  const readings = vocabulary.readingsOf(word, { isPrefix: false, maxTypos: 2 })
  const number = vocabulary.numberOf(term)
  expect(readings.find((reading) => reading.term === number)?.typos).toBe(typos)
})

test('the beginning of a word is met with typos too, and the nearest reading comes first', () => {
  const vocabulary = createVocabulary()
  for (const word of ['manchester', 'manhattan', 'monaco', 'munich']) vocabulary.add(word)
  const read = vocabulary.readingsOf('manhc', { isPrefix: true, maxTypos: 1 })
  expect(read.map(({ term, typos }) => [vocabulary.wordOf(term), typos])).toEqual([
    ['manchester', 1],
    ['manhattan', 1],
  ])
  const exact = vocabulary.readingsOf('manch', { isPrefix: true, maxTypos: 1 })
  expect(exact[0]).toMatchObject({ typos: 0 })
  expect(vocabulary.wordOf(exact[0]?.term ?? 0)).toBe('manchester')
})

test('a word that was searched for before is found in what came, and no more in what went', () => {
  const index = createSearchIndex(() => new Date())
  fill(index, 40, 'evening')
  const typed = { query: 'even', queryType: 'prefixAll' }
  expect(count(index, typed)).toBe(40)
  // Of words that are known.
  for (let id = 100; id < 160; id += 1) index.put({ objectID: String(id), title: 'evening 7', id })
  expect(count(index, typed)).toBe(100)
  index.remove('3')
  index.put({ objectID: '4', title: '4', id: 4 })
  expect(count(index, typed)).toBe(98)
  // Another reading of what was typed.
  index.put({ objectID: 'new', title: 'evensong', id: 999 })
  expect(count(index, typed)).toBe(99)
  expect(count(index, { query: 'even 7', queryType: 'prefixAll' })).toBe(61)
})

test('two words that are found as one are found apart as well, each record once', () => {
  const index = createSearchIndex(() => new Date())
  for (const [id, title] of ['manu', 'man united', 'manu man u', 'woman'].entries())
    index.put({ objectID: String(id), title })
  const { matches } = find(index.store, { query: 'man u', queryType: 'prefixAll' })
  expect(Array.from(matches.slots.subarray(0, matches.count))).toEqual([0, 1, 2])
})
