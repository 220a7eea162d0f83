import { z } from 'zod'
import { readCsvRows } from '../importers/csv-rows.ts'
import { parseRows, type Parsed, type RowResult } from '../importers/source-rows.ts'
import { participantKinds, seasonNamings, titleStyles, type Competition } from './competition.ts'
import { artPatterns, colourPair, type ArtPattern, type Colours } from './category-art.ts'

/** A competition with its sport or genre, as an operator describes it. */
export interface CompetitionRow extends Pick<
  Competition,
  | 'slug'
  | 'name'
  | 'scope'
  | 'countryCode'
  | 'titleStyle'
  | 'firstMonth'
  | 'seasonNaming'
  | 'confirmAheadDays'
  | 'participants'
  | 'durationMinutes'
> {
  /** What is `null` stays as it is, for a sport that exists. */
  sport: {
    slug: string
    name: string | null
    kind: 'sport' | 'genre' | null
    artPattern: ArtPattern | null
  }
  /** Place in the menu, from 1. */
  position: number
  isNamedAfterVenue: boolean
  artPattern: ArtPattern | null
  colours: Colours | null
  /** Whether the home page shows its teams. */
  isFeatured: boolean
  /** Other names that sources use: titles and file codes. */
  sourceNames: readonly string[]
}

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens')
const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) >= from && Number(text) <= to, {
      error: `must be a whole number from ${from} to ${to}`,
    })
    .transform(Number)
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` })
/** An empty cell counts as a missing column. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((text) => (text === '' ? undefined : text), schema.optional())

export const competitionFields = z.looseObject({
  slug,
  name: z.string().min(1, 'is empty').max(80, 'must have at most 80 characters'),
  sport: slug,
  sport_name: optional(z.string().max(80, 'must have at most 80 characters')),
  sport_kind: optional(oneOf(['sport', 'genre'])),
  position: optional(wholeNumber(1, 999)),
  country_code: optional(z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code')),
  performer_scope: optional(z.string().regex(/^[a-z0-9/-]+$/, 'must be words joined by hyphens or slashes')),
  title_style: optional(oneOf(titleStyles)),
  participants: optional(oneOf(participantKinds)),
  duration_minutes: optional(wholeNumber(10, 10_080)),
  art_pattern: optional(oneOf(artPatterns)),
  sport_art_pattern: optional(oneOf(artPatterns)),
  colours: optional(colourPair),
  featured: optional(oneOf(['yes', 'no'])),
  first_month: optional(wholeNumber(1, 12)),
  season_naming: optional(oneOf(seasonNamings)),
  confirm_ahead_days: optional(wholeNumber(0, 400)),
  named_after_venue: optional(oneOf(['yes', 'no'])),
  source_names: optional(z.string()),
})

/** A competition as text: the columns of an import file. */
export type CompetitionText = { slug: string } & Partial<
  Record<Exclude<keyof typeof competitionFields.shape, 'slug'>, string>
>

/** Fills in the defaults: a league of one country whose seasons are calendar years. */
export function toCompetitionRow(row: z.output<typeof competitionFields>): CompetitionRow {
  const countryCode = row.country_code ?? null
  return {
    slug: row.slug,
    name: row.name,
    sport: {
      slug: row.sport,
      name: row.sport_name ?? null,
      kind: row.sport_kind ?? null,
      artPattern: row.sport_art_pattern ?? null,
    },
    position: row.position ?? 1,
    countryCode,
    scope: row.performer_scope ?? (countryCode ? `${row.sport}/${countryCode.toLowerCase()}` : row.sport),
    titleStyle: row.title_style ?? 'versus',
    participants: row.participants ?? (row.title_style === 'own' ? 'single' : 'home-away'),
    durationMinutes: row.duration_minutes ?? 120,
    artPattern: row.art_pattern ?? null,
    colours: row.colours ?? null,
    isFeatured: row.featured === 'yes',
    firstMonth: row.first_month ?? 1,
    seasonNaming: row.season_naming ?? 'start year',
    confirmAheadDays: row.confirm_ahead_days ?? null,
    isNamedAfterVenue: row.named_after_venue === 'yes',
    sourceNames: (row.source_names ?? '').split('|').filter((name) => name.trim() !== ''),
  }
}

/** Parses a table of competitions; only `slug`, `name` and `sport` are required columns. */
export function parseCompetitions(content: string): Parsed<CompetitionRow> {
  const { rows, bad } = readCsvRows(content, ['slug', 'name', 'sport'])
  const parsed = parseRows(rows, competitionFields, (row): RowResult<CompetitionRow> => ({
    value: toCompetitionRow(row),
  }))
  return { ...parsed, bad: [...bad, ...parsed.bad] }
}
