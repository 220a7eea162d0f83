import { venueKinds, type VenueKind } from '@terrace/domain/seating-plan'
import { isTimeZone } from '@terrace/domain/time-zones'
import { z } from 'zod'
import { circuitFacts } from './circuit-facts.ts'
import { competitionNamed } from './competitions.ts'
import { readCsvRows } from './csv-rows.ts'
import { readJsonRows } from './json-rows.ts'
import { emptyParse, parseRows, type Parsed, type Verdict } from './source-rows.ts'

export interface VenueRow {
  name: string
  kind: VenueKind
  city: string
  countryCode: string
  timezone: string
  capacity: number
  latitude: number | null
  longitude: number | null
  aliases: string[]
  /** The team that plays there. Two teams may share a ground: then two rows name one venue. */
  home: { name: string; scope: string; countryCode: string } | null
}

const filled = z.string().min(1, 'is empty')
const coordinate = z
  .string()
  .refine((text) => text === '' || Number.isFinite(Number(text)), 'is no coordinate')
  .transform((text) => (text === '' ? null : Number(text)))
const place = {
  venue: filled,
  city: filled,
  country_code: z.string().regex(/^[A-Z]{2}$/, 'is no two-letter country code'),
  timezone: z.string().refine(isTimeZone, 'is no IANA time zone'),
  capacity: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'is no number of seats')
    .transform(Number),
  latitude: coordinate,
  longitude: coordinate,
}

/** A venue table in any of the shapes we know: grounds by club, American grounds by team, F1DB's circuits, or our own. */
export function parseVenues(content: string): Parsed<VenueRow> {
  if (/^\s*[[{]/.test(content)) return parseCircuits(content)
  const header = content.slice(0, content.search(/\r?\n|$/)).split(',')
  if (header.includes('club')) return parseFootballGrounds(content)
  if (header.includes('team_code')) return parseAmericanVenues(content)
  return parseOwnVenues(content)
}

const footballGround = z.looseObject({ ...place, league: filled, club: filled })

function parseFootballGrounds(content: string): Parsed<VenueRow> {
  const { rows, bad } = readCsvRows(content, ['league', 'club', ...Object.keys(place)])
  const parsed = parseRows(rows, footballGround, (row): Verdict<VenueRow> => {
    const league = competitionNamed(row.league)
    if (!league) return { bad: `league: ${row.league} is not known` }
    const home = { name: row.club, scope: league.scope, countryCode: league.countryCode ?? row.country_code }
    return { value: { ...venueOf(row, 'bowl'), home } }
  })
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}

const americanVenue = z.looseObject({ ...place, league: filled, team_code: filled, team: filled })

function parseAmericanVenues(content: string): Parsed<VenueRow> {
  const { rows, bad } = readCsvRows(content, ['league', 'team_code', 'team', ...Object.keys(place)])
  const parsed = parseRows(rows, americanVenue, (row): Verdict<VenueRow> => {
    const kind = row.league === 'NFL' ? 'bowl' : 'arena'
    const home = { name: row.team, scope: row.league.toLowerCase(), countryCode: row.country_code }
    return { value: { ...venueOf(row, kind), home } }
  })
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}

const ownVenue = z.looseObject({
  ...place,
  kind: z.enum(venueKinds, { error: `must be one of ${venueKinds.join(', ')}` }),
  aliases: z.string().transform((text) => text.split('|').filter((name) => name !== '')),
})

function parseOwnVenues(content: string): Parsed<VenueRow> {
  const { rows, bad } = readCsvRows(content, ['kind', 'aliases', ...Object.keys(place)])
  const parsed = parseRows(rows, ownVenue, (row): Verdict<VenueRow> => ({
    value: { ...venueOf(row, row.kind), aliases: row.aliases },
  }))
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}

const circuit = z.looseObject({
  id: filled,
  name: filled,
  fullName: filled.optional(),
  placeName: filled,
  latitude: z.number().optional(),
  longitude: z.number().optional(),
})

function parseCircuits(content: string): Parsed<VenueRow> {
  const { rows, bad } = readJsonRows(content, 'circuits')
  if (rows.length === 0 && bad.length > 0) return emptyParse(bad)
  const parsed = parseRows(rows, circuit, (row): Verdict<VenueRow> => {
    const facts = circuitFacts(row.id)
    if (!facts) return { skip: `${row.id}: its time zone is not known, no event can be held there` }
    return {
      value: {
        name: row.fullName ?? row.name,
        kind: 'circuit',
        city: row.placeName,
        ...facts,
        latitude: row.latitude ?? null,
        longitude: row.longitude ?? null,
        // F1DB's races name their circuit by id.
        aliases: [`f1 circuit ${row.id}`, row.name],
        home: null,
      },
    }
  })
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}

type Place = { [Key in keyof typeof place]: z.output<(typeof place)[Key]> }

function venueOf(row: Place, kind: VenueKind): VenueRow {
  return {
    name: row.venue,
    kind,
    city: row.city,
    countryCode: row.country_code,
    timezone: row.timezone,
    capacity: row.capacity,
    latitude: row.latitude,
    longitude: row.longitude,
    aliases: [],
    home: null,
  }
}
