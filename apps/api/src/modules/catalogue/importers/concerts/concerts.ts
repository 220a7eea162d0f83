import { toLocal } from '@terrace/domain/time/time-zones'
import { z } from 'zod'
import { unstated, type Fixture } from '../fixtures/fixture.ts'
import { readJsonRows } from '../json-rows.ts'
import { parseRows, type Parsed, type RowResult } from '../source-rows.ts'
import { personName, programmeTitle } from './work-titles.ts'

/** The archive stores a day as the instant of midnight in New York. */
const archiveZone = 'America/New_York'

const concert = z.looseObject({
  eventType: z.string().default(''),
  Venue: z.string({ error: 'is missing' }).min(1, 'is empty'),
  Date: z.iso.datetime({ error: 'is not a date such as 2025-09-11T04:00:00Z' }),
  Time: z.string({ error: 'is missing' }),
})

const work = z.looseObject({
  composerName: z.string().optional(),
  workTitle: z.unknown().optional(),
  conductorName: z.string().optional(),
  interval: z.string().optional(),
  soloists: z
    .array(z.looseObject({ soloistName: z.string(), soloistInstrument: z.string().optional() }))
    .default([]),
})

const programme = z.looseObject({
  programID: z.string({ error: 'is missing' }).min(1, 'is empty'),
  orchestra: z.string({ error: 'is missing' }).min(1, 'is empty'),
  season: z.string({ error: 'is missing' }).regex(/^\d{4}-\d\d$/, 'is not a season such as 2025-26'),
  concerts: z.array(z.unknown()).default([]),
  works: z.array(work).default([]),
})

/** Event types without public ticket sales. */
const notForSale = /private|parks|lecture|community|for schools|fundraising/i

/** Parses an orchestra's programmes; every date of a programme becomes one event. */
export function parseConcerts(content: string): Parsed<Fixture> {
  const { rows, bad } = readJsonRows(content, 'programs')
  const parsed = parseRows(rows, programme, (row) =>
    row.concerts.map((entry, index) => parseConcert(row, entry, index)),
  )
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}

function parseConcert(row: z.output<typeof programme>, entry: unknown, index: number): RowResult<Fixture> {
  const which = `programme ${row.programID}, concert ${index + 1}`
  const checked = concert.safeParse(entry)
  if (!checked.success) {
    return {
      bad: `${which}: ${checked.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
    }
  }
  const { eventType, Venue: venue, Date: midnight, Time: time } = checked.data
  if (notForSale.test(eventType)) return { skip: `${which}: ${eventType}, tickets are not sold` }
  const clock = time === 'None' ? undefined : clockTime(time)
  if (clock === null) return { bad: `${which}: Time "${time}" is not a time such as 7:30PM` }
  const day = toLocal(midnight, archiveZone)?.slice(0, 10) ?? ''
  const works = row.works.filter((item) => !item.interval)
  return {
    value: {
      ...unstated,
      competition: 'new-york-philharmonic',
      season: row.season,
      identity: {
        // The programme number and the position in the list stay the same when the date changes.
        name: `${row.programID}-${index + 1}`,
        title: programmeTitle(row.orchestra, works),
      },
      round: eventType || null,
      when: { kind: 'local', local: `${day}T${clock ?? '00:00'}` },
      timeKnown: clock !== undefined,
      venue: { name: venue, places: [], countryCode: null, required: true },
      performers: artistsOf(row.orchestra, works).map((name) => ({
        name,
        role: 'performer',
        countryCode: null,
      })),
    },
  }
}

/** `7:30PM` → `19:30`, `12:15AM` → `00:15`; `null` when invalid. */
function clockTime(text: string): string | null {
  const match = /^(\d{1,2}):(\d\d)\s*([AP])M$/i.exec(text.trim())
  const hour = Number(match?.[1])
  if (!match || hour < 1 || hour > 12 || Number(match[2]) > 59) return null
  const isAfternoon = match[3]?.toUpperCase() === 'P'
  return `${String((hour % 12) + (isAfternoon ? 12 : 0)).padStart(2, '0')}:${match[2]}`
}

const maxArtists = 4

function artistsOf(orchestra: string, works: z.output<typeof work>[]): string[] {
  const conductors = works.flatMap((item) => item.conductorName ?? [])
  const soloists = works
    .filter((item) => item.conductorName !== undefined)
    .flatMap((item) => item.soloists.map((soloist) => soloist.soloistName))
  const names = [...conductors, ...soloists].map(personName).filter((name) => name !== '')
  return [...new Set([orchestra, ...names])].slice(0, maxArtists)
}
