import type { z } from 'zod'
import { matchKey } from '../../matching/match-key.ts'
import { sourceText } from '../event-sources/source-text.ts'
import { readTitle } from '../event-sources/source-title.ts'
import { unstated, type Fixture, type FixtureRow, type FixtureVenue } from '../fixtures/fixture.ts'
import type { RowResult } from '../source-rows.ts'
import { dayOf, newestOnly, partiesOf, type SourceFeedContext, type SourceFeedRow } from './source-feed.ts'
import { outlineJson, readJsonList, readJsonValue } from './json-list.ts'
import { fieldOf, valuesOf } from './json-fields.ts'
import { parseTime } from './parse-time.ts'
import type { SourceFile } from './source-file.ts'

const nestedLevels = 3
const eventTypes = /^(?:\w*Event|Festival|EventSeries)$/
const listPaths = ['', '@graph', 'itemListElement']

/**
 * Reads schema.org events in JSON-LD: a node, a list or an `@graph`. Sub-events are separate events; nodes of other
 * types are skipped.
 */
export async function* readJsonLd(file: SourceFile, context: SourceFeedContext): AsyncGenerator<FixtureRow> {
  const { lists } = await outlineJson(file)
  const path = listPaths.find((one) => lists.some((list) => list.path === one))
  yield* newestOnly(() => readEvents(file, path, context))
}

async function* readEvents(
  file: SourceFile,
  path: string | undefined,
  context: SourceFeedContext,
): AsyncGenerator<SourceFeedRow> {
  for await (const { line, ...node } of nodesOf(file, path)) {
    if ('bad' in node) yield { line, ...node }
    else {
      for (const event of eventsOf(node.record, nestedLevels)) {
        const result = parseNode(event, context)
        if ('value' in result) yield { line, fixture: result.value }
        else yield { line, ...result }
      }
    }
  }
}

async function* nodesOf(file: SourceFile, path: string | undefined): ReturnType<typeof readJsonList> {
  if (path === undefined) yield { line: 1, record: await readJsonValue(file) }
  else yield* readJsonList(file, path)
}

/** The event nodes within a node: itself, the item of a list entry, and sub-events. */
function eventsOf(value: unknown, levels: number): unknown[] {
  if (levels === 0) return []
  const item = fieldOf(value, 'item')
  if (typesOf(value).includes('ListItem') || (item !== undefined && typesOf(value).length === 0)) {
    return eventsOf(item, levels - 1)
  }
  const nested = valuesOf(fieldOf(value, 'subEvent'), 1000).flatMap((node) => eventsOf(node, levels - 1))
  return [value, ...nested]
}

function typesOf(value: unknown): string[] {
  return valuesOf(fieldOf(value, '@type'), 10)
    .filter((type) => typeof type === 'string')
    .map(lastPart)
}

/** `https://schema.org/EventCancelled` and `schema:EventCancelled` → `EventCancelled`. */
function lastPart(iri: string): string {
  return iri.split(/[/#:]/).at(-1) ?? ''
}

const name = sourceText()

function parseNode(node: unknown, { source, competitions }: SourceFeedContext): RowResult<Fixture> {
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
  const status = statusOf(valuesOf(fieldOf(node, 'eventStatus')))
  if (typeof status === 'string') return { bad: `eventStatus: ${status}` }
  const venue = venueOf(fieldOf(node, 'location'))
  if (typeof venue === 'string') return { bad: `location: ${venue}` }
  const teams = [namesOf(fieldOf(node, 'homeTeam')), namesOf(fieldOf(node, 'awayTeam'))]
  const performers = namesOf(fieldOf(node, 'performer'))
  const problem = [...teams, performers].find((names) => typeof names === 'string')
  if (problem !== undefined) return { bad: `homeTeam, awayTeam or performer: ${problem}` }
  const [home, away] = teams.map((names) => names[0])
  const title = readTitle(titled.data, competitions)
  const previous = valuesOf(fieldOf(node, 'previousStartDate')).map((date) => parseTime(String(date)))
  const previousDay = previous.map((one) => one && dayOf(one.when)).find((day) => day !== null) ?? null
  const competition = fieldOf(fieldOf(node, 'superEvent'), 'name')
  const isSport = type === 'SportsEvent'
  const claimedStatus = title.status ?? status.status
  const artists = isSport || typeof performers === 'string' ? [] : performers.slice(0, 8)
  const id = refOf(node, [titled.data, venue?.name ?? 'nowhere', previousDay ?? dayOf(parsedTime.when)])
  const pair = pairOf(home, away, title)
  return {
    value: {
      ...unstated,
      ...partiesOf(id, title.name, pair, artists),
      source: { name: source, id, version: null },
      categories: [title.competition ?? '', typeof competition === 'string' ? competition : '', type]
        .filter((word) => word !== '')
        .map((word) => word.slice(0, 100)),
      ...parsedTime,
      dateConfirmed: claimedStatus !== 'postponed' && !title.isTentative,
      previousDay,
      venue: venue && { ...venue, required: pair === null },
      status: claimedStatus,
      isChange: status.isMoved,
    },
  }
}

function pairOf(
  home: string | undefined,
  away: string | undefined,
  { pairing }: ReturnType<typeof readTitle>,
): { home: string; away: string } | null {
  if (home !== undefined && away !== undefined) return { home, away }
  return pairing?.isCertain ? { home: pairing.home, away: pairing.away } : null
}

/**
 * A stable reference for the node: its URL. Otherwise title, venue and original day, because evenings of a run differ
 * only by day.
 */
function refOf(node: unknown, parts: readonly string[]): string {
  const id = fieldOf(node, '@id')
  // An id such as "#e1" has a meaning only within its page.
  if (typeof id === 'string' && /^(?:https?|urn):/i.test(id)) return id.slice(0, 255)
  return parts.map(matchKey).join(' @ ').slice(0, 255)
}

function namesOf(value: unknown): string[] | string {
  const names: string[] = []
  for (const entry of valuesOf(value, 20)) {
    const parsed = name.safeParse(typeof entry === 'string' ? entry : fieldOf(entry, 'name'))
    if (!parsed.success) return problemOf(parsed.error)
    names.push(parsed.data)
  }
  return names
}

function venueOf(value: unknown): Omit<FixtureVenue, 'required'> | null | string {
  const places = valuesOf(value).filter((place) => !typesOf(place).includes('VirtualLocation'))
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

interface ClaimedStatus {
  status: Fixture['status']
  isMoved: boolean
}

function statusOf(values: readonly unknown[]): ClaimedStatus | string {
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
