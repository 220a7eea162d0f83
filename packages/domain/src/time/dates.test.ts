import { expect, test } from 'vitest'
import {
  dateTile,
  formatDate,
  formatDateTime,
  formatInstant,
  formatEventDate,
  parseLocal,
  parseTypedDate,
  toLocalText,
  toUnixRange,
} from './dates.ts'

test.each([
  ['2026-12-05', '05-12-2026'],
  ['2026-12-05T17:30', '05-12-2026'],
  ['2028-02-29T00:00:00', '29-02-2028'],
])('[DATE-04] %s is shown as %s', (text, shown) => {
  expect(formatDate(text)).toBe(shown)
})

test.each([
  ['05-12-2026', '2026-12-05'],
  [' 5-12-2026 ', '2026-12-05'],
  ['5.12.2026', '2026-12-05'],
  ['05/12/2026', '2026-12-05'],
  ['5 12 2026', '2026-12-05'],
  ['2026-12-05', '2026-12-05'],
  ['2026-12-5', '2026-12-05'],
  ['29-02-2028', '2028-02-29'],
  ['05122026', '2026-12-05'],
])('[DATE-04] "%s" is parsed as %s', (typed, day) => {
  expect(parseTypedDate(typed)).toBe(day)
})

test.each([
  '',
  null,
  undefined,
  '05-12',
  '05-12-26',
  '31-04-2026',
  '12-31-2026',
  '5 Dec 2026',
  '05-12-2026-1',
  '20261205',
  '5122026',
  'x',
])('[DATE-02] %j is not a date', (typed) => {
  expect(parseTypedDate(typed)).toBeNull()
})

test.each([
  ['2026-12-05T17:30', '05 Dec 26, 17:30'],
  ['2026-01-09T08:05:59', '09 Jan 26, 08:05'],
  ['2009-07-31 23:59', '31 Jul 09, 23:59'],
  ['2026-12-05', '05 Dec 26, 00:00'],
])('[DATE-05] %s is shown as "%s" in the second format', (text, shown) => {
  expect(formatDateTime(text)).toBe(shown)
})

test.each([
  '',
  null,
  undefined,
  'tomorrow',
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-04-31',
  '2026-05-05T24:00',
  '0000-01-01',
])('[DATE-02] %s gives null in every helper', (text) => {
  expect(parseLocal(text)).toBeNull()
  expect(formatDate(text)).toBeNull()
  expect(formatDateTime(text)).toBeNull()
  expect(formatEventDate({ local: text, timeConfirmed: true })).toBeNull()
  expect(dateTile({ local: text, timeConfirmed: true })).toBeNull()
})

test('a local time is formatted as it was parsed', () => {
  const parts = parseLocal('2026-03-07T09:05')
  expect(parts).toEqual({ year: 2026, month: 3, day: 7, hour: 9, minute: 5 })
  expect(parts && toLocalText(parts)).toBe('2026-03-07T09:05')
})

test.each([
  [{ local: '2026-12-05T17:30', timeConfirmed: true }, 'Sat 05 Dec 26, 17:30'],
  [{ local: '2026-12-05T00:00', timeConfirmed: false }, 'Sat 05 Dec 26, time to be confirmed'],
  [
    { local: '2026-12-05T17:30', timeConfirmed: true, dateConfirmed: false },
    'Sat 05 Dec 26, date to be confirmed',
  ],
])('[X-CAT-07] %o is shown as "%s" in any time zone', (event, shown) => {
  expect(formatEventDate(event)).toBe(shown)
})

test("[X-CAT-07] a date tile shows the venue's local time", () => {
  const tile = { day: '5', month: 'Dec', year: 2026, weekday: 'Sat' }
  expect(dateTile({ local: '2026-12-05T17:30', timeConfirmed: true })).toEqual({ ...tile, time: '17:30' })
  expect(dateTile({ local: '2026-12-05T00:00', timeConfirmed: false })).toEqual({ ...tile, time: null })
})

test('an instant is shown in UTC', () => {
  expect(formatInstant(new Date('2026-12-05T18:30:59+01:00'))).toBe('05 Dec 26, 17:30 UTC')
})

test('[DATE-06] [DATE-07] [DATE-08] a date range covers its first to last second in UTC', () => {
  const range = toUnixRange({ startDate: '2026-12-05', endDate: '2026-12-06' })
  expect(range).toEqual({
    startDate: Date.parse('2026-12-05T00:00:00Z') / 1000,
    endDate: Date.parse('2026-12-06T23:59:59Z') / 1000,
  })
})

test('[DATE-07] [DATE-08] a date range can use the display format', () => {
  expect(toUnixRange({ startDate: '05-12-2026', endDate: '05-12-2026' }, 'DD-MM-YYYY')).toEqual({
    startDate: Date.parse('2026-12-05T00:00:00Z') / 1000,
    endDate: Date.parse('2026-12-05T23:59:59Z') / 1000,
  })
})

test.each([
  {},
  { startDate: '2026-12-05' },
  { endDate: '2026-12-05' },
  { startDate: '', endDate: '2026-12-05' },
  { startDate: '2026-12-05', endDate: null },
  { startDate: '2026-12-05', endDate: '2026-02-30' },
  { startDate: '05-12-2026', endDate: '06-12-2026' },
])('[DATE-03] the range %o is returned unchanged', (range) => {
  expect(toUnixRange(range)).toBe(range)
})
