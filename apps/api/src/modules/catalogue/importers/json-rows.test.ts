import { expect, test } from 'vitest'
import { readJsonRows } from './json-rows.ts'

test('every entry of the list carries the line on which it starts', () => {
  const text = '{"name": "A",\n "matches": [\n  {"a": 1},\n  {"a":\n   2}, {"a": 3}\n ],\n "note": "b"}'
  expect(readJsonRows(text, 'matches')).toEqual({
    header: { name: 'A', note: 'b' },
    rows: [
      { line: 3, value: { a: 1 } },
      { line: 4, value: { a: 2 } },
      { line: 5, value: { a: 3 } },
    ],
    bad: [],
  })
})

test('a broken entry is reported with its line, and the others are read', () => {
  const text = '{"matches": [\n  {"a": 1},\n  {"a" 2},\n  {"a": "open},\n  {"a": 4}\n]}'
  const { rows, bad } = readJsonRows(text, 'matches')
  expect(rows.map((row) => row.value)).toEqual([{ a: 1 }, { a: 4 }])
  expect(bad.map((warning) => warning.line)).toEqual([3, 4])
  expect(bad[0]?.reason).toContain('not valid JSON')
})

test('brackets and the list name inside strings are ignored', () => {
  const text = String.raw`{"note": "\"matches\": [{", "sub": {"matches": [9]}, "matches": [{"a": "]}\"["}]}`
  expect(readJsonRows(text, 'matches').rows).toEqual([{ line: 1, value: { a: String.raw`]}"[` } }])
})

test('a file that is itself the list needs no list name', () => {
  expect(readJsonRows('[\n 1,\n 2\n]', null).rows).toEqual([
    { line: 2, value: 1 },
    { line: 3, value: 2 },
  ])
})

test('a byte order mark is ignored', () => {
  const { header, rows, bad } = readJsonRows('\uFEFF{"name": "A", "matches": [1]}', 'matches')
  expect({ header, rows, bad }).toEqual({ header: { name: 'A' }, rows: [{ line: 1, value: 1 }], bad: [] })
})

test.each([
  ['', 'matches'],
  ['{"games": []}', 'matches'],
  ['{"matches": {}}', 'matches'],
  ['{"a": 1}', null],
])('a file without the list is reported: %s', (text, key) => {
  const { rows, bad } = readJsonRows(text, key)
  expect(rows).toEqual([])
  expect(bad).toHaveLength(1)
  expect(bad[0]).toMatchObject({ line: 1, reason: expect.stringContaining('the file has no list') })
})

test.each([
  ['between two entries', '{"matches": [\n {"a": 1},\n {"a": 2}', 3],
  ['within an entry', '{"matches": [\n {"a": 1},\n {"a": 2},\n {"a"', 4],
  ['within a text', '{"matches": [\n {"a": 1},\n {"a": "Man', 3],
])('a file that is cut off %s gives no entries', (_, text, line) => {
  expect(readJsonRows(text, 'matches')).toEqual({
    header: {},
    rows: [],
    bad: [{ line, reason: expect.stringContaining('the file is cut off') }],
  })
})
