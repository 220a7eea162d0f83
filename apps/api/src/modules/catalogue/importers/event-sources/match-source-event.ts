import { createHash } from 'node:crypto'
import { slugify } from '@terrace/domain/text/slug'
import { toInstant, toLocal } from '@terrace/domain/time/time-zones'
import { matchKey } from '../../matching/match-key.ts'
import { artistScope, pairTitle, seasonOf, type Competition } from '../../competitions/competition.ts'
import type { Competitions } from '../../competitions/competition-lookup.ts'
import type { FixtureTime } from '../fixtures/fixture.ts'
import { refKeyOf, type SourceEvent } from './source-event.ts'
import type { Lookups } from './source-lookups.ts'
import { readTitle } from './source-title.ts'
import type { NamedVenue } from '../../imports/names.repo.ts'
import type { Candidate } from './event-sources.repo.ts'
import { matchArtist, matchPair, matchVenue, missingName, type Missing, type Pair } from './match-names.ts'
import { rowScope } from '../../proposals/proposal.ts'
import type { ResolvedFixture } from '../fixtures/resolve-fixtures.ts'

export type NewFixture = Omit<ResolvedFixture, 'line'>

export type Match =
  | { kind: 'known'; eventId: number }
  | { kind: 'new'; fixture: NewFixture }
  | { kind: 'waiting'; missing: Missing[] }
  | { kind: 'skipped'; reason: string }
  | { kind: 'bad'; reason: string }

interface MatchInput {
  lookups: Lookups
  event: SourceEvent
  competitions: Competitions
  competition: Competition | undefined
  /** The day as the source writes it, which can differ by one from the venue's day. */
  day: string
  now: Date
}

const dayMs = 86_400_000
/** Without a named competition, a known fixture must be this close to match. */
const nearDays = 4

/**
 * Finds the stored event that a source means: by teams, by title within a competition, or by venue, day and artist.
 * Never guesses: uncertain rows wait, with similar events as a hint.
 */
export async function matchSourceEvent(
  lookups: Lookups,
  event: SourceEvent,
  { competitions, now }: { competitions: Competitions; now: Date },
): Promise<Match> {
  const competition = competitions.find(event.categories)
  const day = dayOf(event.when)
  const input: MatchInput = { lookups, event, competitions, competition, day, now }
  const found = (await matchTeams(input)) ?? (await matchTitled(input))
  if (found.kind !== 'new' && found.kind !== 'waiting') return found
  if (Date.parse(day) < now.getTime() - 2 * dayMs)
    return { kind: 'skipped', reason: `${event.title}: has already taken place` }
  if (event.onlyIfKnown)
    return { kind: 'skipped', reason: `${event.title}: does not take place and is not in the catalogue` }
  if (found.kind === 'new' && event.status === 'cancelled')
    return { kind: 'skipped', reason: `${event.title}: cancelled and not in the catalogue` }
  return found
}

async function matchTeams(input: MatchInput): Promise<Match | null> {
  const { lookups, event, competitions, competition } = input
  const pairing = event.teams
    ? { ...event.teams, isCertain: true }
    : readTitle(event.title, competitions).pairing
  if (!pairing) return null
  const league = competition?.titleStyle === 'own' ? undefined : competition
  const { pairs, missing } = await matchPair(lookups, pairing, league)
  if (!pairing.isCertain && pairs.length !== 1) return null
  if (missing.length > 0) return { kind: 'waiting', missing }
  const [pair] = pairs
  if (!pair || pairs.length > 1) {
    const hint = pair ? 'several pairs of clubs have these names' : 'no competition has both teams'
    return { kind: 'waiting', missing: [unknownEvent(event, hint)] }
  }
  if (pair.home.id === pair.away.id)
    return { kind: 'bad', reason: `${pairing.home} and ${pairing.away} are the same club` }
  return matchPairEvent(input, pair, league)
}

