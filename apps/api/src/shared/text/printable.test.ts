import { expect, test } from 'vitest'
import { printable } from './printable.ts'

test.each([
  ['line breaks', 'Quay Ltd\r\nBank account none', 'Quay Ltd??Bank account none'],
  ['line separators', 'Quay\u2028Ltd\u2029', 'Quay?Ltd?'],
  ['escape sequences', '\u001B[2K\u009B1AQuay', '?[2K?1AQuay'],
  ['marks of the text direction', 'Quay\u202EdtL', 'Quay?dtL'],
  ['letters of any script', 'Zürich 東京 كرة', 'Zürich 東京 كرة'],
])('one line of a terminal: %s', (_, text, line) => {
  expect(printable(text)).toBe(line)
})
