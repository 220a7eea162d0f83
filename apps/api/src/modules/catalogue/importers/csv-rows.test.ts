import { csvText } from '@terrace/domain/text/csv-text'
import { expect, test } from 'vitest'
import { readCsvRows } from './csv-rows.ts'

test('rows are keyed by column name, trimmed, and carry their line', () => {
  const text = '\uFEFFclub,city\r\nArsenal FC, London\r\n\r\n"Brighton, Hove","A ""B"""\r\n'
  expect(readCsvRows(text, ['club', 'city'])).toEqual({
    rows: [
      { line: 2, value: { club: 'Arsenal FC', city: 'London' } },
      { line: 4, value: { club: 'Brighton, Hove', city: 'A "B"' } },
    ],
    bad: [],
  })
})

test.each([
  ['semicolons', 'a;b\n1;2,5\n'],
  ['tabs', 'a\tb\n1\t2,5\n'],
  ['old Mac line ends', 'a;b\r1;2,5\r'],
  ['no line end at all', 'a;b\n1;2,5'],
])('a table with %s is read', (_, text) => {
  expect(readCsvRows(text, ['a', 'b'])).toEqual({ rows: [{ line: 2, value: { a: '1', b: '2,5' } }], bad: [] })
})

test('a quoted cell may contain line breaks, and later rows keep their line', () => {
  expect(readCsvRows('a,b\n1,"x\ny"\n2,z\n', ['a'])).toEqual({
    rows: [
      { line: 2, value: { a: '1', b: 'x\ny' } },
      { line: 4, value: { a: '2', b: 'z' } },
    ],
    bad: [],
  })
})

test('a row of the wrong length is a bad row; the others are read', () => {
  expect(readCsvRows('a,b\n1\n3,4,5\n6,7\n', ['a'])).toEqual({
    rows: [{ line: 4, value: { a: '6', b: '7' } }],
    bad: [
      { line: 2, reason: '1 cells, but the header has 2' },
      { line: 3, reason: '3 cells, but the header has 2' },
    ],
  })
})

test.each([
  ['an unclosed quote', 'a,b\n1,2\n3,"4\n5,6\n', 3, 'a quote is unclosed'],
  ['a quote inside a cell', 'a,b\n1,2\n3,"4"x\n', 3, 'a quote is unclosed'],
  ['a last line that is cut off', 'a,b\n1,2\n3', 3, 'the file is cut off'],
  ['a missing column', 'a,b\n1,2\n', 1, 'columns missing: venue, week'],
  ['a repeated column', 'a,venue,week,a\n1,2,3,4\n', 1, 'the column a appears twice'],
])('a file with %s gives no rows', (_, text, line, reason) => {
  const required = reason.startsWith('columns') ? ['a', 'venue', 'week'] : ['a']
  expect(readCsvRows(text, required)).toEqual({
    rows: [],
    bad: [{ line, reason: expect.stringContaining(reason) }],
  })
})

test('cells that our export neutralised read back as they were, and invisible characters are removed', () => {
  const names = ['=SUM Arena', '+44 Club', '-Minus-', "'@Home", "'s-Hertogenbosch", '-12.5']
  const text = csvText([['name'], ...names.map((name) => [name])])
  expect(readCsvRows(text, ['name']).rows.map(({ value }) => value['name'])).toEqual(names)
  expect(readCsvRows('name\nAre\u202Ena\n', ['name']).rows[0]?.value).toEqual({ name: 'Arena' })
})