async function matchPairEvent(
  input: MatchInput,
  pair: Pair,
  league: Competition | undefined,
): Promise<Match> {
  const { lookups, event, day, now } = input
  const all = await lookups.pair(pair.home.id, pair.away.id)
  const asNamed = all.filter(({ home }) => home === pair.home.id)
  const season = league && seasonOf(league, day)
  const inSeason = asNamed.filter((one) => league && one.competition === league.slug && one.season === season)
  const near = asNamed.filter((one) => isNear(one, event, day, nearDays))
  // Some sources list the away team first. The same clubs never meet twice within two days.
  const swapped = all.filter((one) => !asNamed.includes(one) && isNear(one, event, day, 1))
  const [found, ...others] = league && inSeason.length > 0 ? inSeason : near.length > 0 ? near : swapped
  if (found && others.length === 0) {
    const isOver = found.startsAt.getTime() < now.getTime() - dayMs
    if (!isOver || isNear(found, event, day, nearDays)) return { kind: 'known', eventId: found.id }
  }
  const upcoming = asNamed.filter((one) => one.startsAt > now)
  if (found || (!league && upcoming.length > 0)) {
    const hints = (found ? [found, ...others] : upcoming).map(describe)
    return { kind: 'waiting', missing: [unknownEvent(event, hints.join('; '))] }
  }
  if (!league || season === undefined) {
    return { kind: 'waiting', missing: [unknownCompetition(event)] }
  }
  const named = event.venue ? await matchVenue(lookups, event.venue, league) : undefined
  const venue = named && 'id' in named ? named : lookups.home(pair.home.id)
  if (!venue) return { kind: 'waiting', missing: [named && 'what' in named ? named : noVenue(event)] }
  return {
    kind: 'new',
    fixture: fixtureOf(input, league, venue, {
      key: `${pair.home.id}/${pair.away.id}`,
      title: pairTitle(league.titleStyle, pair.home.name, pair.away.name),
      performers: [
        { id: pair.home.id, role: 'home' },
        { id: pair.away.id, role: 'away' },
      ],
    }),
  }
}

async function matchTitled(input: MatchInput): Promise<Match> {
  const { lookups, event, competition, day } = input
  if (competition && competition.scope !== artistScope) {
    const season = seasonOf(competition, day)
    const titles = await lookups.titles(competition.slug, season)
    const [found, ...others] = titles.titled(lookups.title(competition.slug, event.title))
    if (found && others.length === 0) return { kind: 'known', eventId: found.id }
    if (found || !event.isDeclaredNew) {
      const days = [day, ...(event.previousDay === null ? [] : [event.previousDay])]
      const near = (await lookups.near(competition.slug, season, days)).map(describe)
      return { kind: 'waiting', missing: [unknownTitle(event, competition, near.join('; ') || null)] }
    }
  }
  const missing: Missing[] = []
  const venue = event.venue ? await matchVenue(lookups, event.venue, competition) : noVenue(event)
  if ('what' in venue) missing.push(venue)
  const artistIds: number[] = []
  for (const name of event.artists) {
    const artist = await matchArtist(lookups, name, competition)
    if ('what' in artist) missing.push(artist)
    else artistIds.push(artist.id)
  }
  if ('id' in venue) {
    const local = sourceLocalTime(event.when, venue.timezone)
    const days = [local.slice(0, 10), ...(event.previousDay === null ? [] : [event.previousDay])]
    const [found, ...others] = (await lookups.at(venue.id, days)).filter(
      (one) => isSameSession(one, event, local) && isSimilar(one, event, artistIds),
    )
    if (found && others.length === 0) return { kind: 'known', eventId: found.id }
    if (found && !event.isDeclaredNew)
      missing.push(unknownEvent(event, [found, ...others].map(describe).join('; ')))
  }
  if (!competition) missing.push(unknownCompetition(event))
  if (missing.length > 0 || 'what' in venue || !competition) return { kind: 'waiting', missing }
  const performers = [...new Set(artistIds)].map((id) => ({ id, role: 'performer' as const }))
  return {
    kind: 'new',
    fixture: fixtureOf(input, competition, venue, {
      key: feedKeyOf(event),
      title: event.title,
      performers,
    }),
  }
}

