import { isTimeZone, toInstant, toLocal } from '@terrace/domain/time/time-zones'
import type { FixtureTime } from '../fixtures/fixture.ts'
import type { Fields } from '../readers/source-record.ts'
import { offsetOf, parseClock, type ClockTime } from './parse-clock.ts'
import { parseDate } from './parse-date.ts'
import type { ProfileSettings } from './profile.ts'
import { textOf } from './templates.ts'
import type { FieldReader } from './field-reader.ts'

export interface ReadTime {
  day: string
  when: FixtureTime
  timeKnown: boolean
}

const combined = /^(.*?\d)(?:T|,?\s+(?:at\s+)?)(\d{1,2}[:.h]\d\d.*)$/i

/** The date and time of a record, or what is wrong with its columns. */
export function readTime(
  fields: FieldReader,
  record: Fields,
  settings: ProfileSettings,
): ReadTime | string[] {
  return fields.gives('dateTime')
    ? fromDateTime(fields, record, settings)
    : fromDateAndTime(fields, record, settings)
}

function fromDateTime(fields: FieldReader, record: Fields, settings: ProfileSettings): ReadTime | string[] {
  const text = textOf(fields.value(record, 'dateTime'))
  if (text === '') return [`${fields.nameOf('dateTime')}: is missing`]
  const [date, clock] = splitDateTime(text, settings)
  if (date === null || clock === null)
    return [`${fields.nameOf('dateTime')}: is not a date and time such as 2026-08-21T20:00`]
  return timed(date, clock, fields, record, settings)
}

function fromDateAndTime(
  fields: FieldReader,
  record: Fields,
  settings: ProfileSettings,
): ReadTime | string[] {
  const problems: string[] = []
  const text = textOf(fields.value(record, 'date'))
  const [date, own] = splitDateTime(text, settings)
  if (text === '') problems.push(`${fields.nameOf('date')}: is missing`)
  else if (date === null || own === null)
    problems.push(`${fields.nameOf('date')}: is not a date such as ${example(settings)}`)
  const hasTime = fields.gives('time')
  const clock = hasTime ? parseClock(fields.value(record, 'time'), settings.timeNumbers) : own
  if (hasTime && clock === null) problems.push(`${fields.nameOf('time')}: is not a time such as 15:00`)
  if (date === null || own === null || clock === null || problems.length > 0) return problems
  // Some sources write a day as the instant of its midnight in their own zone.
  const day =
    settings.dateZone !== undefined && own.time !== null && own.offset !== null
      ? (toLocal(instantOf(date, own.time, own.offset), settings.dateZone)?.slice(0, 10) ?? date)
      : date
  return timed(day, clock, fields, record, settings)
}

/** The parts of `2026-08-21`, `2026-08-21T20:00+02:00` or `21.08.2026 20:00`; `null` for an invalid part. */
function splitDateTime(
  text: string,
  { dateOrder, timeNumbers }: ProfileSettings,
): [date: string | null, clock: ClockTime | null] {
  const dayOnly = parseDate(text, dateOrder)
  if (dayOnly !== null) return [dayOnly, { time: null, offset: null }]
  const [, date = '', clock = ''] = combined.exec(text) ?? []
  return [parseDate(date, dateOrder), parseClock(clock, timeNumbers)]
}

function timed(
  day: string,
  { time, offset }: ClockTime,
  fields: FieldReader,
  record: Fields,
  settings: ProfileSettings,
): ReadTime | string[] {
  // A day is not converted: midnight in New York is the previous day in Denver.
  if (time === null) return { day, when: { kind: 'local', local: `${day}T00:00` }, timeKnown: false }
  const local = `${day}T${time}`
  const stated = textOf(fields.value(record, 'zone'))
  const zone = stated === '' ? settings.zone : stated
  const fixed = offset ?? offsetOf(zone)
  if (fixed !== undefined)
    return { day, when: { kind: 'utc', instant: instantOf(day, time, fixed) }, timeKnown: true }
  if (zone === 'venue') return { day, when: { kind: 'local', local }, timeKnown: true }
  if (!isTimeZone(zone)) return [`${fields.nameOf('zone')}: is not a time zone such as Europe/London`]
  const isValid = toInstant(local, zone) !== null
  return isValid
    ? { day, when: { kind: 'zoned', local, zone }, timeKnown: true }
    : ['the time does not exist']
}

function instantOf(day: string, time: string, offset: string): string {
  return new Date(`${day}T${time}:00${offset}`).toISOString()
}

function example({ dateOrder }: ProfileSettings): string {
  return { YMD: '2026-08-21', DMY: '21/08/2026', MDY: '08/21/2026' }[dateOrder]
}
