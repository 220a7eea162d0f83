import { parseLocal } from '@terrace/domain/time/dates'
import type { FixtureTime } from '../fixtures/fixture.ts'

export interface ParsedTime {
  when: FixtureTime
  timeKnown: boolean
}

/**
 * Parses an ISO 8601 day, venue-local time or instant with an offset. `null` when invalid or outside 1990 to 2099.
 */
export function parseTime(text: string): ParsedTime | null {
  const match =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:[.,]\d+)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/.exec(
      text.trim(),
    )
  const [, day = '', time, offset] = match ?? []
  const local = `${day}T${time ?? '00:00'}`
  const parts = match && parseLocal(local)
  if (!parts || parts.year < 1990 || parts.year > 2099) return null
  if (!offset) return { when: { kind: 'local', local }, timeKnown: time !== undefined }
  const [, sign = '+', hours = '00', minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? []
  if (Number(hours) > 14 || Number(minutes) > 59) return null
  const instant = new Date(`${local}:00${sign}${hours}:${minutes}`)
  return { when: { kind: 'utc', instant: instant.toISOString() }, timeKnown: true }
}
