import { addDays, dayOf, monthNames, monthRange, weekdayNames, weekdayOf, yearOf } from './calendar-days.ts'
import type { DateOrder } from './date-order.ts'
import type { DayRange } from './query-part.ts'

/** Dates that name a day or a month. Without a year, they mean the next one from today on. */

export interface DateContext {
  today: string
  order: DateOrder | undefined
}

/** A date at the beginning of a text: its length and what it can mean. */
export interface FoundDate {
  length: number
  ranges: DayRange[]
  /** The week day, if it is of none of the ranges. */
  unused?: string | undefined
}

/** Further years are numbers of another kind. */
const maxYearsAhead = 5
const maxYearsBack = 1

export const monthPattern = `(?:${monthNames
  .map((name) => (name.length === 3 ? name : `${name.slice(0, 3)}(?:${name.slice(3)})?`))
  .join('|')
  .replace('Sep(?:tember)?', 'Sept?(?:ember)?')})`
export const weekdayPattern =
  '(?:mon(?:day)?|tue(?:s|sday)?|wed(?:s|nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)'

const day = String.raw`(\d{1,2})(?:st|nd|rd|th)?`
const year = String.raw`(?:,? ?'?(\d{4}|\d{2}))?`
const weekday = `(?:(${weekdayPattern}),? )?`
const month = `(${monthPattern})\\.?`
const pattern = (text: string) => new RegExp(`^(?:on |in )?${weekday}${text}(?![\\p{L}\\p{N}])`, 'iu')

const isoForm = pattern(String.raw`(\d{4})([-/.])(\d{1,2})\3(\d{1,2})`)
const yearLastForm = pattern(String.raw`(\d{1,2})([-/.])(\d{1,2})\3(\d{4}|\d{2})`)
const shortForm = pattern(String.raw`(\d{1,2})([/.])(\d{1,2})(?![/.]\d)`)
const dayMonthForm = pattern(`(?:the )?${day}(?: ?of)? ?-?${month}-?${year}`)
// A number before tickets is how many; one right after the day belongs to it.
const monthDayForm = pattern(
  `${month} ?${day}(?! (?:x|tickets?|tix|seats?)\\b)(?:(?:, ?| )'?(\\d{4}|\\d{2}))?`,
)
const monthForm = pattern(`${month}(?: (\\d{4}))?`)
const dayRangeForm = pattern(`${day} ?(?:-|–|to|until) ?${day} ?${month}${year}`)

/** The longest date form at the beginning of `line`, which is folded. */
export function findDate(line: string, context: DateContext): FoundDate | undefined {
  const found = [
    readIso(line, context),
    readYearLast(line, context),
    readShort(line, context),
    readDayRange(line, context),
    readDayMonth(line, context),
    readMonthDay(line, context),
    readMonth(line, context),
  ].filter((each) => each !== undefined && each.ranges.length > 0)
  return found.reduce<FoundDate | undefined>(
    (longest, each) => (each && each.length > (longest?.length ?? 0) ? each : longest),
    undefined,
  )
}

function readIso(line: string, context: DateContext): FoundDate | undefined {
  const match = isoForm.exec(line)
  if (!match) return undefined
  const [, named, y, , m, d] = match
  return daysIn(match[0], [exactDay(Number(y), Number(m), Number(d), context)], named)
}

/** 14/3/27 or 14.03.2027: both orders, unless the locale or the calendar decides. */
function readYearLast(line: string, context: DateContext): FoundDate | undefined {
  const match = yearLastForm.exec(line)
  if (!match) return undefined
  const [, named, first, , second, y] = match
  const days = inBothOrders(Number(first), Number(second), context.order, (d, m) =>
    exactDay(fullYear(y ?? ''), m, d, context),
  )
  return daysIn(match[0], days, named)
}

function readShort(line: string, context: DateContext): FoundDate | undefined {
  const match = shortForm.exec(line)
  if (!match) return undefined
  const [, named, first, , second] = match
  const days = inBothOrders(Number(first), Number(second), context.order, (d, m) =>
    // The week day tells the order, or the year where the order is known.
    nextDay(m, d, context, context.order && named),
  )
  return daysIn(match[0], days, named)
}

function readDayMonth(line: string, context: DateContext): FoundDate | undefined {
  const match = dayMonthForm.exec(line)
  if (!match) return undefined
  const [, named, d, m, y] = match
  return inYear(match[0], { named, month: m, day: d, year: y }, context)
}

function readMonthDay(line: string, context: DateContext): FoundDate | undefined {
  const match = monthDayForm.exec(line)
  if (!match) return undefined
  const [, named, m, d, y] = match
  return inYear(match[0], { named, month: m, day: d, year: y }, context)
}

