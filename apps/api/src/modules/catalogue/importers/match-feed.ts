import { createHash } from 'node:crypto'
import { slugify } from '@terrace/domain/slug'
import { toInstant, toLocal } from '@terrace/domain/time-zones'
import { matchKey } from '../match-key.ts'
import { competitionAmong, type Competition } from './competitions.ts'
import { refKeyOf, type FeedEvent, type FeedTime } from './feed-event.ts'
import type { Lookups } from './feed-lookups.ts'
import { readTitle } from './feed-title.ts'
import type { Candidate, NamedVenue } from './feeds.repo.ts'
import { matchArtist, matchPair, matchVenue, type Missing, type Pair } from './match-names.ts'
import type { ResolvedFixture } from './resolve-fixtures.ts'
import { seasonOf } from './season-names.ts'

export type NewFixture = Omit<ResolvedFixture, 'line'>

/** What became of the question which event a feed means. */
export type Match =
  | { kind: 'known'; eventId: number }
  | { kind: 'new'; fixture: NewFixture }
  | { kind: 'waiting'; missing: Missing[] }
  | { kind: 'left out'; reason: string }
  | { kind: 'bad'; reason: string }

interface Question {
  lookups: Lookups
  event: FeedEvent
  competition: Competition | undefined
  /** The day as the source writes it; at the venue it may be the one beside it. */
  day: string
  now: Date
}

const dayMs = 86_400_000
/** A fixture that no competition is named for is only the one we know when it lies this near. */
const nearDays = 4

/**
 * Which of our events a feed means: by who plays whom, by its title in a competition, or by venue, day and artist.
 * Nothing is taken for likely: what is not certain waits, with what comes near as a hint.
 */
export async function matchFeedEvent(lookups: Lookups, event: FeedEvent, now: Date): Promise<Match> {
  const competition = competitionAmong(event.categories)
  const day = dayOf(event.when)
  const question: Question = { lookups, event, competition, day, now }
  const found = (await matchTeams(question)) ?? (await matchTitled(question))
  if (found.kind !== 'new' && found.kind !== 'waiting') return found
  if (Date.parse(day) < now.getTime() - 2 * dayMs)
    return { kind: 'left out', reason: `${event.title}: is over` }
  if (event.onlyIfKnown)
    return { kind: 'left out', reason: `${event.title}: not held, and not in the catalogue` }
  if (found.kind === 'new' && event.status === 'cancelled')
    return { kind: 'left out', reason: `${event.title}: cancelled, and not in the catalogue` }
  return found
}

async function matchTeams(question: Question): Promise<Match | null> {
  const { lookups, event, competition } = question
  const pairing = event.teams ? { ...event.teams, isCertain: true } : readTitle(event.title).pairing
  if (!pairing) return null
  const league = competition?.titleStyle === 'own' ? undefined : competition
  const { pairs, missing } = await matchPair(lookups, pairing, league)
  if (!pairing.isCertain && pairs.length !== 1) return null
  if (missing.length > 0) return { kind: 'waiting', missing }
  const [pair] = pairs
  if (!pair || pairs.length > 1) {
    const hint = pair
      ? 'several clubs of both names play each other'
      : 'no competition of ours has both teams'
    return { kind: 'waiting', missing: [{ what: 'event', name: event.title, hint }] }
  }
  if (pair.home.id === pair.away.id)
    return { kind: 'bad', reason: `${pairing.home} and ${pairing.away} are one club` }
  return placePair(question, pair, league)
}

async function placePair(question: Question, pair: Pair, league: Competition | undefined): Promise<Match> {
  const { lookups, event, day, now } = question
  const all = await lookups.pair(pair.home.id, pair.away.id)
  const asNamed = all.filter(({ home }) => home === pair.home.id)
  const season = league && seasonOf(league, day)
  const inSeason = asNamed.filter((one) => league && one.competition === league.slug && one.season === season)
  const near = asNamed.filter((one) => isNear(one, event, day, nearDays))
  // Some sources put the guests first. Nobody plays the same club twice in two days.
  const swapped = all.filter((one) => !asNamed.includes(one) && isNear(one, event, day, 1))
  const [found, ...others] = league && inSeason.length > 0 ? inSeason : near.length > 0 ? near : swapped
  if (found && others.length === 0) {
    const isOver = found.startsAt.getTime() < now.getTime() - dayMs
    if (!isOver || isNear(found, event, day, nearDays)) return { kind: 'known', eventId: found.id }
  }
  const upcoming = asNamed.filter((one) => one.startsAt > now)
  if (found || (!league && upcoming.length > 0)) {
    const known = (found ? [found, ...others] : upcoming).map(describe)
    return { kind: 'waiting', missing: [{ what: 'event', name: event.title, hint: known.join('; ') }] }
  }
  if (!league || season === undefined) {
    return { kind: 'waiting', missing: [{ what: 'category', name: event.categories.join(', '), hint: null }] }
  }
  const named = event.venue ? await matchVenue(lookups, event.venue) : undefined
  const venue = named && 'id' in named ? named : await lookups.home(pair.home.id)
  if (!venue) return { kind: 'waiting', missing: [named && 'what' in named ? named : noVenue(event)] }
  const isAt = league.titleStyle === 'at'
  const title = isAt ? `${pair.away.name} at ${pair.home.name}` : `${pair.home.name} vs ${pair.away.name}`
  return {
    kind: 'new',
    fixture: fixtureOf(question, league, venue, {
      key: `${pair.home.slug}/${pair.away.slug}`,
      title,
      performers: [
        { id: pair.home.id, role: 'home' },
        { id: pair.away.id, role: 'away' },
      ],
    }),
  }
}

