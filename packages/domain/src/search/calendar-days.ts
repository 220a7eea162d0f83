import type { DayRange } from './query-part.ts'

/** Days as 'YYYY-MM-DD', which sort and compare as texts. */

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** From Sunday, as `Date` counts them. */
export const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

const dayMs = 86_400_000

/** The day, or `undefined` when the calendar has no such day. `month` is 1 to 12. */
export function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : undefined
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay()
}

export const yearOf = (day: string): number => Number(day.slice(0, 4))

export function monthRange(year: number, month: number): DayRange {
  const start = dayOf(year, month, 1) ?? ''
  const next = month === 12 ? dayOf(year + 1, 1, 1) : dayOf(year, month + 1, 1)
  return { start, end: addDays(next ?? start, -1) }
}

/** 'Sat 14 Mar 2027', 'March 2027', '14–16 Mar 2027' or '28 Dec 2026 – 3 Jan 2027'. */
export function rangeLabel({ start, end }: DayRange): string {
  if (start === end) return `${weekdayNames[weekdayOf(start)]?.slice(0, 3)} ${dayText(start)}`
  const year = yearOf(start)
  const month = Number(start.slice(5, 7))
  const fullMonth = monthRange(year, month)
  if (fullMonth.start === start && fullMonth.end === end) return `${monthNames[month - 1]} ${year}`
  if (start.slice(5) === '01-01' && end === `${year}-12-31`) return String(year)
  if (start.slice(0, 7) === end.slice(0, 7)) return `${Number(start.slice(8))}–${dayText(end)}`
  return `${dayText(start)} – ${dayText(end)}`
}

function dayText(day: string): string {
  const month = monthNames[Number(day.slice(5, 7)) - 1] ?? ''
  return `${Number(day.slice(8))} ${month.slice(0, 3)} ${day.slice(0, 4)}`
}

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterOf(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 19 * l) / 433)
  const month = Math.floor((h + l - 7 * m + 90) / 25)
  const day = (h + l - 7 * m + 33 * month + 19) % 32
  return dayOf(year, month, day) ?? ''
}
