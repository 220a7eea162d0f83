import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTabSeparated, toTabSeparated } from './tab-separated.ts'

test('cells of a spreadsheet keep their line breaks, tabs and quotes', () => {
  const text = '£95.00\t"two\nlines"\t"with ""quotes"""\r\n96\t\tlast\r\n'
  expect(parseTabSeparated(text)).toEqual([
    ['£95.00', 'two\nlines', 'with "quotes"'],
    ['96', '', 'last'],
  ])
})

test('copied cells are read back as they were', () => {
  const cell = fc.string().map((text) => text.replaceAll('\r', '').trim())
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
      (rows) => {
        expect(parseTabSeparated(toTabSeparated(rows))).toEqual(rows)
      },
    ),
  )
})
