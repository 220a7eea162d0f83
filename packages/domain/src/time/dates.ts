/**
 * Date formats of spec §9. Most dates are a venue's local time, as 'YYYY-MM-DDTHH:mm' or 'YYYY-MM-DD', and these
 * functions ignore the reader's time zone. `time-zones.ts` converts to instants. Empty or invalid dates give `null`
 * (spec §5).
 */

export type LocalParts = { year: number; month: number; day: number; hour: number; minute: number }

/** Accepts the empty values of forms and responses. */
export type DateText = string | null | undefined

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** Parses a local time, with month 1 to 12 and midnight when the time is missing. `null` when invalid. */
export function parseLocal(text: DateText): LocalParts | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?)?$/.exec(text ?? '')
  if (match === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match
    .slice(1)
    .map((digits) => Number(digits ?? 0))
  const isReal = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  return isReal && hour <= 23 && minute <= 59 ? { year, month, day, hour, minute } : null
}

/** Whether a text is a valid date as 'YYYY-MM-DD'. */
export function isDay(text: string): boolean {
  return text.length === 10 && parseLocal(text) !== null
}

/** 'YYYY-MM-DDTHH:mm', the format of `event_date_local` (product.md §9). */
export function toLocalText({ year, month, day, hour, minute }: LocalParts): string {
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}`
}

/** 'DD-MM-YYYY'. */
export function formatDate(text: DateText): string | null {
  const parts = parseLocal(text)
  return parts && `${pad(parts.day)}-${pad(parts.month)}-${pad(parts.year, 4)}`
}

/**
 * A typed date ('DD-MM-YYYY' or 'YYYY-MM-DD', also with dots, slashes or spaces; 'DDMMYYYY') as 'YYYY-MM-DD'. Phones
 * show a keyboard of digits only.
 */
export function parseTypedDate(text: DateText): string | null {
  const typed = (text ?? '').trim().replace(/^(\d{2})(\d{2})(\d{4})$/, '$1-$2-$3')
  const [first = '', month = '', last = '', ...rest] = typed.split(/[-./ ]+/)
  const isDayFirst = /^\d{1,2}$/.test(first) && /^\d{4}$/.test(last)
  const [year, day] = isDayFirst ? [last, first] : [first, last]
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return rest.length === 0 && parseLocal(iso) ? iso : null
}

/** 'DD MMM YY, HH:mm': '05 Dec 26, 17:30'. */
export function formatDateTime(text: DateText): string | null {
  const parts = parseLocal(text)
  return parts && `${shortDate(parts)}, ${clock(parts)}`
}

/** An instant in UTC, for documents without a local time zone: '05 Dec 26, 17:30 UTC'. */
export function formatInstant(instant: Date): string {
  return `${formatDateTime(instant.toISOString().slice(0, 16))} UTC`
}

export type EventDate = {
  /** Local time at the venue. */
  local: DateText
  /** When false, the time part is T00:00 and meaningless. */
  timeConfirmed: boolean
  /** False while the date may still change. */
  dateConfirmed?: boolean
}

/** 'Sat 05 Dec 26, 17:30'; an unconfirmed time or date is stated in place of the time. */
export function formatEventDate({ local, timeConfirmed, dateConfirmed = true }: EventDate): string | null {
  const parts = parseLocal(local)
  if (parts === null) return null
  const timeText = timeConfirmed ? clock(parts) : 'time to be confirmed'
  return `${weekdayOf(parts)} ${shortDate(parts)}, ${dateConfirmed ? timeText : 'date to be confirmed'}`
}

/** Parts of a date tile: '5', 'Dec', 2026, 'Sat' and '17:30', or `null` when the time is unconfirmed. */
export type DateTile = { day: string; month: string; year: number; weekday: string; time: string | null }

export function dateTile({ local, timeConfirmed, dateConfirmed = true }: EventDate): DateTile | null {
  const parts = parseLocal(local)
  return (
    parts && {
      day: String(parts.day),
      month: monthName(parts),
      year: parts.year,
      weekday: weekdayOf(parts),
      time: timeConfirmed && dateConfirmed ? clock(parts) : null,
    }
  )
}

export type DateFormat = 'YYYY-MM-DD' | 'DD-MM-YYYY'

/** The date-range filter of spec §3. */
export type DateRange = { startDate?: string | null; endDate?: string | null }

/** Unix seconds, both ends inclusive. */
export type UnixRange = { startDate: number; endDate: number }

/**
 * Converts to Unix seconds: start at 00:00:00 UTC, end at 23:59:59 UTC (spec §9). A range with a missing or invalid
 * date is returned as the same object (spec §5).
 */
export function toUnixRange<Range extends DateRange>(
  range: Range,
  format: DateFormat = 'YYYY-MM-DD',
): Range | UnixRange {
  const start = dayStart(range.startDate, format)
  const end = dayStart(range.endDate, format)
  if (start === null || end === null) return range
  return { startDate: start, endDate: end + 86_399 }
}

function dayStart(text: DateText, format: DateFormat): number | null {
  const isoText = format === 'YYYY-MM-DD' ? text : text?.replace(/^(\d{2})-(\d{2})-(\d{4})$/, '$3-$2-$1')
  const parts = isoText?.length === 10 ? parseLocal(isoText) : null
  return parts && utcMilliseconds(parts) / 1000
}

/** Milliseconds of the parts read as UTC. `Date.UTC` would map the years 0 to 99 to 1900 to 1999. */
export function utcMilliseconds({ year, month, day, hour, minute }: LocalParts): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) + (hour * 60 + minute) * 60_000
}

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

function weekdayOf(parts: LocalParts): string {
  return weekdays[new Date(utcMilliseconds(parts)).getUTCDay()] ?? ''
}

function monthName({ month }: LocalParts): string {
  return months[month - 1] ?? ''
}

function shortDate(parts: LocalParts): string {
  return `${pad(parts.day)} ${monthName(parts)} ${pad(parts.year % 100)}`
}

function clock({ hour, minute }: LocalParts): string {
  return `${pad(hour)}:${pad(minute)}`
}

function pad(value: number, length = 2): string {
  return String(value).padStart(length, '0')
}
