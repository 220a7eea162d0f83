import { addDays, dayOf, easterOf, monthRange, weekdayOf, yearOf } from './calendar-days.ts'
import {
  monthOf,
  nextYearOf,
  monthPattern,
  weekdayFrom,
  weekdayIndex,
  weekdayPattern,
  type FoundDate,
} from './date-forms.ts'
import type { DayRange } from './query-part.ts'

/** Dates that are named by their distance from today, and holidays. */

interface Form {
  pattern: RegExp
  read: (match: RegExpExecArray, today: string) => DayRange[]
}

const form = (pattern: string, read: Form['read']): Form => ({
  pattern: new RegExp(`^${pattern}(?![\\p{L}\\p{N}])`, 'iu'),
  read,
})
const one = (day: string | undefined): DayRange[] => (day === undefined ? [] : [{ start: day, end: day }])

/** The range of this year, or of the next one once it is over. */
function yearly(rangeIn: (year: number) => DayRange): Form['read'] {
  return (_match, today) => {
    const range = rangeIn(yearOf(today))
    return [range.end >= today ? range : rangeIn(yearOf(today) + 1)]
  }
}

const fixed = (month: number, from: number, to = from) =>
  yearly((year) => ({ start: dayOf(year, month, from) ?? '', end: dayOf(year, month, to) ?? '' }))

const forms: readonly Form[] = [
  form('(?:today|tonight|this evening|tonite)', (_match, today) => one(today)),
  form('(?:tomorrow|tmrw|tmw)(?: night| evening)?', (_match, today) => one(addDays(today, 1))),
  form('(?:this |the )?weekend', (_match, today) => [weekendFrom(today)]),
  form('next weekend', (_match, today) => [weekendFrom(addDays(weekendFrom(today).end, 1))]),
  form('this week', (_match, today) => [{ start: today, end: weekdayFrom(today, 0) }]),
  form('next week', (_match, today) => {
    const start = addDays(weekdayFrom(today, 0), 1)
    return [{ start, end: addDays(start, 6) }]
  }),
  form('this month', (_match, today) => [
    { start: today, end: monthRange(yearOf(today), Number(today.slice(5, 7))).end },
  ]),
  form('next month', (_match, today) => [monthAfter(today)]),
  form(`next ${monthPattern}`, ([text], today) => {
    const month = monthOf(text.slice(5))
    return [monthRange(nextYearOf(month, today), month)]
  }),
  form(String.raw`(?:in the |within )?next (\d{1,3}) (days|weeks|months)`, ([, count, unit], today) => [
    { start: today, end: addDays(today, Math.min(730, Number(count) * daysOf(unit))) },
  ]),
  form(`(?:this|coming|on) (${weekdayPattern})`, ([, name = ''], today) =>
    one(weekdayFrom(today, weekdayIndex(name))),
  ),
  form(`next (${weekdayPattern})`, ([, name = ''], today) => nextWeekday(weekdayIndex(name), today)),
  form('(?:christmas|xmas) eve', fixed(12, 24)),
  form('(?:christmas|xmas) day', fixed(12, 25)),
  form('(?:christmas|xmas)', fixed(12, 24, 26)),
  form('boxing day', fixed(12, 26)),
  form("(?:new year'?s? eve|nye)", fixed(12, 31)),
  form("new year'?s? day", fixed(1, 1)),
  form(
    "new year'?s?",
    yearly((year) => ({ start: dayOf(year, 12, 31) ?? '', end: dayOf(year + 1, 1, 1) ?? '' })),
  ),
  form("valentine'?s?(?: day)?", fixed(2, 14)),
  form('halloween', fixed(10, 31)),
  form(
    'good friday',
    yearly((year) => oneDay(addDays(easterOf(year), -2))),
  ),
  form(
    'easter monday',
    yearly((year) => oneDay(addDays(easterOf(year), 1))),
  ),
  form(
    'easter(?: weekend)?',
    yearly((year) => ({ start: addDays(easterOf(year), -2), end: addDays(easterOf(year), 1) })),
  ),
  form(
    'thanksgiving(?: day)?',
    yearly((year) => oneDay(addDays(weekdayFrom(dayOf(year, 11, 1) ?? '', 4), 21))),
  ),
]

/** The longest relative date or holiday at the beginning of `line`, which is folded. */
export function findRelativeDate(line: string, today: string): FoundDate | undefined {
  let longest: FoundDate | undefined
  for (const { pattern, read } of forms) {
    const match = pattern.exec(line)
    if (!match || match[0].length <= (longest?.length ?? 0)) continue
    longest = { length: match[0].length, ranges: read(match, today) }
  }
  return longest
}

const oneDay = (day: string): DayRange => ({ start: day, end: day })

/** Saturday and Sunday; on a Sunday, that day. */
function weekendFrom(day: string): DayRange {
  const end = weekdayFrom(day, 0)
  return { start: weekdayOf(day) === 0 ? day : addDays(end, -1), end }
}

/** People mean the coming one or the one after it while this week still has such a day. */
function nextWeekday(weekday: number, today: string): DayRange[] {
  const coming = weekdayFrom(addDays(today, 1), weekday)
  const isThisWeek = coming <= weekdayFrom(today, 0)
  return [...one(coming), ...(isThisWeek ? one(addDays(coming, 7)) : [])]
}

function monthAfter(today: string): DayRange {
  const [year, month] = [yearOf(today), Number(today.slice(5, 7))]
  return month === 12 ? monthRange(year + 1, 1) : monthRange(year, month + 1)
}

function daysOf(unit: string | undefined): number {
  if (unit === 'days') return 1
  return unit === 'weeks' ? 7 : 31
}
