import { slugify } from '@terrace/domain/slug'
import { toInstant, toLocal } from '@terrace/domain/time-zones'
import { competitionOf } from './competitions.ts'
import type { Fixture } from './fixture.ts'
import type { Performer, PerformerBook } from './performer-book.ts'
import type { Remark, Row } from './source-rows.ts'
import type { Venue, VenueBook } from './venue-book.ts'

/** A fixture whose names have been found: what an event row is made of. */
export interface ResolvedFixture {
  line: number
  sourceKey: string
  competition: string
  season: string
  title: string
  slug: string
  venueId: number
  timezone: string
  round: string | null
  sourceLocal: string
  timeKnown: boolean
  dateConfirmed: boolean
  status: Fixture['status']
  isChange: boolean
  performers: { id: number; role: 'home' | 'away' | 'performer' }[]
}

interface Books {
  performers: PerformerBook
  venues: VenueBook
}

/** Finds teams, artists and grounds by name; a fixture with an unknown one is a bad row that says what to import. */
export function resolveFixtures(
  rows: readonly Row<Fixture>[],
  books: Books,
): { fixtures: ResolvedFixture[]; bad: Remark[] } {
  const fixtures: ResolvedFixture[] = []
  const bad: Remark[] = []
  for (const { line, value } of rows) {
    const found = resolve(line, value, books)
    if (typeof found === 'string') bad.push({ line, reason: found })
    else fixtures.push(found)
  }
  return { fixtures, bad }
}

function resolve(line: number, fixture: Fixture, books: Books): ResolvedFixture | string {
  const parties = partiesOf(fixture, books.performers)
  if (typeof parties === 'string') return parties
  const venue = venueOf(fixture, parties.home, books.venues)
  if (typeof venue === 'string') return venue
  return {
    line,
    sourceKey: `${fixture.competition}/${fixture.season}/${parties.key}`,
    competition: fixture.competition,
    season: fixture.season,
    title: parties.title,
    slug: slugify(parties.title),
    venueId: venue.id,
    timezone: venue.timezone,
    round: fixture.round,
    sourceLocal: localOf(fixture.when, venue.timezone),
    timeKnown: fixture.timeKnown,
    dateConfirmed: fixture.dateConfirmed,
    status: fixture.status,
    isChange: fixture.isChange,
    performers: parties.performers,
  }
}

interface Parties {
  /** What tells the event from every other of its season. */
  key: string
  title: string
  home: Performer | undefined
  performers: ResolvedFixture['performers']
}

function partiesOf({ competition, identity, artists }: Fixture, performers: PerformerBook): Parties | string {
  const { scope, name, titleStyle } = competitionOf(competition)
  if ('name' in identity) {
    const found = artists.flatMap((artist) => performers.find('artist', artist) ?? [])
    const roles = [...new Set(found.map((artist) => artist.id))].map((id) => ({
      id,
      role: 'performer' as const,
    }))
    return { key: identity.name, title: identity.title, home: undefined, performers: roles }
  }
  const home = performers.find(scope, identity.home)
  const away = performers.find(scope, identity.away)
  const unknown = [...(home ? [] : [identity.home]), ...(away ? [] : [identity.away])]
  if (!home || !away)
    return `${unknown.join(' and ')} not known in ${name}: import the clubs and their grounds first`
  // Two spellings of one club would otherwise slip past the parser's check.
  if (home.id === away.id) return `${identity.home} and ${identity.away} are one club`
  return {
    key: `${home.slug}/${away.slug}`,
    title: titleStyle === 'at' ? `${away.name} at ${home.name}` : `${home.name} vs ${away.name}`,
    home,
    performers: [
      { id: home.id, role: 'home' },
      { id: away.id, role: 'away' },
    ],
  }
}

function venueOf({ venue }: Fixture, home: Performer | undefined, venues: VenueBook): Venue | string {
  const named = venue && venues.find(venue.name)
  if (named) return named
  if (venue?.required) return `the ground "${venue.name}" is not known: import the venues first`
  const ground = home && venues.homeOf(home.id)
  return ground ?? `${home?.name ?? 'the home team'} has no ground: import the venues first`
}

function localOf(when: Fixture['when'], timezone: string): string {
  if (when.kind === 'local') return when.local
  const instant = when.kind === 'utc' ? when.instant : toInstant(when.local, when.zone)
  const local = toLocal(instant, timezone)
  if (local === null) throw new RangeError('a parsed fixture has a real time')
  return local
}
