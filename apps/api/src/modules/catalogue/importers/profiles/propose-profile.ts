import { slugify } from '@terrace/domain/text/slug'
import type { Competitions } from '../../competitions/competition-lookup.ts'
import { meaningOf, type ColumnMeaning } from './column-words.ts'
import type { FileOutline } from './file-outline.ts'
import { namesIn } from './field-reader.ts'
import { parseDate, type DateOrder } from './parse-date.ts'
import {
  feedFormats,
  nameSeparators,
  profileSettings,
  type FixtureField,
  type IdentifyingField,
  type NameSeparator,
  type Profile,
} from './profile.ts'
import { splitTitle } from './read-season.ts'
import { textAt } from './templates.ts'

export interface ProfileProposal {
  profile: Profile
  /** What the operator should check before confirming. */
  notes: string[]
}

interface ProposalContext {
  competitions: Competitions
  /** Slug of the competition, for files that do not say it. */
  competition?: string | undefined
  season?: string | undefined
}

/**
 * Proposes how to read a file, from the names of its columns and a sample of their values. Returns what is missing when
 * no profile can be proposed.
 */
export function proposeProfile(
  name: string,
  outline: FileOutline,
  context: ProposalContext,
): ProfileProposal | { problem: string } {
  if (feedFormats.includes(outline.format)) return feedProposal(name, outline)
  const notes: string[] = []
  const found = bestColumns(outline, notes)
  const target = (field: FixtureField) => found.find((one) => one.field === field)
  const competition = proposeCompetition(outline, target('competition') !== undefined, context)
  if (competition === undefined) {
    return {
      problem:
        'the file does not say which competition it is about: add --competition <slug>. npm run admin -- catalogue competitions lists them, and npm run admin -- catalogue competition <slug> --name <text> --sport <slug> adds one',
    }
  }
  const hasTeams = target('home') !== undefined && target('away') !== undefined
  const columns = found.filter(({ field }) => hasTeams || (field !== 'home' && field !== 'away'))
  const teamsFromTitle = !hasTeams && isMostlyPairings(outline, target('title'))
  const draft = {
    about: `Proposed for ${name}`,
    format: outline.format,
    list: outline.list,
    ...(target('id') ? { source: slugify(name) } : {}),
    columns: Object.fromEntries(columns.map(({ column, field }) => [column, field])),
    optional: columns
      .filter(({ column }) => outline.sample.some(({ record }) => textAt(record, column) === ''))
      .map(({ column }) => column),
    competition,
    season: proposeSeason(outline, target('season') !== undefined, context),
    dateOrder: orderOf(outline, target('date') ?? target('dateTime'), notes),
    zone: columns.find(({ zone }) => zone !== null)?.zone ?? 'venue',
    teamsFromTitle,
    performersBetween: separatorOf(outline, target('performers'), notes),
    identifiedBy: identify(outline, columns, hasTeams || teamsFromTitle, notes),
  }
  const checked = profileSettings.safeParse(draft)
  if (!checked.success) {
    const problems = checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    return { problem: `${problems.join('; ')}. The columns are: ${outline.columns.slice(0, 30).join(', ')}` }
  }
  if (!hasTeams && !teamsFromTitle && !target('venue'))
    notes.push('no column gives the venue; add it to the profile: "values": {"venue": "…"}')
  const unused = outline.columns.filter((column) => !columns.some((one) => one.column === column))
  if (unused.length > 0) notes.push(`not used: ${unused.slice(0, 20).join(', ')}`)
  return { profile: { name, settings: checked.data }, notes }
}

function feedProposal(name: string, { format }: FileOutline): ProfileProposal {
  const settings = profileSettings.parse({ about: `Proposed for ${name}`, format, source: slugify(name) })
  return {
    profile: { name, settings },
    notes: ['events are matched by their teams, titles, venues and days'],
  }
}

/** One column per field: the most common word, then the first column. Columns without any value are no use. */
function bestColumns(outline: FileOutline, notes: string[]): ColumnMeaning[] {
  const best = new Map<FixtureField, ColumnMeaning>()
  const isUsed = (column: string) => outline.sample.some(({ record }) => textAt(record, column) !== '')
  const all = outline.columns.filter(isUsed).flatMap((column) => meaningOf(column) ?? [])
  for (const one of all) {
    const meaning = { ...one, field: fieldOf(outline, one) }
    const other = best.get(meaning.field)
    if (!other || meaning.rank < other.rank) best.set(meaning.field, meaning)
  }
  if (best.has('date') && best.has('dateTime')) best.delete('dateTime')
  // "Ort" or "Location" next to a column of stadiums is where they are.
  const place = all.find(({ field, column }) => field === 'venue' && best.get('venue')?.column !== column)
  if (place && !best.has('city')) best.set('city', { ...place, field: 'city' })
  if (best.get('home') && !best.get('away'))
    notes.push('there is a column of home teams, but none of away teams')
  return [...best.values()]
}

function fieldOf(outline: FileOutline, { field, column }: ColumnMeaning): FixtureField {
  if (field === 'date') return dateField(outline, column)
  return field === 'dateTime' && hasTimesOnly(outline, column) ? 'time' : field
}

