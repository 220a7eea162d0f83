import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test('a text in the address stays text, also where it looks like a number', () => {
  expect(parseSearch('?q=2026&order=007&flag=true')).toEqual({ q: '2026', order: '007', flag: 'true' })
})

test('a text is written as it is, without quotes, and read back the same', () => {
  for (const q of ['2026', 'true', 'brighton & hove', '"quoted"', 'köln', '100%', 'a+b']) {
    expect(parseSearch(stringifySearch({ q }))).toEqual({ q })
  }
  expect(stringifySearch({ q: '2026' })).toBe('?q=2026')
})

test('a name that stands several times becomes a list, and a list is written that way', () => {
  expect(stringifySearch({ id: ['a', 'b'] })).toBe('?id=a&id=b')
  expect(parseSearch('?id=a&id=b')).toEqual({ id: ['a', 'b'] })
})

test('what is not set leaves no trace', () => {
  expect(stringifySearch({ q: undefined, order: null })).toBe('')
  expect(stringifySearch({ page: 2, q: undefined })).toBe('?page=2')
})
