import { expect, test } from 'vitest'
import { parseDate } from './parse-date.ts'

test.each([
  ['2026-08-21', 'DMY', '2026-08-21'],
  ['20260821', 'YMD', '2026-08-21'],
  ['2026/8/1', 'DMY', '2026-08-01'],
  ['21/08/2026', 'DMY', '2026-08-21'],
  ['21.8.26', 'DMY', '2026-08-21'],
  ['Sa., 21.08.2026', 'DMY', '2026-08-21'],
  ['08/21/2026', 'MDY', '2026-08-21'],
  ['3/4/2026', 'DMY', '2026-04-03'],
  ['3/4/2026', 'MDY', '2026-03-04'],
  ['Tue Sep/16 2025', 'YMD', '2025-09-16'],
  ['16th September 2025', 'YMD', '2025-09-16'],
  ['Sept 16, 2025', 'YMD', '2025-09-16'],
  ['Dienstag, 16. März 2027', 'YMD', '2027-03-16'],
  ['mar 12 de agosto de 2026', 'YMD', '2026-08-12'],
  ['12 août 2026', 'YMD', '2026-08-12'],
])('%s is a date (%s)', (text, order, expected) => {
  expect(parseDate(text, order as 'YMD')).toBe(expected)
})

test.each([
  ['2026-02-30', 'YMD'],
  ['31/04/2026', 'DMY'],
  ['21/08/2026', 'MDY'],
  ['21/08/2026', 'YMD'],
  ['21 Aug', 'YMD'],
  ['1850-01-01', 'YMD'],
  ['next Friday', 'YMD'],
  ['', 'YMD'],
])('%s is not a date (%s)', (text, order) => {
  expect(parseDate(text, order as 'YMD')).toBeNull()
})
