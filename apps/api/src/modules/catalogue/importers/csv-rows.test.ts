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

test('a row of the wrong length and an unpaired quote are bad rows; the others are read', () => {
  const { rows, bad } = readCsvRows('a,b\n1\n2,"x\n3,4\n', ['a'])
  expect(rows).toEqual([{ line: 4, value: { a: '3', b: '4' } }])
  expect(bad.map((warning) => warning.line)).toEqual([2, 3])
  expect(bad[0]?.reason).toBe('1 cells, but the header has 2')
})

test('a table without a required column is rejected by name', () => {
  expect(readCsvRows('a,b\n1,2\n', ['a', 'venue', 'week'])).toEqual({
    rows: [],
    bad: [{ line: 1, reason: 'columns missing: venue, week' }],
  })
})
