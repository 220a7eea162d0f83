import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  dayTitle,
  firstWeekdayOf,
  inMonth,
  monthTitle,
  weekdayNames,
  weeksOf,
} from './month-days.ts'

const numbers = (month: string, firstWeekday: number) =>
  weeksOf(month, firstWeekday).map((week) =>
    week.map((day) => (day.startsWith(month) ? Number(day.slice(8)) : 0)),
  )

test('weeks start on Monday or Sunday and are complete', () => {
  expect(numbers('2027-02', 1)).toEqual([
    [1, 2, 3, 4, 5, 6, 7],
    [8, 9, 10, 11, 12, 13, 14],
    [15, 16, 17, 18, 19, 20, 21],
    [22, 23, 24, 25, 26, 27, 28],
  ])
  const sunday = numbers('2027-02', 0)
  expect(sunday[0]).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(sunday.at(-1)).toEqual([28, 0, 0, 0, 0, 0, 0])
  expect(weeksOf('2027-02', 0)[0]?.[0]).toBe('2027-01-31')
  expect(numbers('2028-02', 1).flat().filter(Boolean)).toHaveLength(29)
  expect(numbers('2027-05', 1)).toHaveLength(6)
})

test.each([
  ['en-GB', 1],
  ['de', 1],
  ['en-US', 0],
  ['pt-BR', 0],
  ['ar-EG', 6],
  ['not a locale', 1],
])('weeks of %s start on weekday %s', (locale, weekday) => {
  expect(firstWeekdayOf(locale)).toBe(weekday)
})

test('moving crosses months and years and keeps within the month', () => {
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2027-01', -13)).toBe('2025-12')
  expect(addMonths('9999-12', 1)).toBe('9999-12')
  expect(inMonth('2027-01-31', '2027-02')).toBe('2027-02-28')
  expect(inMonth('2027-01-05', '2027-02')).toBe('2027-02-05')
})

test('names are those of the site, in the order of the calendar', () => {
  expect(monthTitle('2027-03')).toBe('March 2027')
  expect(dayTitle('2027-03-14')).toBe('Sunday 14 March 2027')
  expect(weekdayNames(1)).toEqual([
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
    'Sunday',
  ])
  expect(weekdayNames(0)[0]).toBe('Sunday')
})
