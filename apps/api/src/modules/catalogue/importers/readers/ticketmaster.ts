import { z } from 'zod'
import type { Competitions } from '../../competitions/competition-lookup.ts'
import { sourceText } from '../event-sources/source-text.ts'
import { readTitle } from '../event-sources/source-title.ts'
import { unstated, type Fixture, type FixtureRow } from '../fixtures/fixture.ts'
import { reasonOf, type RowResult } from '../source-rows.ts'
import { RefusedFileError } from './refused-file.ts'
import { newestOnly, partiesOf, type SourceFeedContext, type SourceFeedRow } from './source-feed.ts'
import { outlineJson, readJsonList, readJsonValue } from './json-list.ts'
import { fieldOf } from './json-fields.ts'
import { parseTime, type ParsedTime } from './parse-time.ts'
import type { SourceFile } from './source-file.ts'

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

const listPaths = ['_embedded.events', 'events', '']

/**
 * Reads events in the format of Ticketmaster's Discovery API: a search response, one event or a list. Local date and
 * time take precedence over the instant.
 * @throws `RefusedFileError` when the file has no events
 */
export async function* readTicketmaster(
  file: SourceFile,
  context: SourceFeedContext,
): AsyncGenerator<FixtureRow> {
  const { lists } = await outlineJson(file)
  const path = listPaths.find((one) => lists.some((list) => list.path === one))
  const single = path === undefined ? await readSingleEvent(file) : undefined
  yield* newestOnly(() => readEvents(file, { path, single }, context))
}

async function readSingleEvent(file: SourceFile): Promise<unknown> {
  const value = await readJsonValue(file)
  if (fieldOf(value, 'dates') !== undefined) return value
  const embedded = fieldOf(value, '_embedded')
  const other = ['attractions', 'venues'].find((key) => fieldOf(embedded, key) !== undefined)
  throw new RefusedFileError(
    1,
    other
      ? `the file has ${other} but no events`
      : 'the file has no events: neither _embedded.events nor dates',
  )
}

async function* readEvents(
  file: SourceFile,
  { path, single }: { path: string | undefined; single: unknown },
  { source, competitions }: SourceFeedContext,
): AsyncGenerator<SourceFeedRow> {
  const one = async function* () {
    yield { line: 1, record: single }
  }
  for await (const { line, ...row } of path === undefined ? one() : readJsonList(file, path)) {
    if ('bad' in row) {
      yield { line, ...row }
      continue
    }
    const checked = event.safeParse(row.record)
    const result = checked.success
      ? parseEvent(checked.data, source, competitions)
      : { bad: reasonOf(checked.error) }
    if ('value' in result) yield { line, fixture: result.value }
    else yield { line, ...result }
  }
}

function parseEvent(row: Event, source: string, competitions: Competitions): RowResult<Fixture> {
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
  const teams = title.pairing?.isCertain ? title.pairing : null
  const pair = teams && { home: teams.home, away: teams.away }
  const code = venue?.country?.countryCode ?? ''
  return {
    value: {
      ...unstated,
      ...partiesOf(row.id, title.name, pair, isSport ? [] : attractions.slice(0, 8)),
      source: { name: source, id: row.id, version: null },
      categories: [title.competition, ...genreNames].filter((word) => typeof word === 'string').slice(0, 10),
      ...parsedTime,
      dateConfirmed: !dateTBD && !dateTBA && !title.isTentative && status.status !== 'postponed',
      previousDay: dayOf(row.dates.initialStartDate?.localDate),
      venue: venue
        ? {
            name: venue.name,
            places: [venue.city?.name, venue.state?.name].filter((place) => place !== undefined),
            countryCode: /^[A-Z]{2}$/.test(code) ? code : null,
            required: pair === null,
          }
        : null,
      status: status.status,
      isChange: status.isMoved,
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
interface ClaimedStatus {
  status: Fixture['status']
  isMoved: boolean
}

function statusOf(code: string | undefined): ClaimedStatus | undefined {
  if (code === undefined || code === 'onsale' || code === 'offsale') return { status: null, isMoved: false }
  if (code === 'cancelled' || code === 'canceled') return { status: 'cancelled', isMoved: false }
  if (code === 'postponed') return { status: 'postponed', isMoved: false }
  return code === 'rescheduled' ? { status: 'scheduled', isMoved: true } : undefined
}
