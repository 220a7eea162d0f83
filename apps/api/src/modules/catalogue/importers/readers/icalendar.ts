import { hash53 } from '@terrace/domain/text/short-hash'
import ICAL from 'ical.js'
import { z } from 'zod'
import { cleanText, sourceText } from '../event-sources/source-text.ts'
import { readTitle, withoutSeason } from '../event-sources/source-title.ts'
import { unstated, type Fixture, type FixtureRow, type FixtureTime } from '../fixtures/fixture.ts'
import { dayOf, newestOnly, partiesOf, type SourceFeedContext, type SourceFeedRow } from './source-feed.ts'
import { openNumberMap } from './number-map.ts'
import { readIcsParts } from './ics-blocks.ts'
import { readOccurrences } from './ics-recurrence.ts'
import { sourceTimeOf, instantKey, readIcsTime, readZones, type IcsZones } from './ics-times.ts'
import type { SourceFile } from './source-file.ts'

interface Calendar extends SourceFeedContext {
  zones: IcsZones
  name: string
  /** `METHOD:CANCEL`, which cancels every event in the calendar. */
  isCancellation: boolean
  /** Hashes of the UIDs that several events of the file have, or one that repeats. */
  repeatedUids: ReadonlySet<number>
}

/**
 * Reads an iCalendar file (RFC 5545). A repeating VEVENT becomes one event per occurrence within two years;
 * RECURRENCE-ID overrides one of them, and the highest SEQUENCE wins.
 */
export async function* readICalendar(
  file: SourceFile,
  context: SourceFeedContext,
): AsyncGenerator<FixtureRow> {
  const calendar = await readCalendar(file, context)
  yield* newestOnly(
    () => readEvents(file, calendar),
    () => readEvents(file, calendar, 'repeated'),
  )
}

/**
 * Zones and properties, which may follow the events that they are about, and the UIDs of events that may appear several
 * times.
 */
async function readCalendar(file: SourceFile, context: SourceFeedContext): Promise<Calendar> {
  const seen = openNumberMap()
  const repeatedUids = new Set<number>()
  const zones: string[] = []
  const properties = new Map<string, string>()
  for await (const part of readIcsParts(file)) {
    if ('bad' in part) continue
    if (part.record.kind === 'event') {
      const uid = uidHash(part.record.text)
      if (seen.get(uid) !== undefined || /^R(?:RULE|DATE)[;:]/im.test(part.record.text)) repeatedUids.add(uid)
      else seen.set(uid, 1)
    } else if (part.record.kind === 'zone' && zones.length < maxZones) zones.push(part.record.text)
    else if (part.record.kind === 'property' && properties.size < maxProperties)
      properties.set(part.record.name, part.record.value)
  }
  const name = properties.get('X-WR-CALNAME') ?? properties.get('NAME') ?? ''
  return {
    ...context,
    zones: readZones(zones),
    name: cleanText(unescapeText(name)).slice(0, 100),
    isCancellation: properties.get('METHOD')?.toUpperCase() === 'CANCEL',
    repeatedUids,
  }
}

/** A number, because half a million ids as text would take 100 MB. */
function uidHash(block: string): number {
  const [, uid = ''] = /^UID[^:\r\n]*:(.*(?:\r?\n[ \t].*)*)/im.exec(block) ?? []
  return hash53(uid.replaceAll(/\r?\n[ \t]/g, '').trim())
}

const maxZones = 100
const maxProperties = 100

/** Parsing an event takes far longer than reading it, so only repeated ones are parsed twice. */
async function* readEvents(
  file: SourceFile,
  calendar: Calendar,
  only?: 'repeated',
): AsyncGenerator<SourceFeedRow> {
  for await (const part of readIcsParts(file)) {
    const { line } = part
    if ('bad' in part) yield part
    else if (part.record.kind === 'event') {
      const isSingle = !calendar.repeatedUids.has(uidHash(part.record.text))
      if (isSingle && only === 'repeated') continue
      const read = readBlock(part.record.text, calendar)
      if (typeof read === 'string') yield { line, bad: read }
      else if ('skip' in read) yield { line, skip: read.skip }
      else {
        const { isOverride } = read
        for (const fixture of read.events) yield { line, fixture, isOverride, isSingle }
      }
    }
  }
}

