export type DateOrder = 'mdy' | 'dmy' | 'ymd'

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/

/**
 * A day as YYYY-MM-DD. A year in front decides the order by itself, so dates of two forms may stand in one row;
 * otherwise the profile does. `undefined` unless it is a day.
 */
export function parseDay(text: string, order: DateOrder): string | undefined {
  const iso = yearFirst.exec(text)
  if (iso) return dayOf(iso[1], iso[2], iso[3])
  const [, first, second, year] = yearLast.exec(text) ?? []
  if (order === 'ymd') return undefined
  return order === 'mdy' ? dayOf(year, first, second) : dayOf(year, second, first)
}

function dayOf(year = '', month = '', day = ''): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const parsed = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text) ? text : undefined
}

/** `null`: to be announced. */
export type ParsedTime = { time: string | null } | undefined

/** A time of day as HH:MM; `undefined` unless it is one. `unknown` lists times that mean "to be announced". */
export function parseTime(text: string, unknown: readonly string[] = []): ParsedTime {
  if (/^(?:|tb[acd]|to be announced|n\/?a)$/i.test(text)) return { time: null }
  // Spreadsheets write a time as a time of their first day.
  const plain = text.replace(/^(?:1899-12-30|1900-01-0[01])[ T]/, '')
  const match = /^(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s*([ap])?\.?m?\.?$/i.exec(plain)
  const [, hourText, minute = '', half] = match ?? []
  if (hourText === undefined) return undefined
  const hour = hourOf(Number(hourText), half?.toLowerCase())
  if (hour === undefined || Number(minute) > 59) return undefined
  const time = `${String(hour).padStart(2, '0')}:${minute}`
  const isUnknown = unknown.some((one) => parsedEquals(one, time))
  return { time: isUnknown ? null : time }
}

function parsedEquals(text: string, time: string): boolean {
  const parsed = parseTime(text)
  return parsed !== undefined && parsed.time === time
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 23 ? hour : undefined
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

/** No date is longer; the pattern below would take long for an endless row of spaces. */
const maxLength = 100

/** Day and time of a cell that has both, such as 2027-03-07T20:00:00. */
export function splitDayAndTime(text: string): { day: string; time: string } {
  if (text.length > maxLength) return { day: text, time: '' }
  const [, day, time] = /^(\S+?)(?:[T ]+(\d.*))?$/.exec(text) ?? []
  return { day: day ?? text, time: time ?? '' }
}
