import ICAL from 'ical.js'
import { z } from 'zod'
import type { Competitions } from '../../competitions/competition-lookup.ts'
import { selectNewest, type SourceEvent, type SourceEventTime } from './source-event.ts'
import { cleanText, sourceText } from './source-text.ts'
import { readTitle, withoutSeason } from './source-title.ts'
import { readIcsBlocks } from './ics-blocks.ts'
import { readOccurrences } from './ics-recurrence.ts'
import { sourceTimeOf, instantKey, readIcsTime, readZones, type IcsZones } from './ics-times.ts'
import { emptyParse, type ParseContext, type Parsed, type Row } from '../source-rows.ts'

const maxEvents = 20_000

interface Calendar {
  zones: IcsZones
  name: string
  fileName: string
  /** `METHOD:CANCEL`, which cancels every event in the calendar. */
  isCancellation: boolean
  now: Date
  competitions: Competitions
}

/**
 * Parses an iCalendar file (RFC 5545). A repeating VEVENT becomes one event per occurrence within two years;
 * RECURRENCE-ID overrides one of them, and the highest SEQUENCE wins.
 */
export function parseICalendar(
  content: string,
  { fileName, now, competitions }: ParseContext,
): Parsed<SourceEvent> {
  const { events, zones, header, bad } = readIcsBlocks(content)
  const calendar: Calendar = {
    zones: readZones(zones),
    name: cleanText(unescapeText(header.get('X-WR-CALNAME') ?? header.get('NAME') ?? '')).slice(0, 100),
    fileName,
    isCancellation: header.get('METHOD')?.toUpperCase() === 'CANCEL',
    now,
    competitions,
  }
  const parsed = emptyParse<SourceEvent>([...bad])
  const found: Row<SourceEvent>[] = []
  const overrides = new Map<string, number>()
  for (const { line, value } of events) {
    if (found.length > maxEvents) {
      parsed.bad.push({ line, reason: `the file has more than ${maxEvents} events; the rest was not read` })
      break
    }
    const read = readBlock(value, calendar)
    if (typeof read === 'string') parsed.bad.push({ line, reason: read })
    else if ('skip' in read) parsed.skipped.push({ line, reason: read.skip })
    else {
      found.push(...read.events.map((event) => ({ line, value: event })))
      if (read.isOverride) for (const { ref } of read.events) overrides.set(ref, line)
    }
  }
  const current = found.filter(({ line, value }) => (overrides.get(value.ref) ?? line) === line)
  const { rows, older } = selectNewest(current)
  parsed.rows.push(...rows)
  for (const { line, value } of older) {
    if (!value.onlyIfKnown)
      parsed.skipped.push({ line, reason: `${value.title}: the file has a newer version` })
  }
  return parsed
}

/** `isOverride`: the entry replaces one occurrence of a repeating event. */
type ReadResult = string | { skip: string } | { events: SourceEvent[]; isOverride: boolean }

function readBlock(text: string, calendar: Calendar): ReadResult {
  try {
    return readEvent(ICAL.Component.fromString(text), calendar)
  } catch (error) {
    return `cannot be parsed: ${error instanceof Error ? error.message.slice(0, 200) : 'unknown error'}`
  }
}

const name = sourceText()

function readEvent(component: ICAL.Component, calendar: Calendar): ReadResult {
  const uid = textOf(component, 'uid')
  if (uid === '') return 'UID: is missing'
  if (uid.length > 255) return 'UID: is longer than 255 characters'
  // RFC 7986 requires a globally unique UID; a short one such as "1" is only unique within its calendar.
  const ref = uid.length < 16 && !uid.includes('@') ? `${calendar.name || calendar.fileName}/${uid}` : uid
  const summary = name.safeParse(textOf(component, 'summary'))
  if (!summary.success) return `SUMMARY: ${z.flattenError(summary.error).formErrors.join(', ')}`
  const location = sourceText(300).safeParse(textOf(component, 'location') || '-none-')
  if (!location.success) return `LOCATION: ${z.flattenError(location.error).formErrors.join(', ')}`
  const starts = component.getFirstProperty('dtstart')
  if (!starts) return 'DTSTART: is missing'
  const start: unknown = starts.getFirstValue()
  if (!(start instanceof ICAL.Time)) return 'DTSTART: is not a date'
  const when = readIcsTime(starts, calendar.zones)
  if (typeof when === 'string') return `DTSTART: ${when}`
  const title = readTitle(summary.data, calendar.competitions)
  if (title.isEventSession === false) return { skip: `${summary.data}: a session that is no event` }
  const event = eventOf(component, calendar, {
    ref,
    title,
    when,
    isDay: start.isDate,
    location: location.data,
  })
  if (component.hasProperty('recurrence-id')) return readOverride(component, event, calendar)
  if (!component.hasProperty('rrule') && !component.hasProperty('rdate'))
    return { events: [event], isOverride: false }
  return expandOccurrences(component, event, start, calendar)
}