/** `isOverride`: the entry replaces one occurrence of a repeating event. */
type ReadResult = string | { skip: string } | { events: Fixture[]; isOverride: boolean }

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
  const ref = uid.length < 16 && !uid.includes('@') ? `${calendar.name}/${uid}` : uid
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
  when: FixtureTime
  isDay: boolean
  location: string
}

function eventOf(component: ICAL.Component, calendar: Calendar, details: EventDetails): Fixture {
  const { ref, title, when, isDay, location } = details
  const status = textOf(component, 'status').toUpperCase()
  const [place = '', ...places] = location === '-none-' ? [] : location.split(/\s*,\s*/)
  const categories = component
    .getAllProperties('categories')
    .flatMap((property) => property.getValues().map(String))
  const teams = title.pairing?.isCertain ? title.pairing : null
  const version = {
    sequence: Math.max(0, Math.trunc(Number(textOf(component, 'sequence'))) || 0),
    timestamp: timestampOf(component),
  }
  return {
    ...unstated,
    ...partiesOf(ref, title.name, teams && { home: teams.home, away: teams.away }, []),
    source: { name: calendar.source, id: ref, version },
    categories: [title.competition ?? '', ...categories.map(cleanText), withoutSeason(calendar.name)]
      .filter((category) => category !== '')
      .slice(0, 10),
    when,
    timeKnown: !isDay,
    dateConfirmed: status !== 'TENTATIVE' && !title.isTentative,
    venue:
      place === ''
        ? null
        : { name: place, places: places.slice(0, 6), countryCode: null, required: teams === null },
    status: calendar.isCancellation ? 'cancelled' : (title.status ?? statusOf(status)),
  }
}

function statusOf(status: string): Fixture['status'] {
  if (status === 'CANCELLED') return 'cancelled'
  return status === 'CONFIRMED' ? 'scheduled' : null
}

function readOverride(component: ICAL.Component, event: Fixture, calendar: Calendar): ReadResult {
  const property = component.getFirstProperty('recurrence-id')
  if (!property) return 'RECURRENCE-ID: is missing'
  if (property.getFirstParameter('range'))
    return 'RECURRENCE-ID: changes to all later occurrences are not supported'
  const was = readIcsTime(property, calendar.zones)
  if (typeof was === 'string') return `RECURRENCE-ID: ${was}`
  const previousDay = instantKey(was) === instantKey(event.when) ? null : dayOf(was)
  return { events: [{ ...occurrenceOf(event, was), when: event.when, previousDay }], isOverride: true }
}

function expandOccurrences(
  component: ICAL.Component,
  event: Fixture,
  start: ICAL.Time,
  calendar: Calendar,
): ReadResult {
  const occurrences = readOccurrences(component, start, calendar.now)
  if (typeof occurrences === 'string') return `RRULE: ${occurrences}`
  const tzid = component.getFirstProperty('dtstart')?.getFirstParameter('tzid')
  const events: Fixture[] = []
  const add = (time: ICAL.Time, change: Partial<Fixture>): string | null => {
    const when = sourceTimeOf(time, tzid, calendar.zones)
    if (typeof when === 'string') return when
    events.push({ ...occurrenceOf(event, when), ...change })
    return null
  }
  for (const time of occurrences.starts) {
    const problem = add(time, {})
    if (problem !== null) return `RRULE: ${problem}`
  }
  // An excluded occurrence counts as cancelled if it was imported before.
  for (const time of occurrences.excluded) add(time, { status: 'cancelled', onlyIfKnown: true })
  return events.length > 0
    ? { events, isOverride: false }
    : { skip: `${event.identity.title}: has no upcoming dates` }
}

/** One date of a repeating event, with an id of its own. */
function occurrenceOf(event: Fixture, when: FixtureTime): Fixture {
  const { source, identity } = event
  const id = `${source?.id ?? ''}#${instantKey(when)}`
  return {
    ...event,
    source: source && { ...source, id },
    identity: 'name' in identity ? { ...identity, name: id } : identity,
    when,
  }
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
