import { startOfWeek, parseDate } from '@internationalized/date'

/* Days are 'YYYY-MM-DD' and months 'YYYY-MM', in the local time of each event's venue. */

const dayMs = 86_400_000
/** The highest month that addresses can have. */
const lastMonth = '9999-12'

export const monthOf = (day: string): string => day.slice(0, 7)

const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

export function addDays(day: string, count: number): string {
  return dayOf(Date.parse(day) + count * dayMs)
}

export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const moved = monthOf(new Date(Date.UTC(year, number - 1 + count, 1)).toISOString())
  return /^\d{4}-/.test(moved) ? moved : lastMonth
}

/** The same day of another month, or its last one. */
export function inMonth(day: string, month: string): string {
  const last = Number(addDays(`${addMonths(month, 1)}-01`, -1).slice(8))
  return `${month}-${String(Math.min(Number(day.slice(8)), last)).padStart(2, '0')}`
}

/** The days of each week that has a day of the month, with those of its neighbours. `firstWeekday`: 0 is Sunday. */
export function weeksOf(month: string, firstWeekday: number): string[][] {
  const first = `${month}-01`
  const start = addDays(first, -((weekdayOf(first) - firstWeekday + 7) % 7))
  const weeks: string[][] = []
  for (let day = start; monthOf(day) <= month; day = addDays(day, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(day, index)))
  return weeks
}

/** 0 is Sunday. */
const weekdayOf = (day: string): number => new Date(day).getUTCDay()

/** The weekday on which calendars of this language and region start; 0 is Sunday. */
export function firstWeekdayOf(locale: string): number {
  try {
    return weekdayOf(startOfWeek(parseDate('2027-01-01'), locale).toString())
  } catch {
    // Not a locale.
    return 1
  }
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
const monthFormat = format({ month: 'long', year: 'numeric' })
const dayFormat = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const weekdayFormat = format({ weekday: 'long' })

/** 'March 2027'. */
export const monthTitle = (month: string): string => monthFormat.format(Date.parse(`${month}-01`))

/** 'Sunday 14 March 2027'. */
export const dayTitle = (day: string): string => dayFormat.format(Date.parse(day)).replace(',', '')

/** Names of the weekdays in the order of the calendar. */
export function weekdayNames(firstWeekday: number): string[] {
  // 3 January 2027 is a Sunday.
  return Array.from({ length: 7 }, (_, index) =>
    weekdayFormat.format(Date.parse(addDays('2027-01-03', firstWeekday + index))),
  )
}
