import { expect, test } from 'vitest'
import { parseFilterList } from './filter-lists.ts'

const facets = (value: unknown) => parseFilterList(value, 'facetFilters')

test('lists within each other alternate between all and any', () => {
  expect(facets(['a:1', ['b:2', ['c:3', 'd:4']]])).toMatchObject({
    kind: 'and',
    parts: [
      { attribute: 'a' },
      { kind: 'or', parts: [{ attribute: 'b' }, { kind: 'and', parts: [{ value: '3' }, { value: '4' }] }] },
    ],
  })
  expect(facets([[], ['a:1', []]])).toMatchObject({ kind: 'and', parts: [{ parts: [{ value: '1' }] }] })
  expect(facets([[[]]])).toBeUndefined()
})

test('empty texts are no conditions', () => {
  expect(facets([''])).toBeUndefined()
  expect(facets(['', ['a:1', '']])).toMatchObject({ kind: 'and', parts: [{ parts: [{ value: '1' }] }] })
  expect(parseFilterList([''], 'numericFilters')).toBeUndefined()
})

test('lists too deep within each other are rejected', () => {
  let nested: unknown = 'a:1'
  for (let depth = 0; depth < 5000; depth += 1) nested = [nested]
  expect(() => facets(nested)).toThrow('Too many lists within each other, at most 10')
})

test.each([
  ['color:"navy blue"', { attribute: 'color', value: 'navy blue', isNegated: false }],
  ["color:'it\\'s'", { value: "it's" }],
  ['color:"-red"', { value: '-red', isNegated: false }],
  ['color:-"navy blue"', { value: 'navy blue', isNegated: true }],
  ['"a:b":c', { attribute: 'a:b', value: 'c' }],
  ['color:-red', { value: 'red', isNegated: true }],
  ['color:\\-red', { value: '-red', isNegated: false }],
  ['color:navy blue', { value: 'navy blue' }],
  ['color:5" wide', { value: '5" wide' }],
  ['color:"navy blue"<score=3>', { value: 'navy blue', score: 3 }],
  ['color:<score=3>', { value: '', score: 3 }],
])('%s is parsed', (text, leaf) => {
  expect(facets([text])).toMatchObject({ kind: 'and', parts: [leaf] })
})
