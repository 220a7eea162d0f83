import { parseLocal } from '@terrace/domain/time/dates'
import { z } from 'zod'
import { unstated, type Fixture } from '../fixtures/fixture.ts'
import { readJsonRows } from '../json-rows.ts'
import { emptyParse, parseRows, type Parsed, type RowResult } from '../source-rows.ts'

const day = z
  .string({ error: 'is missing' })
  .refine((text) => text.length === 10 && parseLocal(text) !== null, 'is not a date such as 2026-11-22')

/** `04:00`, or minutes since midnight: the source passed through YAML, which reads 13:00 as a base-60 number. */
const timeOfDay = z.union(
  [
    z.string().refine((text) => parseLocal(`2000-01-01T${text}`) !== null),
    z
      .int()
      .min(0)
      .max(1439)
      .transform((minutes) => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`),
  ],
  { error: 'is not a time such as 13:00' },
)

const race = z.looseObject({
  round: z.int({ error: 'must be an integer' }),
  date: day,
  time: timeOfDay.nullish(),
  grandPrixId: z.string({ error: 'is missing' }).min(1),
  officialName: z.string().optional(),
  circuitId: z.string({ error: 'is missing' }).min(1),
})

/**
 * Parses a season of F1DB races. Times are UTC: Las Vegas is dated Sunday 04:00 and takes place on Saturday evening.
 * Races have no performers, because the source names no drivers.
 */
export function parseF1(content: string): Parsed<Fixture> {
  const { header, rows, bad } = readJsonRows(content, 'races')
  if (rows.length === 0 && bad.length > 0) return emptyParse(bad)
  const season = seasonOf(header)
  if (!season) return emptyParse([{ line: 1, reason: 'season: is not a year' }, ...bad])
  const parsed = parseRows(rows, race, (row): RowResult<Fixture> => {
    const when: Fixture['when'] = row.time
      ? { kind: 'utc', instant: `${row.date}T${row.time}:00.000Z` }
      : { kind: 'local', local: `${row.date}T00:00` }
    return { value: raceFixture({ season, ...row, when, timeKnown: Boolean(row.time) }) }
  })
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}

const calendarRound = z.looseObject({
  round: z.int({ error: 'must be an integer' }),
  grandPrixId: z.string({ error: 'is missing' }).min(1),
  name: z.string().optional(),
  circuitId: z.string({ error: 'is missing' }).min(1),
  raceDate: day,
})

/** Parses a season's calendar of race days without start times. */
export function parseF1Calendar(content: string): Parsed<Fixture> {
  const { header, rows, bad } = readJsonRows(content, 'rounds')
  if (rows.length === 0 && bad.length > 0) return emptyParse(bad)
  const season = seasonOf(header)
  if (!season) return emptyParse([{ line: 1, reason: 'season: is not a year' }, ...bad])
  const parsed = parseRows(rows, calendarRound, (row): RowResult<Fixture> => ({
    value: raceFixture({
      season,
      ...row,
      officialName: row.name,
      when: { kind: 'local', local: `${row.raceDate}T00:00` },
      timeKnown: false,
    }),
  }))
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}

interface Race {
  season: string
  round: number
  grandPrixId: string
  officialName?: string | undefined
  circuitId: string
  when: Fixture['when']
  timeKnown: boolean
}

function raceFixture({
  season,
  round,
  grandPrixId,
  officialName,
  circuitId,
  when,
  timeKnown,
}: Race): Fixture {
  return {
    ...unstated,
    competition: 'formula-1',
    season,
    identity: { name: grandPrixId, title: officialTitle(grandPrixId, officialName) },
    round: `Round ${round}`,
    when,
    timeKnown,
    venue: { name: `f1 circuit ${circuitId}`, places: [], countryCode: null, required: true },
  }
}

/** The official name without series and year; a sponsor's name stays unless the catalogue has a title for the id. */
function officialTitle(id: string, officialName: string | undefined): string {
  const plain = officialName?.replace(/^formula 1\s+/i, '').replace(/\s+\d{4}$/, '')
  const name = id.replaceAll('-', ' ').replaceAll(/\b\p{L}/gu, (initial) => initial.toUpperCase())
  return plain || `${name} Grand Prix`
}

function seasonOf(header: Record<string, unknown>): string | undefined {
  const year = Number(header.season)
  return Number.isInteger(year) && year >= 1950 && year < 2100 ? String(year) : undefined
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