function hasTimesOnly({ sample }: FileOutline, column: string): boolean {
  const texts = sample.map(({ record }) => textAt(record, column)).filter((text) => text !== '')
  return texts.every((text) => /^\d{1,2}([:.h]\d\d)?(:\d\d)?\s*([ap]\.?m\.?)?$/i.test(text))
}

/** A column named "Date" often has the time too; then it gives both, unless another column has the time. */
function dateField({ sample, columns }: FileOutline, column: string): 'date' | 'dateTime' {
  const hasTimeColumn = columns.some((one) => meaningOf(one)?.field === 'time')
  const hasTime = sample.some(({ record }) => /\d[T ]\d{1,2}:\d\d/.test(textAt(record, column)))
  return hasTime && !hasTimeColumn ? 'dateTime' : 'date'
}

function proposeCompetition(
  outline: FileOutline,
  hasColumn: boolean,
  { competitions, competition }: ProposalContext,
): { slug: string } | { from: 'column' | 'title' } | undefined {
  if (competition !== undefined) return { slug: competition }
  if (hasColumn) return { from: 'column' }
  const title = splitTitle(outline.header['name'] ?? '').name
  return competitions.named(title) ? { from: 'title' } : undefined
}

function proposeSeason(
  { header }: FileOutline,
  hasColumn: boolean,
  { season }: ProposalContext,
): { name: string } | { from: 'column' | 'title' | 'date' | 'option' } {
  if (hasColumn) return { from: 'column' }
  if (season !== undefined) return { from: 'option' }
  return splitTitle(header['name'] ?? '').season === null ? { from: 'date' } : { from: 'title' }
}

/** The order in which most dates of the sample can be read; a tie between days and months is worth a look. */
function orderOf({ sample }: FileOutline, date: ColumnMeaning | undefined, notes: string[]): DateOrder {
  if (!date) return 'YMD'
  const texts = sample.map(({ record }) => textAt(record, date.column)).filter((text) => text !== '')
  const days = texts.map((text) => text.replace(/[T,]?\s*\d{1,2}:\d\d.*$/, ''))
  const readable = (order: DateOrder) => days.filter((text) => parseDate(text, order) !== null).length
  const counts = (['YMD', 'DMY', 'MDY'] as const).map((order) => ({ order, count: readable(order) }))
  const [best] = counts.toSorted((left, right) => right.count - left.count)
  const [, dayFirst, monthFirst] = counts
  const isAmbiguous = best?.order !== 'YMD' && dayFirst?.count === monthFirst?.count
  if (isAmbiguous && days[0] !== undefined)
    notes.push(
      `"${days[0]}" could start with the day or the month; the profile takes the day (dateOrder DMY)`,
    )
  return best?.order ?? 'YMD'
}

/** The separator that most line-ups of the sample have. */
function separatorOf(
  { sample }: FileOutline,
  performers: ColumnMeaning | undefined,
  notes: string[],
): NameSeparator | undefined {
  if (!performers) return undefined
  const texts = sample.map(({ record }) => textAt(record, performers.column))
  const counts = nameSeparators.map((separator) => ({
    separator,
    count: texts.filter((text) => namesIn(text, separator).length > 1).length,
  }))
  const [best] = counts.toSorted((left, right) => right.count - left.count)
  if (!best || best.count === 0) return undefined
  notes.push(`${performers.column}: the names have "${best.separator}" between them`)
  return best.separator
}

function isMostlyPairings({ sample }: FileOutline, title: ColumnMeaning | undefined): boolean {
  if (!title || sample.length === 0) return false
  const pairings = sample.filter(({ record }) => /\s(?:vs?\.?|@)\s/i.test(textAt(record, title.column)))
  return pairings.length >= sample.length * 0.8
}

/** What tells the events of the sample apart; teams that meet several times need a round or an id. */
function identify(
  { sample }: FileOutline,
  columns: readonly ColumnMeaning[],
  hasTeams: boolean,
  notes: string[],
): IdentifyingField[] | undefined {
  const column = (field: FixtureField) => columns.find((one) => one.field === field)?.column
  const teams: FixtureField[] = hasTeams ? (column('home') ? ['home', 'away'] : ['title']) : []
  const isUnique = (fields: readonly FixtureField[]) => {
    const names = fields.flatMap((field) => column(field) ?? [])
    const keys = sample.map(({ record }) => names.map((name) => textAt(record, name)).join('\n'))
    return names.length === fields.length && new Set(keys).size === keys.length
  }
  const day: FixtureField = column('date') ? 'date' : 'dateTime'
  if (hasTeams && isUnique(teams)) return undefined
  if (isUnique(['id'])) return ['id']
  if (hasTeams && isUnique([...teams, 'round'])) return ['round']
  const name: FixtureField = column('title') ? 'title' : 'performers'
  if (!hasTeams && isUnique([name])) return [name === 'title' ? 'title' : 'performers']
  if (!hasTeams && isUnique([name, 'session'])) return [name === 'title' ? 'title' : 'performers', 'session']
  notes.push('only their dates tell events apart, so a moved one will look like a new one')
  const extra: IdentifyingField[] = column('venue') && !isUnique([...teams, name, day]) ? ['venue'] : []
  return hasTeams ? ['date', ...extra] : [name === 'title' ? 'title' : 'performers', 'date', ...extra]
}
