import { expect, test } from 'vitest'
import { readJsonRows } from './json-rows.ts'

test('each entry of the list comes with the line on which it begins', () => {
  const text = '{"name": "A",\n "matches": [\n  {"a": 1},\n  {"a":\n   2}, {"a": 3}\n ],\n "note": "b"}'
  expect(readJsonRows(text, 'matches')).toEqual({
    head: { name: 'A', note: 'b' },
    rows: [
      { line: 3, value: { a: 1 } },
      { line: 4, value: { a: 2 } },
      { line: 5, value: { a: 3 } },
    ],
    bad: [],
  })
})

test('a broken entry costs that entry, with its line, and not the file', () => {
  const text = '{"matches": [\n  {"a": 1},\n  {"a" 2},\n  {"a": "open},\n  {"a": 4}\n]}'
  const { rows, bad } = readJsonRows(text, 'matches')
  expect(rows.map((row) => row.value)).toEqual([{ a: 1 }, { a: 4 }])
  expect(bad.map((remark) => remark.line)).toEqual([3, 4])
  expect(bad[0]?.reason).toContain('not valid JSON')
})

test('brackets and the name of the list inside texts mean nothing', () => {
  const text = String.raw`{"note": "\"matches\": [{", "sub": {"matches": [9]}, "matches": [{"a": "]}\"["}]}`
  expect(readJsonRows(text, 'matches').rows).toEqual([{ line: 1, value: { a: String.raw`]}"[` } }])
})

test('a file that is itself the list needs no name', () => {
  expect(readJsonRows('[\n 1,\n 2\n]', null).rows).toEqual([
    { line: 2, value: 1 },
    { line: 3, value: 2 },
  ])
})

test('the mark with which some editors begin a file is no part of it', () => {
  const { head, rows, bad } = readJsonRows('\uFEFF{"name": "A", "matches": [1]}', 'matches')
  expect({ head, rows, bad }).toEqual({ head: { name: 'A' }, rows: [{ line: 1, value: 1 }], bad: [] })
})

test.each([
  ['', 'matches'],
  ['{"games": []}', 'matches'],
  ['{"matches": {}}', 'matches'],
  ['{"a": 1}', null],
])('a file without its list says so: %s', (text, key) => {
  const { rows, bad } = readJsonRows(text, key)
  expect(rows).toEqual([])
  expect(bad).toHaveLength(1)
  expect(bad[0]).toMatchObject({ line: 1, reason: expect.stringContaining('the file holds no list') })
})

test('a list that is never closed gives what it holds, and says so', () => {
  const { rows, bad } = readJsonRows('{"matches": [\n {"a": 1},\n {"a": 2}', 'matches')
  expect(rows).toHaveLength(2)
  expect(bad.some((remark) => remark.reason.includes('never closed'))).toBe(true)
})
