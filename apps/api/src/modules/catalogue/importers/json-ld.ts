import type { z } from 'zod'
import { newestOf, type FeedEvent, type FeedVenue } from './feed-event.ts'
import { fieldOf, isTooDeep, listOf, readMoment, tooDeep } from './feed-json.ts'
import { feedText } from './feed-text.ts'
import { readTitle } from './feed-title.ts'
import { readJsonRows } from './json-rows.ts'
import { matchKey } from '../match-key.ts'
import { emptyParse, type Parsed, type Row, type Verdict } from './source-rows.ts'

const mostEvents = 20_000
const nestedLevels = 3
const eventTypes = /^(?:\w*Event|Festival|EventSeries)$/

/**
 * Events of schema.org in JSON-LD: one node, a list, or a `@graph`; sub-events are events of their own. Nodes of other
 * types are left out.
 */
export function parseJsonLd(content: string, fileName: string): Parsed<FeedEvent> {
  if (isTooDeep(content)) return emptyParse([{ line: 1, reason: `the file cannot be read: ${tooDeep}` }])
  const found = readNodes(content)
  const parsed = emptyParse<FeedEvent>([...found.bad])
  for (const { line, value } of found.rows) {
    for (const node of eventsOf(value, nestedLevels)) {
      if (parsed.rows.length >= mostEvents) {
        parsed.bad.push({
          line,
          reason: `the file holds more than ${mostEvents} events: the rest is not read`,
        })
        return parsed
      }
      const verdict = judge(node, fileName)
      if ('value' in verdict) parsed.rows.push({ line, value: verdict.value })
      else if ('bad' in verdict) parsed.bad.push({ line, reason: verdict.bad })
      else parsed.skipped.push({ line, reason: verdict.skip })
    }
  }
  const { rows, older } = newestOf(parsed.rows)
  const skipped = older.map(({ line, value }) => ({
    line,
    reason: `${value.title}: stands in the file again`,
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
    // A broken graph still has whole nodes in it.
    if (/"@graph"\s*:\s*\[/.test(content)) return readJsonRows(content, '@graph')
    return {
      rows: [],
      bad: [{ line: 1, reason: `not valid JSON: ${error instanceof Error ? error.message : ''}` }],
    }
  }
}

/** The event nodes in a node: itself, what a list item holds, and its sub-events. */
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

/** 'https://schema.org/EventCancelled' and 'schema:EventCancelled' → 'EventCancelled'. */
function lastPart(iri: string): string {
  return iri.split(/[/#:]/).at(-1) ?? ''
}

const name = feedText()

function judge(node: unknown, fileName: string): Verdict<FeedEvent> {
  const types = typesOf(node)
  if (types.length === 0) return { bad: '@type: is missing' }
  const type = types.find((one) => eventTypes.test(one))
  if (type === undefined) return { skip: `${types.join(', ').slice(0, 60)} is no event` }
  if (type === 'EventSeries') return { skip: 'a series is no event of its own' }
  const titled = name.safeParse(fieldOf(node, 'name'))
  if (!titled.success) return { bad: `name: ${problemOf(titled.error)}` }
  const attendance = fieldOf(node, 'eventAttendanceMode')
  if (typeof attendance === 'string' && lastPart(attendance) === 'OnlineEventAttendanceMode')
    return { skip: `${titled.data}: takes place online` }
  const startDate = fieldOf(node, 'startDate')
  const moment = typeof startDate === 'string' ? readMoment(startDate) : null
  if (!moment)
    return {
      bad: `startDate: ${startDate === undefined ? 'is missing' : 'is no date such as 2026-11-28T15:00'}`,
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
  const title = readTitle(titled.data)
  const previous = listOf(fieldOf(node, 'previousStartDate')).map((date) => readMoment(String(date)))
  const previousDay = previous.map((one) => one && dayOf(one.when)).find((day) => day !== null) ?? null
  const competition = fieldOf(fieldOf(node, 'superEvent'), 'name')
  const isSport = type === 'SportsEvent'
  const said = title.status ?? status.status
  return {
    value: {
      source: 'json-ld',
      ref: refOf(node, fileName, [titled.data, venue?.name ?? 'nowhere', previousDay ?? dayOf(moment.when)]),
      version: null,
      title: title.name,
      teams: pairOf(home, away, title),
      artists: isSport || typeof performers === 'string' ? [] : performers.slice(0, 8),
      categories: [title.competition ?? '', typeof competition === 'string' ? competition : '', type]
        .filter((word) => word !== '')
        .map((word) => word.slice(0, 100)),
      ...moment,
      dateConfirmed: said !== 'postponed' && !title.isTentative,
      previousDay,
      venue,
      status: said,
      isMoved: status.isMoved,
      onlyIfKnown: false,
    },
  }
}

function pairOf(
  home: string | undefined,
  away: string | undefined,
  { pairing }: ReturnType<typeof readTitle>,
): FeedEvent['teams'] {
  if (home !== undefined && away !== undefined) return { home, away }
  return pairing?.isCertain ? { home: pairing.home, away: pairing.away } : null
}

function dayOf(when: FeedEvent['when']): string {
  return (when.kind === 'utc' ? when.instant : when.local).slice(0, 10)
}

/**
 * What the node is called for good: its own address, or its name within the file ('#e1'). Without one, what it is, where,
 * and on which day it was first to be: an evening of a run is told from the next by its day alone.
 */
function refOf(node: unknown, fileName: string, facts: readonly string[]): string {
  const id = fieldOf(node, '@id')
  if (typeof id === 'string' && /^(?:https?|urn):/i.test(id)) return id.slice(0, 255)
  if (typeof id === 'string' && id !== '') return `${fileName}${id}`.slice(0, 255)
  return facts.map(matchKey).join(' @ ').slice(0, 255)
}

/** The names of people, groups or teams, or why one is none. */
function namesOf(value: unknown): string[] | string {
  const names: string[] = []
  for (const entry of listOf(value, 20)) {
    const parsed = name.safeParse(typeof entry === 'string' ? entry : fieldOf(entry, 'name'))
    if (!parsed.success) return problemOf(parsed.error)
    names.push(parsed.data)
  }
  return names
}

function venueOf(value: unknown): FeedVenue | null | string {
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

/** 'De Passage 100, 1101 AX Amsterdam, NL' → each part, and without a postcode before it. */
function addressParts(address: string): string[] {
  return address
    .slice(0, 300)
    .split(/\s*,\s*/)
    .flatMap((part) => [part, part.replace(/^[\dA-Z -]*\d[\dA-Z-]*(?:\s[A-Z]{2})?\s+/, '')])
    .filter((part, at, all) => part !== '' && all.indexOf(part) === at)
}

function statusOf(values: readonly unknown[]): Pick<FeedEvent, 'status' | 'isMoved'> | string {
  const said = values.filter((value) => typeof value === 'string').map(lastPart)
  if (said.includes('EventCancelled')) return { status: 'cancelled', isMoved: false }
  if (said.includes('EventPostponed')) return { status: 'postponed', isMoved: false }
  if (said.includes('EventRescheduled')) return { status: 'scheduled', isMoved: true }
  if (said.includes('EventMovedOnline'))
    return 'has moved online; decide by hand what that means for its tickets'
  const strange = said.find((one) => one !== 'EventScheduled')
  if (strange !== undefined) return `"${strange.slice(0, 40)}" is not known`
  return { status: said.length > 0 ? 'scheduled' : null, isMoved: false }
}

function problemOf(error: z.ZodError): string {
  return error.issues.map((issue) => issue.message).join(', ')
}
