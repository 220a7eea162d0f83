import { parseLocal } from '@terrace/domain/time/dates'
import { isTimeZone, toInstant } from '@terrace/domain/time/time-zones'
import ICAL from 'ical.js'
import type { FixtureTime } from '../fixtures/fixture.ts'

/** Zones defined in the calendar, by TZID. */
export type IcsZones = ReadonlyMap<string, ICAL.Timezone>

/** Outlook and Exchange names of the zones that events use. */
const windowsZones: Readonly<Record<string, string>> = {
  'GMT Standard Time': 'Europe/London',
  'Greenwich Standard Time': 'Atlantic/Reykjavik',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Romance Standard Time': 'Europe/Paris',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Central European Standard Time': 'Europe/Warsaw',
  'GTB Standard Time': 'Europe/Bucharest',
  'FLE Standard Time': 'Europe/Kyiv',
  'Turkey Standard Time': 'Europe/Istanbul',
  'Russian Standard Time': 'Europe/Moscow',
  'Eastern Standard Time': 'America/New_York',
  'Central Standard Time': 'America/Chicago',
  'Mountain Standard Time': 'America/Denver',
  'US Mountain Standard Time': 'America/Phoenix',
  'Pacific Standard Time': 'America/Los_Angeles',
  'E. South America Standard Time': 'America/Sao_Paulo',
  'Central Standard Time (Mexico)': 'America/Mexico_City',
  'Arabian Standard Time': 'Asia/Dubai',
  'Arab Standard Time': 'Asia/Riyadh',
  'Singapore Standard Time': 'Asia/Singapore',
  'China Standard Time': 'Asia/Shanghai',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'Korea Standard Time': 'Asia/Seoul',
  'AUS Eastern Standard Time': 'Australia/Sydney',
}

/** Reads the VTIMEZONE parts. Accepts only yearly rules: a secondly rule would make the server iterate from 1970. */
export function readZones(blocks: readonly string[]): IcsZones {
  const zones = new Map<string, ICAL.Timezone>()
  for (const value of blocks) {
    const rules = value.match(/^RRULE[^:]*:.*$/gim) ?? []
    const isYearly = rules.every(
      (rule) => /FREQ=YEARLY/i.test(rule) && !/BY(?:SECOND|MINUTE|HOUR)|INTERVAL/i.test(rule),
    )
    if (!isYearly || rules.length > 40) continue
    try {
      const zone = new ICAL.Timezone(ICAL.Component.fromString(value))
      if (zone.tzid) zones.set(zone.tzid, zone)
    } catch {
      // Every event that uses this zone reports it as unknown.
    }
  }
  return zones
}

/** The time of a DTSTART or RECURRENCE-ID, or the reason why it is invalid. Without a zone, it is venue-local. */
export function readIcsTime(property: ICAL.Property, zones: IcsZones): FixtureTime | string {
  const time: unknown = property.getFirstValue()
  if (!(time instanceof ICAL.Time)) return `${property.name.toUpperCase()} is not a date`
  // The library silently turns 45 January into 14 February.
  const written: unknown = property.jCal[3]
  if (typeof written !== 'string' || parseLocal(written.replace(/Z$/, '')) === null)
    return 'the date does not exist'
  const tzid = property.getFirstParameter('tzid')
  return sourceTimeOf(time, tzid, zones)
}

export function sourceTimeOf(
  time: ICAL.Time,
  tzid: string | undefined,
  zones: IcsZones,
): FixtureTime | string {
  if (time.year < 1990 || time.year > 2099) return `the year ${time.year} is out of range`
  const day = `${pad(time.year, 4)}-${pad(time.month)}-${pad(time.day)}`
  const local = `${day}T${time.isDate ? '00:00' : `${pad(time.hour)}:${pad(time.minute)}`}`
  if (time.isDate) return { kind: 'local', local }
  if (time.zone === ICAL.Timezone.utcTimezone)
    return { kind: 'utc', instant: new Date(`${local}:00Z`).toISOString() }
  if (!tzid) return { kind: 'local', local }
  const zone = ianaZone(tzid)
  if (zone) return { kind: 'zoned', local, zone }
  const calendarZone = zones.get(tzid)
  if (!calendarZone) return `unknown time zone "${tzid.slice(0, 60)}"`
  const zoned = time.clone()
  zoned.zone = calendarZone
  return { kind: 'utc', instant: zoned.toJSDate().toISOString() }
}

/** Resolves `Europe/London`, `/mozilla.org/20050126_1/Europe/London` or an Outlook name. */
function ianaZone(tzid: string): string | undefined {
  const windows = windowsZones[tzid]
  if (windows) return windows
  const tail = /[A-Za-z_]+\/[A-Za-z_]+(?:\/[A-Za-z_]+)?$/.exec(tzid)?.[0]
  return [tzid, tail].find((name) => name !== undefined && name.includes('/') && isTimeZone(name))
}

/** A normalised key for a time, so that an override matches its occurrence in any notation. */
export function instantKey(time: FixtureTime): string {
  if (time.kind === 'utc') return time.instant
  if (time.kind === 'zoned') return toInstant(time.local, time.zone)?.toISOString() ?? time.local
  return time.local
}

function pad(value: number, length = 2): string {
  return String(value).padStart(length, '0')
}