/** Venue-local time, `YYYY-MM-DDTHH:mm`. */
export function sourceLocalTime(when: FixtureTime, timezone: string): string {
  if (when.kind === 'local') return when.local
  const instant = when.kind === 'utc' ? new Date(when.instant) : toInstant(when.local, when.zone)
  const local = toLocal(instant, timezone)
  if (local === null) throw new RangeError('a parsed event must have a valid time')
  return local
}

function fixtureOf(
  { event, day }: MatchInput,
  competition: Competition,
  venue: NamedVenue,
  { key, title, performers }: { key: string; title: string; performers: NewFixture['performers'] },
): NewFixture {
  const season = seasonOf(competition, day)
  return {
    sourceKey: `${competition.categoryId}/${season}/${key}`,
    keyWithoutPart: null,
    competition: competition.slug,
    season,
    title,
    slug: slugify(title),
    venueId: venue.id,
    timezone: venue.timezone,
    round: null,
    sourceLocal: sourceLocalTime(event.when, venue.timezone),
    timeKnown: event.timeKnown,
    dateConfirmed: event.dateConfirmed && event.status !== 'postponed',
    status: event.status ?? 'scheduled',
    isChange: false,
    performers,
  }
}

/** A key for an event that only its source can identify; hashed, because the reference may contain anything. */
export function feedKeyOf(event: SourceEvent): string {
  return `feed-${createHash('sha256').update(refKeyOf(event)).digest('hex').slice(0, 16)}`
}

function isNear(one: Candidate, event: SourceEvent, day: string, days: number): boolean {
  const storedDay = one.sourceLocal.slice(0, 10)
  return storedDay === event.previousDay || Math.abs(Date.parse(storedDay) - Date.parse(day)) <= days * dayMs
}

/** Separates a matinee from an evening. When either time is unknown, the day decides. */
function isSameSession(one: Candidate, event: SourceEvent, local: string): boolean {
  const isSameDay = one.sourceLocal.slice(0, 10) === local.slice(0, 10)
  if (!isSameDay || !one.timeKnown || !event.timeKnown) return true
  return Math.abs(Date.parse(`${one.sourceLocal}Z`) - Date.parse(`${local}Z`)) <= 2.5 * 3_600_000
}

function isSimilar(one: Candidate, event: SourceEvent, artistIds: readonly number[]): boolean {
  return (
    matchKey(one.title) === matchKey(event.title) || artistIds.some((id) => one.performerIds.includes(id))
  )
}

function describe({ id, title, sourceLocal }: Candidate): string {
  return `event ${id} is ${title} on ${sourceLocal.slice(0, 10)}`
}

function noVenue(event: SourceEvent): Missing {
  return unknownEvent(event, 'the source has no venue')
}

/** An event that only its own row can mean. */
function unknownEvent(event: SourceEvent, hint: string): Missing {
  return missingName({ what: 'event', name: event.title, scope: rowScope(event), hint })
}

/** A title that means the same event in every row of its competition. */
function unknownTitle({ title }: SourceEvent, { slug }: Competition, hint: string | null): Missing {
  return missingName({ what: 'event', name: title, scope: slug, competition: slug, hint })
}

/** The most specific of the source's words. A decision about it holds for every row with this word. */
function unknownCompetition(event: SourceEvent): Missing {
  const name = event.categories.find((word) => word !== '')
  return name === undefined
    ? missingName({ what: 'competition', name: event.title, scope: rowScope(event) })
    : missingName({ what: 'competition', name })
}

function dayOf(when: FixtureTime): string {
  return (when.kind === 'utc' ? when.instant : when.local).slice(0, 10)
}