interface EventDetails {
  ref: string
  title: ReturnType<typeof readTitle>
  when: SourceEventTime
  isDay: boolean
  location: string
}

function eventOf(component: ICAL.Component, calendar: Calendar, details: EventDetails): SourceEvent {
  const { ref, title, when, isDay, location } = details
  const status = textOf(component, 'status').toUpperCase()
  const [place = '', ...places] = location === '-none-' ? [] : location.split(/\s*,\s*/)
  const categories = component
    .getAllProperties('categories')
    .flatMap((property) => property.getValues().map(String))
  return {
    source: 'icalendar',
    ref,
    version: {
      sequence: Math.max(0, Math.trunc(Number(textOf(component, 'sequence'))) || 0),
      timestamp: timestampOf(component),
    },
    title: title.name,
    teams: title.pairing?.isCertain ? { home: title.pairing.home, away: title.pairing.away } : null,
    artists: [],
    categories: [title.competition ?? '', ...categories.map(cleanText), withoutSeason(calendar.name)]
      .filter((category) => category !== '')
      .slice(0, 10),
    when,
    timeKnown: !isDay,
    dateConfirmed: status !== 'TENTATIVE' && !title.isTentative,
    previousDay: null,
    venue: place === '' ? null : { name: place, places: places.slice(0, 6), countryCode: null },
    status: calendar.isCancellation ? 'cancelled' : (title.status ?? statusOf(status)),
    isMoved: false,
    onlyIfKnown: false,
  }
}

function statusOf(status: string): SourceEvent['status'] {
  if (status === 'CANCELLED') return 'cancelled'
  return status === 'CONFIRMED' ? 'scheduled' : null
}

function readOverride(component: ICAL.Component, event: SourceEvent, calendar: Calendar): ReadResult {
  const property = component.getFirstProperty('recurrence-id')
  if (!property) return 'RECURRENCE-ID: is missing'
  if (property.getFirstParameter('range'))
    return 'RECURRENCE-ID: changes to all later occurrences are not supported'
  const was = readIcsTime(property, calendar.zones)
  if (typeof was === 'string') return `RECURRENCE-ID: ${was}`
  const previousDay = instantKey(was) === instantKey(event.when) ? null : dayOf(was)
  return { events: [{ ...event, ref: occurrenceRef(event.ref, was), previousDay }], isOverride: true }
}

function expandOccurrences(
  component: ICAL.Component,
  event: SourceEvent,
  start: ICAL.Time,
  calendar: Calendar,
): ReadResult {
  const occurrences = readOccurrences(component, start, calendar.now)
  if (typeof occurrences === 'string') return `RRULE: ${occurrences}`
  const tzid = component.getFirstProperty('dtstart')?.getFirstParameter('tzid')
  const events: SourceEvent[] = []
  const add = (time: ICAL.Time, change: Partial<SourceEvent>): string | null => {
    const when = sourceTimeOf(time, tzid, calendar.zones)
    if (typeof when === 'string') return when
    events.push({ ...event, ...change, ref: occurrenceRef(event.ref, when), when })
    return null
  }
  for (const time of occurrences.starts) {
    const problem = add(time, {})
    if (problem !== null) return `RRULE: ${problem}`
  }
  // An excluded occurrence counts as cancelled if it was imported before.
  for (const time of occurrences.excluded) add(time, { status: 'cancelled', onlyIfKnown: true })
  return events.length > 0 ? { events, isOverride: false } : { skip: `${event.title}: has no upcoming dates` }
}

function occurrenceRef(uid: string, when: SourceEventTime): string {
  return `${uid}#${instantKey(when)}`
}

function dayOf(time: SourceEventTime): string {
  return (time.kind === 'utc' ? time.instant : time.local).slice(0, 10)
}

function timestampOf(component: ICAL.Component): string {
  const timestamp: unknown =
    component.getFirstPropertyValue('last-modified') ?? component.getFirstPropertyValue('dtstamp')
  return timestamp instanceof ICAL.Time ? timestamp.toString() : ''
}

function textOf(component: ICAL.Component, property: string): string {
  const value: unknown = component.getFirstPropertyValue(property)
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

/** The library does not parse the calendar's own properties. */
function unescapeText(text: string): string {
  return text.replaceAll(/\\([\\;,nN])/g, (_, character: string) =>
    character.toLowerCase() === 'n' ? ' ' : character,
  )
}
