import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test('a parameter stays text even if it looks like a number', () => {
  expect(parseSearch('?q=2026&order=007&flag=true')).toEqual({ q: '2026', order: '007', flag: 'true' })
})

test('text is written without quotes and read back unchanged', () => {
  for (const q of ['2026', 'true', 'brighton & hove', '"quoted"', 'köln', '100%', 'a+b']) {
    expect(parseSearch(stringifySearch({ q }))).toEqual({ q })
  }
  expect(stringifySearch({ q: '2026' })).toBe('?q=2026')
})

test('a repeated parameter is a list and back', () => {
  expect(stringifySearch({ id: ['a', 'b'] })).toBe('?id=a&id=b')
  expect(parseSearch('?id=a&id=b')).toEqual({ id: ['a', 'b'] })
})

test('unset parameters are omitted', () => {
  expect(stringifySearch({ q: undefined, order: null })).toBe('')
  expect(stringifySearch({ page: 2, q: undefined })).toBe('?page=2')
})
