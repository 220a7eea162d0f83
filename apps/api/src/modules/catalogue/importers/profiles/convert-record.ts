import { matchKey } from '../../matching/match-key.ts'
import { seasonOf, type Competition } from '../../competitions/competition.ts'
import type { Competitions } from '../../competitions/competition-lookup.ts'
import { isEventSession, readTitle } from '../event-sources/source-title.ts'
import { unstated, type Fixture } from '../fixtures/fixture.ts'
import type { Fields } from '../readers/source-record.ts'
import type { RowResult } from '../source-rows.ts'
import { openFieldReader, type FieldReader } from './field-reader.ts'
import { parseDate } from './parse-date.ts'
import type { FixtureField, ProfileSettings } from './profile.ts'
import { readIdentity, type Naming } from './read-identity.ts'
import { findCompetition, noSeason, seasonExample, seasonName } from './read-season.ts'
import { readStatus } from './read-status.ts'
import { readTime } from './read-time.ts'
import { textAt } from './templates.ts'

export interface ConvertContext {
  settings: ProfileSettings
  competitions: Competitions
  /** What holds for the whole file; `undefined` where each row says it. */
  competition: Competition | undefined
  season: string | undefined
}

/** Converts records into fixtures as a profile describes. */
export function openConverter(context: ConvertContext): (record: Fields) => RowResult<Fixture> {
  const fields = openFieldReader(context.settings)
  return (record) => convert(record, fields, context)
}

function convert(record: Fields, fields: FieldReader, context: ConvertContext): RowResult<Fixture> {
  const { settings, competitions } = context
  const leftOut = leaveOutReason(record, settings)
  if (leftOut !== null) return { skip: leftOut }
  const problems: string[] = []
  const name = (field: FixtureField): string => {
    const read = fields.name(record, field)
    if ('text' in read) return read.text
    problems.push(read.problem)
    return ''
  }
  const time = readTime(fields, record, settings)
  if (Array.isArray(time)) problems.push(...time)
  const competition = context.competition ?? findCompetition(competitions, fields.text(record, 'competition'))
  if (typeof competition === 'string') problems.push(competition)
  const status = readStatus(fields, record, settings)
  if (typeof status === 'string') problems.push(status)
  const naming = readNaming(record, { fields, settings, competitions, name, problems })
  const performers = fields.names(record, 'performers')
  if ('problem' in performers) problems.push(performers.problem)
  const venue = readVenue(record, { fields, name, problems, isPairing: naming.teams !== null })
  if (Array.isArray(time) || typeof competition === 'string' || typeof status === 'string')
    return { bad: problems.join('; ') }
  const season = seasonText(record, fields, context, competition)
  if (typeof season !== 'string') problems.push(season.problem)
  const session = sessionOf(fields.text(record, 'session'), settings)
  if (session.name !== null && isEventSession(competition, session.name) === false)
    return { skip: `${naming.title || 'the row'}: ${session.name} is a session that is no event` }
  const acts = 'texts' in performers ? performers.texts : []
  const identity = readIdentity(naming, {
    fields,
    record,
    settings,
    when: time.when,
    session: session.isMain ? null : session.name,
    performers: acts,
  })
  if (typeof identity === 'string') problems.push(identity)
  if (typeof identity === 'string' || typeof season !== 'string' || problems.length > 0)
    return { bad: problems.join('; ') }
  const id = fields.text(record, 'id')
  return {
    value: {
      ...unstated,
      source: id === '' ? null : { name: settings.source ?? '', id, version: null },
      competition: competition.slug,
      season: season === '' ? seasonOf(competition, time.day) : season,
      ...identity,
      session: session.isMain ? null : session.name,
      round: fields.text(record, 'round') || null,
      when: time.when,
      timeKnown: time.timeKnown,
      // A postponed event keeps its old day until a new one is set.
      dateConfirmed: status.status !== 'postponed',
      previousDay: parseDate(fields.text(record, 'previousDate').slice(0, 10), settings.dateOrder),
      venue,
      status: status.status,
      isChange: settings.isChangeList || status.isMoved,
    },
  }
}

