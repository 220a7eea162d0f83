import { hash53 } from '@terrace/domain/text/short-hash'
import type { Competition } from '../../competitions/competition.ts'
import type { Competitions } from '../../competitions/competition-lookup.ts'
import type { Fixture, FixtureRow } from '../fixtures/fixture.ts'
import { readICalendar } from '../readers/icalendar.ts'
import { openNumberMap } from '../readers/number-map.ts'
import { readJsonLd } from '../readers/json-ld.ts'
import { RefusedFileError } from '../readers/refused-file.ts'
import type { SourceFile } from '../readers/source-file.ts'
import { readTicketmaster } from '../readers/ticketmaster.ts'
import { openConverter } from './convert-record.ts'
import { outlineFile, type FileOutline } from './file-outline.ts'
import type { Profile } from './profile.ts'
import { readRecords } from './read-records.ts'
import { findCompetition, noSeason, seasonExample, seasonName, splitTitle } from './read-season.ts'

export interface ReadContext {
  competitions: Competitions
  now: Date
  /** The season of the file, where neither file nor profile says it. */
  season?: string | undefined
}

/**
 * Reads the events of a file as a profile describes, one row at a time.
 * @throws `RefusedFileError` as soon as the file turns out to be damaged or not what the profile describes; nothing
 * that was read before may be loaded then
 */
export async function* readFixtures(
  file: SourceFile,
  profile: Profile,
  context: ReadContext,
): AsyncGenerator<FixtureRow> {
  const { format, source } = profile.settings
  const feed = { ...context, source: source ?? format }
  if (format === 'icalendar') yield* inCompetition(readICalendar(file, feed), profile, context)
  else if (format === 'json-ld') yield* inCompetition(readJsonLd(file, feed), profile, context)
  else if (format === 'ticketmaster') yield* inCompetition(readTicketmaster(file, feed), profile, context)
  else yield* readTable(file, profile, context)
}

/** The events of a feed, all in the profile's competition if it has one. */
async function* inCompetition(
  rows: AsyncIterable<FixtureRow>,
  { settings }: Profile,
  { competitions }: ReadContext,
): AsyncGenerator<FixtureRow> {
  if (!settings.competition || !('slug' in settings.competition)) {
    yield* rows
    return
  }
  const { slug } = competitionOf(competitions, settings.competition.slug)
  for await (const row of rows)
    yield 'fixture' in row ? { line: row.line, fixture: { ...row.fixture, competition: slug } } : row
}

async function* readTable(
  file: SourceFile,
  profile: Profile,
  context: ReadContext,
): AsyncGenerator<FixtureRow> {
  const { settings } = profile
  const outline = await outlineFile(file, settings.list)
  const { competition, season } = fileSettings(profile, outline, context)
  const convert = openConverter({ settings, competitions: context.competitions, competition, season })
  const seen = openNumberMap()
  for await (const { line, ...row } of readRecords(file, profile, outline)) {
    if ('bad' in row) {
      yield { line, bad: row.bad }
      continue
    }
    const result = convert(row.record)
    if (!('value' in result)) {
      yield { line, ...result }
      continue
    }
    const key = keyOf(result.value)
    const earlier = seen.get(key)
    if (earlier !== undefined && !settings.isChangeList) {
      yield {
        line,
        bad: `${result.value.identity.title} is already on line ${earlier}${repeatHint(result.value)}`,
      }
      continue
    }
    seen.set(key, line)
    yield { line, fixture: result.value }
  }
}

function repeatHint({ identity }: Fixture): string {
  return 'home' in identity
    ? ': teams that meet more than once need a column that tells the games apart, such as "identifiedBy": ["round"] in the profile'
    : ''
}

/** Identifies an event within the file. A hash, because half a million texts would take 100 MB. */
function keyOf({ competition, season, identity, session }: Fixture): number {
  const names = 'home' in identity ? [identity.home, identity.away, identity.part] : [identity.name]
  return hash53([competition, season, ...names, session].join('\n'))
}

/** The competition and season of all rows, as far as profile, title or option say them. */
function fileSettings(
  { name, settings }: Profile,
  { header }: FileOutline,
  { competitions, season: option }: ReadContext,
): { competition: Competition | undefined; season: string | undefined } {
  const title = splitTitle(header[settings.titleField] ?? '')
  const competition = competitionFrom(settings.competition, title.name, competitions)
  const from = settings.season && 'from' in settings.season ? settings.season.from : undefined
  if (from === 'option' && option === undefined)
    throw new RefusedFileError(
      1,
      `the profile ${name} needs the season: --season ${competition ? seasonExample(competition) : '2026'}`,
    )
  if (from === 'title' && option === undefined && title.season === null)
    throw new RefusedFileError(
      1,
      `the title "${header[settings.titleField] ?? ''}" has no season such as 2026/27`,
    )
  const fixed = settings.season && 'name' in settings.season ? settings.season.name : undefined
  const season = option ?? fixed ?? (from === 'title' ? (title.season ?? undefined) : undefined)
  if (season !== undefined && competition && seasonName(season, competition) === null)
    throw new RefusedFileError(1, noSeason(season, competition))
  return { competition, season }
}

function competitionFrom(
  setting: Profile['settings']['competition'],
  title: string,
  competitions: Competitions,
): Competition | undefined {
  if (!setting) return undefined
  if ('slug' in setting) return competitionOf(competitions, setting.slug)
  return setting.from === 'title' ? competitionOf(competitions, title) : undefined
}

function competitionOf(competitions: Competitions, text: string): Competition {
  const found = findCompetition(competitions, text)
  if (typeof found === 'string') throw new RefusedFileError(1, found)
  return found
}