async function matchTitled(question: Question): Promise<Match> {
  const { lookups, event, competition, day } = question
  if (competition && competition.scope !== 'artist') {
    const title = matchKey(await lookups.title(competition.slug, event.title))
    const season = await lookups.season(competition.slug, seasonOf(competition, day))
    const [found, ...others] = season.filter((one) => matchKey(one.title) === title)
    if (found && others.length === 0) return { kind: 'known', eventId: found.id }
    const near = season.filter((one) => isNear(one, event, day, 1)).map(describe)
    if (found || !event.isDeclaredNew)
      return {
        kind: 'waiting',
        missing: [{ what: 'event', name: event.title, hint: near.join('; ') || null }],
      }
  }
  const missing: Missing[] = []
  const venue = event.venue ? await matchVenue(lookups, event.venue) : noVenue(event)
  if ('what' in venue) missing.push(venue)
  const artistIds: number[] = []
  for (const name of event.artists) {
    const artist = await matchArtist(lookups, name)
    if ('what' in artist) missing.push(artist)
    else artistIds.push(artist.id)
  }
  if ('id' in venue) {
    const local = feedLocal(event.when, venue.timezone)
    const days = [local.slice(0, 10), ...(event.previousDay === null ? [] : [event.previousDay])]
    const [found, ...others] = (await lookups.at(venue.id, days)).filter(
      (one) => isSameEvening(one, event, local) && isAlike(one, event, artistIds),
    )
    if (found && others.length === 0) return { kind: 'known', eventId: found.id }
    if (found && !event.isDeclaredNew)
      missing.push({ what: 'event', name: event.title, hint: [found, ...others].map(describe).join('; ') })
  }
  if (!competition) missing.push({ what: 'category', name: event.categories.join(', '), hint: null })
  if (missing.length > 0 || 'what' in venue || !competition) return { kind: 'waiting', missing }
  const performers = [...new Set(artistIds)].map((id) => ({ id, role: 'performer' as const }))
  return {
    kind: 'new',
    fixture: fixtureOf(question, competition, venue, { key: feedKey(event), title: event.title, performers }),
  }
}

/** The wall time at the venue, 'YYYY-MM-DDTHH:mm'. */
export function feedLocal(when: FeedTime, timezone: string): string {
  if (when.kind === 'local') return when.local
  const instant = when.kind === 'utc' ? new Date(when.instant) : toInstant(when.local, when.zone)
  const local = toLocal(instant, timezone)
  if (local === null) throw new RangeError('a parsed event has a real time')
  return local
}

function fixtureOf(
  { event, day }: Question,
  competition: Competition,
  venue: NamedVenue,
  { key, title, performers }: { key: string; title: string; performers: NewFixture['performers'] },
): NewFixture {
  const season = seasonOf(competition, day)
  return {
    sourceKey: `${competition.slug}/${season}/${key}`,
    competition: competition.slug,
    season,
    title,
    slug: slugify(title),
    venueId: venue.id,
    timezone: venue.timezone,
    round: null,
    sourceLocal: feedLocal(event.when, venue.timezone),
    timeKnown: event.timeKnown,
    dateConfirmed: event.dateConfirmed && event.status !== 'postponed',
    status: event.status ?? 'scheduled',
    isChange: false,
    performers,
  }
}

/** An event that only its source can name is kept under that name; hashed, since it may hold anything. */
function feedKey(event: FeedEvent): string {
  return `feed-${createHash('sha256').update(refKeyOf(event)).digest('hex').slice(0, 16)}`
}

function isNear(one: Candidate, event: FeedEvent, day: string, days: number): boolean {
  const known = one.sourceLocal.slice(0, 10)
  return known === event.previousDay || Math.abs(Date.parse(known) - Date.parse(day)) <= days * dayMs
}

/** There may be a matinee and an evening; either time unknown, the day must do. */
function isSameEvening(one: Candidate, event: FeedEvent, local: string): boolean {
  const isSameDay = one.sourceLocal.slice(0, 10) === local.slice(0, 10)
  if (!isSameDay || !one.timeKnown || !event.timeKnown) return true
  return Math.abs(Date.parse(`${one.sourceLocal}Z`) - Date.parse(`${local}Z`)) <= 2.5 * 3_600_000
}

function isAlike(one: Candidate, event: FeedEvent, artistIds: readonly number[]): boolean {
  return (
    matchKey(one.title) === matchKey(event.title) || artistIds.some((id) => one.performerIds.includes(id))
  )
}

function describe({ id, title, sourceLocal }: Candidate): string {
  return `event ${id} is ${title} on ${sourceLocal.slice(0, 10)}`
}

function noVenue({ title }: FeedEvent): Missing {
  return { what: 'venue', name: title, hint: 'the source names no place' }
}

function dayOf(when: FeedTime): string {
  return (when.kind === 'utc' ? when.instant : when.local).slice(0, 10)
}
