import { z } from 'zod'
import { newestOf, type FeedEvent } from './feed-event.ts'
import { fieldOf, isTooDeep, readMoment, tooDeep, type Moment } from './feed-json.ts'
import { feedText } from './feed-text.ts'
import { readTitle } from './feed-title.ts'
import { readJsonRows } from './json-rows.ts'
import { emptyParse, parseRows, type Parsed, type Row, type Verdict } from './source-rows.ts'

const named = z.looseObject({ name: feedText() })
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
  name: feedText(),
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
 * Events in the shape of Ticketmaster's Discovery API: an answer of the search (`_embedded.events`), one event, or a
 * list of events. Local date and time are the venue's wall time and count before the instant.
 */
export function parseTicketmaster(content: string): Parsed<FeedEvent> {
  if (isTooDeep(content)) return emptyParse([{ line: 1, reason: `the file cannot be read: ${tooDeep}` }])
  const found = readRows(content)
  if (typeof found === 'string') return emptyParse([{ line: 1, reason: found }])
  const parsed = parseRows(found.rows, event, judge)
  const { rows, older } = newestOf(parsed.rows)
  const skipped = older.map(({ line, value }) => ({
    line,
    reason: `${value.title}: stands in the file again`,
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
      ? `the file holds ${other} and no events`
      : 'the file holds no events: neither _embedded.events nor dates'
  } catch (error) {
    return `not valid JSON: ${error instanceof Error ? error.message : String(error)}`
  }
}

function judge(row: Event): Verdict<FeedEvent> {
  if (row.test) return { skip: `${row.name}: marked as a test` }
  const moment = momentOf(row.dates.start)
  if (!moment) return { bad: 'dates.start: holds no date such as 2026-11-28' }
  const status = statusOf(row.dates.status?.code)
  if (status === undefined)
    return { bad: `dates.status.code: "${row.dates.status?.code.slice(0, 40)}" is not known` }
  const { dateTBD, dateTBA } = row.dates.start
  const title = readTitle(row.name)
  const { _embedded: embedded } = row
  const [venue] = embedded.venues
  const attractions = embedded.attractions.map((attraction) => attraction.name)
  const classes = row.classifications.toSorted((left, right) => Number(right.primary) - Number(left.primary))
  const isSport = classes[0]?.segment?.name === 'Sports'
  const words = classes.flatMap(({ segment, genre, subGenre }) => [
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
      categories: [title.competition, ...words].filter((word) => typeof word === 'string').slice(0, 10),
      ...moment,
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

function momentOf({
  localDate,
  localTime,
  dateTime,
  timeTBA,
  noSpecificTime,
}: z.output<typeof start>): Moment | null {
  if (localDate !== undefined) {
    const isOpen = timeTBA || noSpecificTime || localTime === undefined
    const moment = readMoment(isOpen ? localDate : `${localDate}T${localTime}`)
    return moment?.when.kind === 'local' ? moment : null
  }
  return dateTime === undefined ? null : readMoment(dateTime)
}

function dayOf(text: string | undefined): string | null {
  const moment = text === undefined ? null : readMoment(text)
  return moment?.when.kind === 'local' ? moment.when.local.slice(0, 10) : null
}

/** "onsale" and "offsale" say whether tickets are sold there, not whether the event takes place. */
function statusOf(code: string | undefined): Pick<FeedEvent, 'status' | 'isMoved'> | undefined {
  if (code === undefined || code === 'onsale' || code === 'offsale') return { status: null, isMoved: false }
  if (code === 'cancelled' || code === 'canceled') return { status: 'cancelled', isMoved: false }
  if (code === 'postponed') return { status: 'postponed', isMoved: false }
  return code === 'rescheduled' ? { status: 'scheduled', isMoved: true } : undefined
}
