import type { z } from 'zod'
import { selectNewest, type SourceEvent, type SourceVenue } from './source-event.ts'
import { fieldOf, isTooDeep, listOf, parseTime, tooDeepMessage } from './source-json.ts'
import { sourceText } from './source-text.ts'
import { readTitle } from './source-title.ts'
import { readJsonRows } from '../json-rows.ts'
import { matchKey } from '../../matching/match-key.ts'
import { emptyParse, type ParseContext, type Parsed, type Row, type RowResult } from '../source-rows.ts'

const maxEvents = 20_000
const nestedLevels = 3
const eventTypes = /^(?:\w*Event|Festival|EventSeries)$/

/**
 * Parses schema.org events in JSON-LD: a node, a list or an `@graph`. Sub-events are separate events; nodes of other
 * types are skipped.
 */
export function parseJsonLd(content: string, context: ParseContext): Parsed<SourceEvent> {
  if (isTooDeep(content))
    return emptyParse([{ line: 1, reason: `the file cannot be read: ${tooDeepMessage}` }])
  const found = readNodes(content)
  const parsed = emptyParse<SourceEvent>([...found.bad])
  for (const { line, value } of found.rows) {
    for (const node of eventsOf(value, nestedLevels)) {
      if (parsed.rows.length >= maxEvents) {
        parsed.bad.push({
          line,
          reason: `the file has more than ${maxEvents} events; the rest was not read`,
        })
        return parsed
      }
      const result = parseNode(node, context)
      if ('value' in result) parsed.rows.push({ line, value: result.value })
      else if ('bad' in result) parsed.bad.push({ line, reason: result.bad })
      else parsed.skipped.push({ line, reason: result.skip })
    }
  }
  const { rows, older } = selectNewest(parsed.rows)
  const skipped = older.map(({ line, value }) => ({
    line,
    reason: `${value.title}: appears again in the file`,
  }))
  return { ...parsed, rows, skipped: [...parsed.skipped, ...skipped] }
}

