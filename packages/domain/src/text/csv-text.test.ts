import { expect, test } from 'vitest'
import { csvText, readCsvCell } from './csv-text.ts'

const cellOf = (value: string) => csvText([[value]]).slice(1, -2)

test.each(['=1+1', '+44 20 7946 0123', '-2+3', '@SUM(A1)', '\t=1', '\r=1', ';=1', '＝1+1', '＠SUM(A1)'])(
  'the cell %j cannot start a formula',
  (value) => {
    expect(cellOf(value)).toBe(`"'${value}"`)
  },
)

test.each(['-12.50', '+3', '-7', '0', '1200.00'])('the number %s stays a number', (value) => {
  expect(cellOf(value)).toBe(value)
})

test('cells with separators and quotes are quoted', () => {
  expect(['a;b', 'a,b', 'a"b', 'a b'].map(cellOf)).toEqual(['"a;b"', '"a,b"', '"a""b"', 'a b'])
})

test('every cell reads back as it was, also one that starts with an apostrophe', () => {
  const cells = [
    '=1+1',
    "'=1+1",
    "''-x",
    '+44 20 7946 0123',
    '-12.50',
    "'s-Hertogenbosch",
    "O'Neill",
    ';x',
    "'",
    '',
  ]
  expect(cells.map((cell) => readCsvCell(unquoted(cellOf(cell))))).toEqual(cells)
})

const unquoted = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
