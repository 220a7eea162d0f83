import { removeInvisible } from '@terrace/domain/text/visible-text'
import { venueKinds, type VenueKind } from '@terrace/domain/seating-plan/seating-plan'
import { isTimeZone } from '@terrace/domain/time/time-zones'
import { z } from 'zod'
import type { Competitions } from '../../competitions/competition-lookup.ts'
import { readCsvRows } from '../csv-rows.ts'
import { parseRows, type Parsed, type RowResult } from '../source-rows.ts'

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
  /** The team that plays there. When two teams share a venue, two rows name it. */
  home: { name: string; scope: string; countryCode: string } | null
}

const filled = z.string().overwrite(removeInvisible).min(1, 'is empty')
const coordinate = z
  .string()
  .refine((text) => text === '' || Number.isFinite(Number(text)), 'is not a coordinate')
  .transform((text) => (text === '' ? null : Number(text)))
const locationColumns = {
  venue: filled,
  city: filled,
  country_code: z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code'),
  timezone: z.string().refine(isTimeZone, 'is not an IANA time zone'),
  capacity: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'must be a number of seats')
    .transform(Number),
  latitude: coordinate,
  longitude: coordinate,
}

/**
 * Parses a table of venues. In a table with the column `club`, each row also names a team that plays there and its
 * league; `kind` is then optional.
 */
export function parseVenues(
  content: string,
  { competitions }: { competitions: Competitions },
): Parsed<VenueRow> {
  const [header = ''] = content.split(/\r|\n/, 1)
  return /(^|[,;\t])club([,;\t]|$)/.test(header)
    ? parseHomeVenues(content, competitions)
    : parseVenueTable(content)
}

const kind = z.enum(venueKinds, { error: `must be one of ${venueKinds.join(', ')}` })

/** A venue as text, without other names. */
export const venueTexts = z.looseObject({ ...locationColumns, kind })

const homeVenue = z.looseObject({
  ...locationColumns,
  league: filled,
  club: filled,
  kind: kind.default('bowl'),
})

function parseHomeVenues(content: string, competitions: Competitions): Parsed<VenueRow> {
  const { rows, bad } = readCsvRows(content, ['league', 'club', ...Object.keys(locationColumns)])
  const parsed = parseRows(rows, homeVenue, (row): RowResult<VenueRow> => {
    const league = competitions.named(row.league)
    if (!league) return { bad: `league: unknown league ${row.league}` }
    const home = { name: row.club, scope: league.scope, countryCode: league.countryCode ?? row.country_code }
    return { value: { ...venueOf(row, row.kind), home } }
  })
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}

const venueTableRow = z.looseObject({
  ...locationColumns,
  kind,
  aliases: z.string().transform((text) => text.split('|').filter((name) => name !== '')),
})

function parseVenueTable(content: string): Parsed<VenueRow> {
  const { rows, bad } = readCsvRows(content, ['kind', 'aliases', ...Object.keys(locationColumns)])
  const parsed = parseRows(rows, venueTableRow, (row): RowResult<VenueRow> => ({
    value: { ...venueOf(row, row.kind), aliases: row.aliases },
  }))
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}

type LocationRow = { [Key in keyof typeof locationColumns]: z.output<(typeof locationColumns)[Key]> }

function venueOf(row: LocationRow, kind: VenueKind): VenueRow {
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