/** 14-16 mar. */
function readDayRange(line: string, context: DateContext): FoundDate | undefined {
  const match = dayRangeForm.exec(line)
  if (!match) return undefined
  const [typed, named, first, last, m, y] = match
  const month = monthOf(m)
  const end =
    y === undefined
      ? nextDay(month, Number(last), context)
      : exactDay(fullYear(y), month, Number(last), context)
  const start = end && dayOf(yearOf(end), month, Number(first))
  if (!end || !start || start > end) return undefined
  return { length: typed.length, ranges: [{ start, end }], unused: isOn(start, named) ? undefined : named }
}

function readMonth(line: string, { today }: DateContext): FoundDate | undefined {
  const match = monthForm.exec(line)
  if (!match || match[1] !== undefined) return undefined
  const [typed, , m, y] = match
  const month = monthOf(m)
  const year = y === undefined ? nextYearOf(month, today) : Number(y)
  if (!isNear(year, today)) return undefined
  return { length: typed.length, ranges: [monthRange(year, month)] }
}

interface DayParts {
  named: string | undefined
  month: string | undefined
  day: string | undefined
  year: string | undefined
}

function inYear(typed: string, parts: DayParts, context: DateContext): FoundDate | undefined {
  const month = monthOf(parts.month)
  const day = Number(parts.day)
  const year = parts.year === undefined ? undefined : fullYear(parts.year)
  if (year !== undefined && isNear(year, context.today))
    return daysIn(typed, [exactDay(year, month, day, context)], parts.named)
  // A number that is no year, such as a quantity, does not belong to the date.
  const dated = year === undefined ? typed : typed.replace(/[-, ]*'?\d+$/, '')
  return daysIn(dated, [nextDay(month, day, context, parts.named)], parts.named)
}

/** Both orders of an ambiguous date; a day of the named week day wins. */
function daysIn(typed: string, days: readonly (string | undefined)[], named: string | undefined): FoundDate {
  const real = [...new Set(days)].filter((each) => each !== undefined)
  const onWeekday = real.filter((each) => isOn(each, named))
  const meant = onWeekday.length > 0 ? onWeekday : real
  return {
    length: typed.length,
    ranges: meant.map((each) => ({ start: each, end: each })),
    unused: onWeekday.length > 0 ? undefined : named,
  }
}

const isOn = (day: string, named: string | undefined): boolean =>
  named === undefined || weekdayOf(day) === weekdayIndex(named)

function inBothOrders(
  first: number,
  second: number,
  order: DateOrder | undefined,
  read: (day: number, month: number) => string | undefined,
): (string | undefined)[] {
  const dayFirst = read(first, second)
  const monthFirst = read(second, first)
  if (order === undefined) return [dayFirst, monthFirst]
  const [meant, other] = order === 'day-month' ? [dayFirst, monthFirst] : [monthFirst, dayFirst]
  return [meant ?? other]
}

/** The next such day from today on; of a named week day where one of the next years has it. */
function nextDay(month: number, day: number, { today }: DateContext, named?: string): string | undefined {
  const years = Array.from({ length: maxYearsAhead }, (_, index) => yearOf(today) + index)
  const days = years.flatMap((year) => dayOf(year, month, day) ?? []).filter((each) => each >= today)
  const wanted = named === undefined ? undefined : weekdayIndex(named)
  // Beyond next year, the week day is a slip rather than a hint.
  return days.slice(0, 2).find((each) => weekdayOf(each) === wanted) ?? days[0]
}

function exactDay(year: number, month: number, day: number, { today }: DateContext): string | undefined {
  return isNear(year, today) ? dayOf(year, month, day) : undefined
}

function isNear(year: number, today: string): boolean {
  const current = yearOf(today)
  return year >= current - maxYearsBack && year <= current + maxYearsAhead
}

export function nextYearOf(month: number, today: string): number {
  return yearOf(today) + (month < Number(today.slice(5, 7)) ? 1 : 0)
}

export function monthOf(text = ''): number {
  const start = text.slice(0, 3).toLowerCase()
  return monthNames.findIndex((name) => name.toLowerCase().startsWith(start)) + 1
}

export function weekdayIndex(text: string): number {
  const start = text.slice(0, 3).toLowerCase()
  return weekdayNames.findIndex((name) => name.toLowerCase().startsWith(start))
}

/** The first such week day from `from` on. */
export function weekdayFrom(from: string, weekday: number): string {
  return addDays(from, (weekday - weekdayOf(from) + 7) % 7)
}

const fullYear = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text))
