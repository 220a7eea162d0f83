import {
  assert,
  array,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  record,
  type Arbitrary,
} from 'fast-check'
import { expect, test } from 'vitest'
import { searchNaively, type NaiveRecord } from '../test/naive-search.ts'
import { buildResponse } from './response/build-response.ts'
import { hitsOf } from '../test/hits-of.ts'
import { prepareLists } from './postings/posting-lists.ts'
import { find } from './search.ts'
import { createSearchIndex } from './search-index.ts'
import { tokenize } from './vocabulary/tokenize.ts'
import { createTurns } from './turns.ts'

// Words that share starts, differ by a typo, or form another word together.
const words = [
  'man',
  'chester',
  'manchester',
  'manchester',
  'mane',
  'united',
  'unites',
  'u',
  'a',
  'arsenal',
  'arsenals',
]
const texts = array(constantFrom(...words, 'a', 'a', 'united'), { minLength: 1, maxLength: 4 }).map((list) =>
  list.join(' '),
)

interface Change {
  id: number
  title: string
  notes: string[]
  rank: number
  isRemoved: boolean
}

const changes: Arbitrary<Change[]> = array(
  record({
    id: integer({ min: 0, max: 60 }),
    title: texts,
    notes: array(texts, { maxLength: 2 }),
    rank: integer({ min: 0, max: 5 }),
    isRemoved: integer({ min: 0, max: 9 }).map((number) => number === 0),
  }),
  { minLength: 1, maxLength: 120 },
)

const queries = record({
  query: array(constantFrom(...words, 'arsnal', 'untied', 'manch', 'manunited', 'ar', 'un', 'x'), {
    maxLength: 3,
  }).map((list) => list.join(' ')),
  queryType: constantFrom('prefixAll', 'prefixLast', 'prefixNone'),
  typoTolerance: constantFrom('true', 'min', 'strict'),
  removeWordsIfNoResults: constantFrom('none', 'allOptional', 'lastWords'),
  optionalWords: constantFrom([], ['u'], ['a', 'arsenal']),
  maxRank: integer({ min: 0, max: 6 }),
})

test('pages and counts are those of a search that looks at every record', async () => {
  await assert(
    asyncProperty(
      array(changes, { minLength: 1, maxLength: 3 }),
      array(queries, { minLength: 1, maxLength: 6 }),
      record({
        isSorted: boolean(),
        isNotesLiteral: boolean(),
        isOrdered: boolean(),
        size: integer({ min: 1, max: 7 }),
      }),
      async (rounds, searches, { isSorted, isNotesLiteral, isOrdered, size }) => {
        const index = createSearchIndex(() => new Date(), {
          searchableAttributes: [isOrdered ? 'title' : 'unordered(title)', 'unordered(notes)'],
          customRanking: ['asc(rank)'],
          ...(isNotesLiteral && { disableTypoToleranceOnAttributes: ['notes'] }),
        })
        const records = new Map<string, NaiveRecord>()
        const vocabulary = new Set<string>()
        let arrival = 0
        for (const round of rounds) {
          for (const { id, isRemoved, ...fields } of round) {
            const objectID = String(id)
            if (isRemoved) {
              index.remove(objectID)
              records.delete(objectID)
              continue
            }
            const { slots } = index.store
            index.put({ objectID, ...fields })
            // An unchanged record keeps its place.
            if (index.store.slots > slots) records.set(objectID, { objectID, ...fields, arrival: arrival++ })
            for (const text of [fields.title, ...fields.notes])
              for (const { folded } of tokenize(text)) vocabulary.add(folded)
          }
          if (isSorted) {
            await index.store.order.refresh(index.store.slots)
            await prepareLists(index.store, createTurns(), 3)
          }
          // The same searches again use what the first round has cached.
          for (const { maxRank, ...params } of searches) {
            const expected = searchNaively({
              records: [...records.values()],
              vocabulary,
              query: params.query,
              options: {
                queryType: params.queryType,
                typoLengths: { one: 4, two: 8 },
                allowsTyposInNumbers: true,
                optionalWords: new Set(params.optionalWords),
                removeWordsIfNoResults: params.removeWordsIfNoResults,
              },
              extraTypos: { true: undefined, min: 0, strict: 1 }[params.typoTolerance],
              passes: ({ rank }) => maxRank === 6 || rank <= maxRank,
              isNotesLiteral,
              isOrdered,
            })
            const paged = {
              ...params,
              hitsPerPage: size,
              ...(maxRank < 6 && { filters: `rank<=${maxRank}` }),
            }
            for (const page of [0, 1]) {
              const found = await buildResponse(
                await find(index.store, { ...paged, page }, createTurns()),
                { ...paged, page },
                { isAdmin: false },
                createTurns(),
              )
              const ids = hitsOf(found).map(({ objectID }) => objectID)
              expect(ids).toEqual(expected.slice(page * size, (page + 1) * size))
              expect(found.fields['nbHits']).toBe(expected.length)
            }
          }
        }
      },
    ),
    { numRuns: 150 },
  )
})
