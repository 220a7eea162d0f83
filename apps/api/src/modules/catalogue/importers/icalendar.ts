import ICAL from 'ical.js'
import { z } from 'zod'
import { newestOf, type FeedEvent, type FeedTime } from './feed-event.ts'
import { cleanText, feedText } from './feed-text.ts'
import { readTitle, withoutSeason } from './feed-title.ts'
import { readIcsBlocks } from './ics-blocks.ts'
import { readOccurrences } from './ics-recurrence.ts'
import { feedTimeOf, momentKey, readIcsTime, readZones, type IcsZones } from './ics-times.ts'
import { emptyParse, type Parsed, type Row } from './source-rows.ts'

const mostEvents = 20_000

interface Calendar {
  zones: IcsZones
  /** What the calendar calls itself: 'Premier League 2026/27'. */
  name: string
  fileName: string
  /** The whole calendar takes events back (METHOD:CANCEL). */
  isCancellation: boolean
  now: Date
}

/**
 * An iCalendar file (RFC 5545). One VEVENT is one event, or as many as its rule makes in the next two years; a changed
 * occurrence is found by its RECURRENCE-ID, of two versions the higher SEQUENCE counts.
 */
export function parseICalendar(content: string, fileName: string, now: Date): Parsed<FeedEvent> {
  const { events, zones, head, bad } = readIcsBlocks(content)
  const calendar: Calendar = {
    zones: readZones(zones),
    name: cleanText(unescapeText(head.get('X-WR-CALNAME') ?? head.get('NAME') ?? '')).slice(0, 100),
    fileName,
    isCancellation: head.get('METHOD')?.toUpperCase() === 'CANCEL',
    now,
  }
  const parsed = emptyParse<FeedEvent>([...bad])
  const found: Row<FeedEvent>[] = []
  const overrides = new Map<string, number>()
  for (const { line, value } of events) {
    if (found.length > mostEvents) {
      parsed.bad.push({ line, reason: `the file holds more than ${mostEvents} events: the rest is not read` })
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
  const own = found.filter(({ line, value }) => (overrides.get(value.ref) ?? line) === line)
  const { rows, older } = newestOf(own)
  parsed.rows.push(...rows)
  for (const { line, value } of older) {
    if (!value.onlyIfKnown)
      parsed.skipped.push({ line, reason: `${value.title}: the file holds a newer version` })
  }
  return parsed
}

/** `isOverride`: the entry of one occurrence, which says better than the rule what becomes of it. */
type Read = string | { skip: string } | { events: FeedEvent[]; isOverride: boolean }

function readBlock(text: string, calendar: Calendar): Read {
  try {
    return readEvent(ICAL.Component.fromString(text), calendar)
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message.slice(0, 200) : 'the library gave up'}`
  }
}

const name = feedText()

function readEvent(component: ICAL.Component, calendar: Calendar): Read {
  const uid = textOf(component, 'uid')
  if (uid === '') return 'UID: is missing'
  if (uid.length > 255) return 'UID: is longer than 255 characters'
  // RFC 7986 wants it unlike any other in the world; "1" is not.
  const ref = uid.length < 16 && !uid.includes('@') ? `${calendar.name || calendar.fileName}/${uid}` : uid
  const summary = name.safeParse(textOf(component, 'summary'))
  if (!summary.success) return `SUMMARY: ${z.flattenError(summary.error).formErrors.join(', ')}`
  const location = feedText(300).safeParse(textOf(component, 'location') || '-none-')
  if (!location.success) return `LOCATION: ${z.flattenError(location.error).formErrors.join(', ')}`
  const starts = component.getFirstProperty('dtstart')
  if (!starts) return 'DTSTART: is missing'
  const start: unknown = starts.getFirstValue()
  if (!(start instanceof ICAL.Time)) return 'DTSTART: is no date'
  const when = readIcsTime(starts, calendar.zones)
  if (typeof when === 'string') return `DTSTART: ${when}`
  const title = readTitle(summary.data)
  if (title.session === 'other') return { skip: `${summary.data}: not the race itself` }
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
  return repeat(component, event, start, calendar)
}

interface Facts {
  ref: string
  title: ReturnType<typeof readTitle>
  when: FeedTime
  isDay: boolean
  location: string
}

function eventOf(component: ICAL.Component, calendar: Calendar, facts: Facts): FeedEvent {
  const { ref, title, when, isDay, location } = facts
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
      stamp: stampOf(component),
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

function statusOf(status: string): FeedEvent['status'] {
  if (status === 'CANCELLED') return 'cancelled'
  return status === 'CONFIRMED' ? 'scheduled' : null
}

/** One occurrence of a repeating event that differs from the rest. */
function readOverride(component: ICAL.Component, event: FeedEvent, calendar: Calendar): Read {
  const property = component.getFirstProperty('recurrence-id')
  if (!property) return 'RECURRENCE-ID: is missing'
  if (property.getFirstParameter('range')) return 'RECURRENCE-ID: a change to all later ones is not read'
  const was = readIcsTime(property, calendar.zones)
  if (typeof was === 'string') return `RECURRENCE-ID: ${was}`
  const previousDay = momentKey(was) === momentKey(event.when) ? null : dayOf(was)
  return { events: [{ ...event, ref: occurrenceRef(event.ref, was), previousDay }], isOverride: true }
}

function repeat(component: ICAL.Component, event: FeedEvent, start: ICAL.Time, calendar: Calendar): Read {
  const occurrences = readOccurrences(component, start, calendar.now)
  if (typeof occurrences === 'string') return `RRULE: ${occurrences}`
  const tzid = component.getFirstProperty('dtstart')?.getFirstParameter('tzid')
  const events: FeedEvent[] = []
  const add = (time: ICAL.Time, change: Partial<FeedEvent>): string | null => {
    const when = feedTimeOf(time, tzid, calendar.zones)
    if (typeof when === 'string') return when
    events.push({ ...event, ...change, ref: occurrenceRef(event.ref, when), when })
    return null
  }
  for (const time of occurrences.starts) {
    const problem = add(time, {})
    if (problem !== null) return `RRULE: ${problem}`
  }
  // An evening that is taken out of the rule later on is an evening that does not take place.
  for (const time of occurrences.excluded) add(time, { status: 'cancelled', onlyIfKnown: true })
  return events.length > 0
    ? { events, isOverride: false }
    : { skip: `${event.title}: none of its dates is still to come` }
}

function occurrenceRef(uid: string, when: FeedTime): string {
  return `${uid}#${momentKey(when)}`
}

function dayOf(time: FeedTime): string {
  return (time.kind === 'utc' ? time.instant : time.local).slice(0, 10)
}

function stampOf(component: ICAL.Component): string {
  const stamp: unknown =
    component.getFirstPropertyValue('last-modified') ?? component.getFirstPropertyValue('dtstamp')
  return stamp instanceof ICAL.Time ? stamp.toString() : ''
}

function textOf(component: ICAL.Component, property: string): string {
  const value: unknown = component.getFirstPropertyValue(property)
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

/** The calendar's own properties are not read by the library. */
function unescapeText(text: string): string {
  return text.replaceAll(/\\([\\;,nN])/g, (_, letter: string) =>
    letter.toLowerCase() === 'n' ? ' ' : letter,
  )
}