function readNodes(content: string): { rows: Row<unknown>[]; bad: Parsed<unknown>['bad'] } {
  if (/^\uFEFF?\s*\[/.test(content)) return readJsonRows(content, null)
  try {
    const value: unknown = JSON.parse(content.replace(/^\uFEFF/, ''))
    const list = ['@graph', 'itemListElement'].find((key) => Array.isArray(fieldOf(value, key)))
    return list === undefined ? { rows: [{ line: 1, value }], bad: [] } : readJsonRows(content, list)
  } catch (error) {
    // A broken graph can still have valid nodes.
    if (/"@graph"\s*:\s*\[/.test(content)) return readJsonRows(content, '@graph')
    return {
      rows: [],
      bad: [{ line: 1, reason: `not valid JSON: ${error instanceof Error ? error.message : ''}` }],
    }
  }
}

/** The event nodes within a node: itself, the item of a list entry, and sub-events. */
function eventsOf(value: unknown, levels: number): unknown[] {
  if (levels === 0) return []
  const item = fieldOf(value, 'item')
  if (typesOf(value).includes('ListItem') || (item !== undefined && typesOf(value).length === 0)) {
    return eventsOf(item, levels - 1)
  }
  const nested = listOf(fieldOf(value, 'subEvent'), 1000).flatMap((node) => eventsOf(node, levels - 1))
  return [value, ...nested]
}

function typesOf(value: unknown): string[] {
  return listOf(fieldOf(value, '@type'), 10)
    .filter((type) => typeof type === 'string')
    .map(lastPart)
}

/** `https://schema.org/EventCancelled` and `schema:EventCancelled` → `EventCancelled`. */
function lastPart(iri: string): string {
  return iri.split(/[/#:]/).at(-1) ?? ''
}

const name = sourceText()

function parseNode(node: unknown, { fileName, competitions }: ParseContext): RowResult<SourceEvent> {
  const types = typesOf(node)
  if (types.length === 0) return { bad: '@type: is missing' }
  const type = types.find((one) => eventTypes.test(one))
  if (type === undefined) return { skip: `${types.join(', ').slice(0, 60)} is not an event` }
  if (type === 'EventSeries') return { skip: 'a series is not an event' }
  const titled = name.safeParse(fieldOf(node, 'name'))
  if (!titled.success) return { bad: `name: ${problemOf(titled.error)}` }
  const attendance = fieldOf(node, 'eventAttendanceMode')
  if (typeof attendance === 'string' && lastPart(attendance) === 'OnlineEventAttendanceMode')
    return { skip: `${titled.data}: takes place online` }
  const startDate = fieldOf(node, 'startDate')
  const parsedTime = typeof startDate === 'string' ? parseTime(startDate) : null
  if (!parsedTime)
    return {
      bad: `startDate: ${startDate === undefined ? 'is missing' : 'is not a date such as 2026-11-28T15:00'}`,
    }
  const status = statusOf(listOf(fieldOf(node, 'eventStatus')))
  if (typeof status === 'string') return { bad: `eventStatus: ${status}` }
  const venue = venueOf(fieldOf(node, 'location'))
  if (typeof venue === 'string') return { bad: `location: ${venue}` }
  const teams = [namesOf(fieldOf(node, 'homeTeam')), namesOf(fieldOf(node, 'awayTeam'))]
  const performers = namesOf(fieldOf(node, 'performer'))
  const problem = [...teams, performers].find((names) => typeof names === 'string')
  if (problem !== undefined) return { bad: `homeTeam, awayTeam or performer: ${problem}` }
  const [home, away] = teams.map((names) => names[0])
  const title = readTitle(titled.data, competitions)
  const previous = listOf(fieldOf(node, 'previousStartDate')).map((date) => parseTime(String(date)))
  const previousDay = previous.map((one) => one && dayOf(one.when)).find((day) => day !== null) ?? null
  const competition = fieldOf(fieldOf(node, 'superEvent'), 'name')
  const isSport = type === 'SportsEvent'
  const claimedStatus = title.status ?? status.status
  return {
    value: {
      source: 'json-ld',
      ref: refOf(node, fileName, [
        titled.data,
        venue?.name ?? 'nowhere',
        previousDay ?? dayOf(parsedTime.when),
      ]),
      version: null,
      title: title.name,
      teams: pairOf(home, away, title),
      artists: isSport || typeof performers === 'string' ? [] : performers.slice(0, 8),
      categories: [title.competition ?? '', typeof competition === 'string' ? competition : '', type]
        .filter((word) => word !== '')
        .map((word) => word.slice(0, 100)),
      ...parsedTime,
      dateConfirmed: claimedStatus !== 'postponed' && !title.isTentative,
      previousDay,
      venue,
      status: claimedStatus,
      isMoved: status.isMoved,
      onlyIfKnown: false,
    },
  }
}

function pairOf(
  home: string | undefined,
  away: string | undefined,
  { pairing }: ReturnType<typeof readTitle>,
): SourceEvent['teams'] {
  if (home !== undefined && away !== undefined) return { home, away }
  return pairing?.isCertain ? { home: pairing.home, away: pairing.away } : null
}

function dayOf(when: SourceEvent['when']): string {
  return (when.kind === 'utc' ? when.instant : when.local).slice(0, 10)
}

/**
 * A stable reference for the node: its URL, or its id within the file. Otherwise title, venue and original day,
 * because evenings of a run differ only by day.
 */
function refOf(node: unknown, fileName: string, parts: readonly string[]): string {
  const id = fieldOf(node, '@id')
  if (typeof id === 'string' && /^(?:https?|urn):/i.test(id)) return id.slice(0, 255)
  if (typeof id === 'string' && id !== '') return `${fileName}${id}`.slice(0, 255)
  return parts.map(matchKey).join(' @ ').slice(0, 255)
}

function namesOf(value: unknown): string[] | string {
  const names: string[] = []
  for (const entry of listOf(value, 20)) {
    const parsed = name.safeParse(typeof entry === 'string' ? entry : fieldOf(entry, 'name'))
    if (!parsed.success) return problemOf(parsed.error)
    names.push(parsed.data)
  }
  return names
}

function venueOf(value: unknown): SourceVenue | null | string {
  const places = listOf(value).filter((place) => !typesOf(place).includes('VirtualLocation'))
  const [place] = places
  if (place === undefined) return null
  const parsed = name.safeParse(typeof place === 'string' ? place : fieldOf(place, 'name'))
  if (!parsed.success) return problemOf(parsed.error)
  const address = fieldOf(place, 'address')
  if (typeof address === 'string')
    return { name: parsed.data, places: addressParts(address), countryCode: null }
  const country = fieldOf(address, 'addressCountry')
  const code = typeof country === 'string' ? country : fieldOf(country, 'name')
  const locality = [fieldOf(address, 'addressLocality'), fieldOf(address, 'addressRegion')]
  return {
    name: parsed.data,
    places: locality.filter((part) => typeof part === 'string').map((part) => part.slice(0, 100)),
    countryCode: typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null,
  }
}

/** `De Passage 100, 1101 AX Amsterdam, NL` → each part, also without its postcode. */
function addressParts(address: string): string[] {
  return address
    .slice(0, 300)
    .split(/\s*,\s*/)
    .flatMap((part) => [part, part.replace(/^[\dA-Z -]*\d[\dA-Z-]*(?:\s[A-Z]{2})?\s+/, '')])
    .filter((part, at, all) => part !== '' && all.indexOf(part) === at)
}

function statusOf(values: readonly unknown[]): Pick<SourceEvent, 'status' | 'isMoved'> | string {
  const claimedStatuses = values.filter((value) => typeof value === 'string').map(lastPart)
  if (claimedStatuses.includes('EventCancelled')) return { status: 'cancelled', isMoved: false }
  if (claimedStatuses.includes('EventPostponed')) return { status: 'postponed', isMoved: false }
  if (claimedStatuses.includes('EventRescheduled')) return { status: 'scheduled', isMoved: true }
  if (claimedStatuses.includes('EventMovedOnline')) return 'has moved online; handle its tickets manually'
  const unknownStatus = claimedStatuses.find((one) => one !== 'EventScheduled')
  if (unknownStatus !== undefined) return `unknown value "${unknownStatus.slice(0, 40)}"`
  return { status: claimedStatuses.length > 0 ? 'scheduled' : null, isMoved: false }
}

function problemOf(error: z.ZodError): string {
  return error.issues.map((issue) => issue.message).join(', ')
}
