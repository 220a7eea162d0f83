// @ts-expect-error -- the package brings no types
import OfficialParser from 'algolia-filters-js-syntax-validator'
import { expect, test } from 'vitest'
import { FilterError } from './filter.ts'
import { parseFilter } from './parse-filter.ts'

function messageOf(text: string): string {
  try {
    parseFilter(text)
    return ''
  } catch (error) {
    if (error instanceof FilterError) return error.message
    throw error
  }
}

/** The message of Algolia's official parser, which has no types. */
function officialMessageOf(text: string): string {
  const Parser = OfficialParser as unknown as new () => { parse(text: string): { errorMessage: string } }
  return new Parser().parse(text).errorMessage
}

const day = 1_763_596_800

test('filters combine comparisons with AND and OR', () => {
  expect(parseFilter(`id=123 AND starts_at>=${day} AND (venue_id=1 OR venue_id=2)`)).toMatchObject({
    kind: 'and',
    parts: [
      { kind: 'number', attribute: 'id', comparison: '=', value: 123 },
      { kind: 'number', attribute: 'starts_at', comparison: '>=', value: day },
      { kind: 'or', parts: [{ value: 1 }, { value: 2 }] },
    ],
  })
  expect(parseFilter(`starts_at>=${day} AND in_stock=1`)).toMatchObject({ kind: 'and' })
})

test('OR binds tighter than AND, and NOT negates one condition', () => {
  expect(parseFilter('a:b AND c:d OR NOT c:e')).toMatchObject({
    kind: 'and',
    parts: [
      { kind: 'facet', attribute: 'a', value: 'b', isNegated: false },
      { kind: 'or', parts: [{ value: 'd' }, { value: 'e', isNegated: true }] },
    ],
  })
})

test('ranges, tags, scores and quotes are parsed', () => {
  expect(parseFilter('n:-2 TO 3.5')).toMatchObject({ kind: 'range', low: -2, high: 3.5 })
  expect(parseFilter('_tags:new')).toMatchObject({ kind: 'tag', value: 'new' })
  expect(parseFilter('new')).toMatchObject({ kind: 'tag', value: 'new' })
  expect(parseFilter('a:b<score=3>')).toMatchObject({ kind: 'facet', score: 3 })
  expect(parseFilter(String.raw`"a b":'it\'s (AND) <fine>'`)).toMatchObject({
    attribute: 'a b',
    value: "it's (AND) <fine>",
  })
  expect(parseFilter('')).toBeUndefined()
})

test.each([
  ['NOT (a:b OR c:d)', "Unexpected token '(' expected filter at col 4"],
  ['a:b and c:d', 'Unexpected token string(and) expected end of filter at col 4'],
  ['exchanges=', 'Unexpected token end of filter expected numeric at col 10'],
  ['starts_at >= "2026-11-20"', 'Unexpected token string(2026-11-20) expected numeric at col 13'],
  ['(a:b AND c:d) OR e:f', 'filter (X AND Y) OR Z is not allowed, only (X OR Y) AND Z is allowed'],
])('%s fails with the same message as Algolia', (text, message) => {
  expect(messageOf(text)).toBe(message)
})

const texts = [
  'a:b',
  'a=1',
  'a = 1',
  'a>=1',
  'a<1',
  'a!=-1.5',
  'a:1 TO 2',
  'a:1 TO b',
  'a',
  '(a)',
  '((a:b OR c:d))',
  '(A AND B)',
  '(A AND B) AND (C OR D)',
  'a AND (b AND (c AND d))',
  'a:b OR (c:d AND e:f)',
  '((a:b AND c:d) AND (e:f OR g:h))',
  'exchanges=1 OR in_stock:true',
  'a:b OR c=1',
  'a OR b:c',
  ' ',
  '   a:b  ',
  '()',
  '(',
  ')',
  'a:b)',
  '(a:b',
  'a:',
  ':b',
  '=1',
  'a==1',
  'a=1=2',
  'a AND',
  'AND a',
  'OR',
  'NOT',
  'NOT NOT a',
  'a NOT b',
  'a OR',
  'a b',
  'a:"b c"',
  "a:'b'",
  '"a":b',
  'a:""',
  'a:"b',
  'a>',
  'a<>b',
  'a:<b',
  'a:b:c',
  'a=b',
  'a=1 AND b=2 OR b=3',
  'a=1 OR b=2 AND c=3 OR d=4',
  'a:b AND NOT c:d',
  'NOT a=1',
  'NOT a:0 TO 9',
  '_tags:x OR y',
  'a:b OR _tags:c',
  'TO',
  'a TO b',
  'a:1 TO',
  '1=1',
  '-1',
  '(a:b OR c:d) AND (e=1 OR f=2)',
  "x:1') OR ('1'='1",
  'a:b; drop table events',
  'a:b--',
  'é:ü',
  '東京:大阪',
  'a=1e5',
  'a=1.2.3',
  'a:b,c:d',
  '(a:b OR c=1)',
  '(a=1 OR b=2) OR c:d',
  'a OR (b OR c)',
  '(a OR b) OR c=1',
]

test.each(texts)('%j is accepted or rejected like the official parser', (text) => {
  expect(messageOf(text)).toBe(officialMessageOf(text))
})

test('deep brackets and long lists are rejected', () => {
  expect(messageOf(`${'('.repeat(20_000)}a${')'.repeat(20_000)}`)).toMatch(/Too many brackets/)
  expect(messageOf(Array.from({ length: 20_000 }, (_, id) => `id=${id}`).join(' OR '))).toMatch(/Too many/)
  expect(messageOf('"'.repeat(9_999))).not.toBe('')
})