interface NamingContext {
  fields: FieldReader
  settings: ProfileSettings
  competitions: Competitions
  name(field: FixtureField): string
  problems: string[]
}

function readNaming(record: Fields, context: NamingContext): Naming {
  const { fields, settings, competitions, name, problems } = context
  const title = plainTitle(name('title'), settings)
  if (fields.gives('home')) {
    const teams = { home: name('home'), away: name('away') }
    for (const side of ['home', 'away'] as const)
      if (fields.text(record, side) === '') problems.push(`${fields.nameOf(side)}: is missing`)
    if (teams.home !== '' && matchKey(teams.home) === matchKey(teams.away))
      problems.push(`${teams.home} cannot play itself`)
    return { title: title || `${teams.home} v ${teams.away}`, teams }
  }
  if (!settings.teamsFromTitle) return { title, teams: null }
  const { pairing } = readTitle(title, competitions)
  if (!pairing) problems.push(`${fields.nameOf('title')}: names no two teams, such as "Arsenal v Chelsea"`)
  return { title, teams: pairing && { home: pairing.home, away: pairing.away } }
}

/** Without the words that the profile removes and the year at the end. */
function plainTitle(title: string, { titleWithout }: ProfileSettings): string {
  let plain = titleWithout.length > 0 ? title.replace(/\s+(?:19|20)\d\d$/, '') : title
  for (const words of titleWithout) {
    const lower = plain.toLowerCase()
    if (lower.startsWith(`${words.toLowerCase()} `)) plain = plain.slice(words.length)
    else if (lower.endsWith(` ${words.toLowerCase()}`)) plain = plain.slice(0, -words.length)
    plain = plain.trim()
  }
  return plain
}

function readVenue(
  record: Fields,
  {
    fields,
    name,
    problems,
    isPairing,
  }: Pick<NamingContext, 'fields' | 'name' | 'problems'> & { isPairing: boolean },
): Fixture['venue'] {
  const venue = name('venue')
  const neutral = fields.text(record, 'neutral').toLowerCase()
  const isNeutral = /^(?:1|y|yes|true|x|neutral|ja|si|sí|oui|sim)$/.test(neutral)
  if (!isNeutral && !/^(?:|0|n|no|false|nein|non|não|home)$/.test(neutral))
    problems.push(`${fields.nameOf('neutral')}: must be yes or no`)
  if (isNeutral && venue === '') problems.push(`${fields.nameOf('venue')}: is required for a neutral game`)
  if (venue === '') return null
  const country = name('country')
  const isCode = /^[A-Z]{2}$/.test(country)
  return {
    name: venue,
    places: [name('city'), isCode ? '' : country].filter((place) => place !== ''),
    countryCode: isCode ? country : null,
    required: isNeutral || !isPairing,
  }
}

function seasonText(
  record: Fields,
  fields: FieldReader,
  { season }: ConvertContext,
  competition: Competition,
): string | { problem: string } {
  if (season !== undefined)
    return seasonName(season, competition) ?? { problem: noSeason(season, competition) }
  if (!fields.gives('season')) return ''
  const text = fields.text(record, 'season')
  const named = seasonName(text, competition)
  if (named !== null) return named
  const example = seasonExample(competition)
  const problem =
    text === ''
      ? `is empty; write a season such as ${example} there, or import with --season ${example}`
      : noSeason(text, competition)
  return { problem: `${fields.nameOf('season')}: ${problem}` }
}

function sessionOf(
  text: string,
  { sessionNames, mainSessions }: ProfileSettings,
): { name: string | null; isMain: boolean } {
  if (text === '') return { name: null, isMain: true }
  return { name: sessionNames[text] ?? text, isMain: mainSessions.includes(text) }
}

function leaveOutReason(record: Fields, { leaveOut }: ProfileSettings): string | null {
  for (const { column, words } of leaveOut) {
    const text = textAt(record, column)
    if (words.some((word) => text.toLowerCase().includes(word.toLowerCase())))
      return `${column} is "${text.slice(0, 60)}", which the profile leaves out`
  }
  return null
}
