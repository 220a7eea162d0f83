import { parseLocal } from '@terrace/domain/dates'
import { isTimeZone, toInstant } from '@terrace/domain/time-zones'
import ICAL from 'ical.js'
import type { FeedTime } from './feed-event.ts'
import type { Row } from './source-rows.ts'

/** The zones that a calendar brings along, by TZID. */
export type IcsZones = ReadonlyMap<string, ICAL.Timezone>

/** What Outlook and Exchange call the zones in which our events are held. */
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

/**
 * Reads the VTIMEZONE parts. Only those whose rules come once a year are taken: any other would let a file make the
 * server count seconds since 1970.
 */
export function readZones(blocks: readonly Row<string>[]): IcsZones {
  const zones = new Map<string, ICAL.Timezone>()
  for (const { value } of blocks.slice(0, 100)) {
    const rules = value.match(/^RRULE[^:]*:.*$/gim) ?? []
    const isYearly = rules.every(
      (rule) => /FREQ=YEARLY/i.test(rule) && !/BY(?:SECOND|MINUTE|HOUR)|INTERVAL/i.test(rule),
    )
    if (!isYearly || rules.length > 40) continue
    try {
      const zone = new ICAL.Timezone(ICAL.Component.fromString(value))
      if (zone.tzid) zones.set(zone.tzid, zone)
    } catch {
      // The events that name this zone say so, each with its own line.
    }
  }
  return zones
}

/** The time of a DTSTART or RECURRENCE-ID, or why it is none. A wall time without zone is the venue's own. */
export function readIcsTime(property: ICAL.Property, zones: IcsZones): FeedTime | string {
  const time: unknown = property.getFirstValue()
  if (!(time instanceof ICAL.Time)) return `${property.name.toUpperCase()} is no date`
  // The library makes the 14th of February of the 45th of January.
  const written: unknown = property.jCal[3]
  if (typeof written !== 'string' || parseLocal(written.replace(/Z$/, '')) === null)
    return 'there is no such date'
  const tzid = property.getFirstParameter('tzid')
  return feedTimeOf(time, tzid, zones)
}

export function feedTimeOf(time: ICAL.Time, tzid: string | undefined, zones: IcsZones): FeedTime | string {
  if (time.year < 1990 || time.year > 2099) return `the year ${time.year} is out of range`
  const day = `${pad(time.year, 4)}-${pad(time.month)}-${pad(time.day)}`
  const local = `${day}T${time.isDate ? '00:00' : `${pad(time.hour)}:${pad(time.minute)}`}`
  if (time.isDate) return { kind: 'local', local }
  if (time.zone === ICAL.Timezone.utcTimezone)
    return { kind: 'utc', instant: new Date(`${local}:00Z`).toISOString() }
  if (!tzid) return { kind: 'local', local }
  const zone = ianaZone(tzid)
  if (zone) return { kind: 'zoned', local, zone }
  const own = zones.get(tzid)
  if (!own) return `the time zone "${tzid.slice(0, 60)}" is not known`
  const zoned = time.clone()
  zoned.zone = own
  return { kind: 'utc', instant: zoned.toJSDate().toISOString() }
}

/** 'Europe/London', '/mozilla.org/20050126_1/Europe/London' or Outlook's name for it. */
function ianaZone(tzid: string): string | undefined {
  const windows = windowsZones[tzid]
  if (windows) return windows
  const tail = /[A-Za-z_]+\/[A-Za-z_]+(?:\/[A-Za-z_]+)?$/.exec(tzid)?.[0]
  return [tzid, tail].find((name) => name !== undefined && name.includes('/') && isTimeZone(name))
}

/** One text for one moment, however it is written: an override and its occurrence must find each other. */
export function momentKey(time: FeedTime): string {
  if (time.kind === 'utc') return time.instant
  if (time.kind === 'zoned') return toInstant(time.local, time.zone)?.toISOString() ?? time.local
  return time.local
}

function pad(value: number, length = 2): string {
  return String(value).padStart(length, '0')
}
