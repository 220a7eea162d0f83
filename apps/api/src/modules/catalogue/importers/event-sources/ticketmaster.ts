import { z } from 'zod'
import type { Competitions } from '../../competitions/competition-lookup.ts'
import { selectNewest, type SourceEvent } from './source-event.ts'
import { fieldOf, isTooDeep, parseTime, tooDeepMessage, type ParsedTime } from './source-json.ts'
import { sourceText } from './source-text.ts'
import { readTitle } from './source-title.ts'
import { readJsonRows } from '../json-rows.ts'
import {
  emptyParse,
  parseRows,
  type ParseContext,
  type Parsed,
  type Row,
  type RowResult,
} from '../source-rows.ts'

const named = z.looseObject({ name: sourceText() })
const start = z.looseObject({
  localDate: z.string().optional(),
  localTime: z.string().optional(),
  dateTime: z.string().optional(),
  dateTBD: z.boolean().default(false),
  dateTBA: z.boolean().default(false),
  timeTBA: z.boolean().default(false),
  noSpecificTime: z.boolean().default(false),
})

const event = z.looseObject({
  id: z.string({ error: 'is missing' }).min(1, 'is empty').max(255, 'is longer than 255 characters'),
  name: sourceText(),
  test: z.boolean().default(false),
  dates: z.looseObject(
    {
      start,
      initialStartDate: z.looseObject({ localDate: z.string().optional() }).optional(),
      status: z.looseObject({ code: z.string() }).optional(),
    },
    { error: 'is missing' },
  ),
  classifications: z
    .array(
      z.looseObject({
        primary: z.boolean().optional(),
        segment: named.partial().optional(),
        genre: named.partial().optional(),
        subGenre: named.partial().optional(),
      }),
    )
    .max(20)
    .default([]),
  _embedded: z
    .looseObject({
      venues: z
        .array(
          named.extend({
            city: named.partial().optional(),
            state: named.partial().optional(),
            country: z.looseObject({ countryCode: z.string().optional() }).optional(),
          }),
        )
        .max(20)
        .default([]),
      attractions: z.array(named).max(50).default([]),
    })
    .default({ venues: [], attractions: [] }),
})

type Event = z.output<typeof event>

/**
 * Parses events in the format of Ticketmaster's Discovery API: a search response, one event or a list. Local date and
 * time take precedence over the instant.
 */
export function parseTicketmaster(content: string, { competitions }: ParseContext): Parsed<SourceEvent> {
  if (isTooDeep(content))
    return emptyParse([{ line: 1, reason: `the file cannot be read: ${tooDeepMessage}` }])
  const found = readRows(content)
  if (typeof found === 'string') return emptyParse([{ line: 1, reason: found }])
  const parsed = parseRows(found.rows, event, (row) => parseEvent(row, competitions))
  const { rows, older } = selectNewest(parsed.rows)
  const skipped = older.map(({ line, value }) => ({
    line,
    reason: `${value.title}: appears again in the file`,
  }))
  return { rows, bad: [...found.bad, ...parsed.bad], skipped: [...parsed.skipped, ...skipped] }
}

function readRows(content: string): { rows: Row<unknown>[]; bad: Parsed<unknown>['bad'] } | string {
  if (/^\uFEFF?\s*\[/.test(content)) return readJsonRows(content, null)
  if (/"events"\s*:/.test(content)) return readJsonRows(content, 'events', 2)
  try {
    const value: unknown = JSON.parse(content.replace(/^\uFEFF/, ''))
    if (fieldOf(value, 'dates') !== undefined) return { rows: [{ line: 1, value }], bad: [] }
    const embedded = fieldOf(value, '_embedded')
    const other = ['attractions', 'venues'].find((key) => fieldOf(embedded, key) !== undefined)
    return other
      ? `the file has ${other} but no events`
      : 'the file has no events: neither _embedded.events nor dates'
  } catch (error) {
    return `not valid JSON: ${error instanceof Error ? error.message : String(error)}`
  }
}

function parseEvent(row: Event, competitions: Competitions): RowResult<SourceEvent> {
  if (row.test) return { skip: `${row.name}: marked as a test` }
  const parsedTime = startTimeOf(row.dates.start)
  if (!parsedTime) return { bad: 'dates.start: has no date such as 2026-11-28' }
  const status = statusOf(row.dates.status?.code)
  if (status === undefined)
    return { bad: `dates.status.code: unknown value "${row.dates.status?.code.slice(0, 40)}"` }
  const { dateTBD, dateTBA } = row.dates.start
  const title = readTitle(row.name, competitions)
  const { _embedded: embedded } = row
  const [venue] = embedded.venues
  const attractions = embedded.attractions.map((attraction) => attraction.name)
  const classes = row.classifications.toSorted((left, right) => Number(right.primary) - Number(left.primary))
  const isSport = classes[0]?.segment?.name === 'Sports'
  const genreNames = classes.flatMap(({ segment, genre, subGenre }) => [
    subGenre?.name,
    genre?.name,
    segment?.name,
  ])
  return {
    value: {
      source: 'ticketmaster',
      ref: row.id,
      version: null,
      title: title.name,
      teams: title.pairing?.isCertain ? { home: title.pairing.home, away: title.pairing.away } : null,
      artists: isSport ? [] : attractions.slice(0, 8),
      categories: [title.competition, ...genreNames].filter((word) => typeof word === 'string').slice(0, 10),
      ...parsedTime,
      dateConfirmed: !dateTBD && !dateTBA && !title.isTentative && status.status !== 'postponed',
      previousDay: dayOf(row.dates.initialStartDate?.localDate),
      venue: venue
        ? {
            name: venue.name,
            places: [venue.city?.name, venue.state?.name].filter((place) => place !== undefined),
            countryCode: /^[A-Z]{2}$/.test(venue.country?.countryCode ?? '')
              ? (venue.country?.countryCode ?? null)
              : null,
          }
        : null,
      ...status,
      onlyIfKnown: false,
    },
  }
}

function startTimeOf({
  localDate,
  localTime,
  dateTime,
  timeTBA,
  noSpecificTime,
}: z.output<typeof start>): ParsedTime | null {
  if (localDate !== undefined) {
    const isTimeUnknown = timeTBA || noSpecificTime || localTime === undefined
    const parsedTime = parseTime(isTimeUnknown ? localDate : `${localDate}T${localTime}`)
    return parsedTime?.when.kind === 'local' ? parsedTime : null
  }
  return dateTime === undefined ? null : parseTime(dateTime)
}

function dayOf(text: string | undefined): string | null {
  const parsedTime = text === undefined ? null : parseTime(text)
  return parsedTime?.when.kind === 'local' ? parsedTime.when.local.slice(0, 10) : null
}

/** `onsale` and `offsale` describe ticket sales, not the event itself. */
function statusOf(code: string | undefined): Pick<SourceEvent, 'status' | 'isMoved'> | undefined {
  if (code === undefined || code === 'onsale' || code === 'offsale') return { status: null, isMoved: false }
  if (code === 'cancelled' || code === 'canceled') return { status: 'cancelled', isMoved: false }
  if (code === 'postponed') return { status: 'postponed', isMoved: false }
  return code === 'rescheduled' ? { status: 'scheduled', isMoved: true } : undefined
}
