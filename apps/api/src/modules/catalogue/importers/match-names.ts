import { matchKey } from '../match-key.ts'
import type { Competition } from './competitions.ts'
import type { FeedVenue } from './feed-event.ts'
import type { Lookups } from './feed-lookups.ts'
import type { NamedPerformer, NamedVenue } from './feeds.repo.ts'

/** What an operator has to decide before an event can be placed. */
export interface Missing {
  what: 'team' | 'artist' | 'venue' | 'category' | 'event'
  name: string
  /** What is known that comes near, or why it is not enough. */
  hint: string | null
}

/** The artist of that name, or what is missing. */
export async function matchArtist(lookups: Lookups, name: string): Promise<NamedPerformer | Missing> {
  const [found] = (await lookups.performers(name)).filter(({ scope }) => scope === 'artist')
  return found ?? { what: 'artist', name, hint: null }
}

/**
 * The venue of that name. Where the source says in which city or country it lies, that must be so: there is more than
 * one "Olympic Stadium".
 */
export async function matchVenue(
  lookups: Lookups,
  { name, places, countryCode }: FeedVenue,
): Promise<NamedVenue | Missing> {
  const missing = (hint: string | null): Missing => ({
    what: 'venue',
    name: [name, ...places].join(', '),
    hint,
  })
  const named = await lookups.venues(name)
  const found = named.filter(
    (venue) => (countryCode === null || venue.countryCode === countryCode) && liesIn(venue, places),
  )
  const [venue] = found
  if (venue && found.length === 1) return venue
  if (venue) return missing(`there are several: ${found.map(({ city }) => city).join(', ')}`)
  return missing(named.length > 0 ? `there is one in ${named.map(({ city }) => city).join(', ')}` : null)
}

function liesIn({ city, scopes }: NamedVenue, places: readonly string[]): boolean {
  const keys = places.map(matchKey)
  if (keys.length === 0) return true
  const cities = [matchKey(city), ...scopes.flatMap((scope) => scope.split('/')[1] ?? [])]
  return keys.some((key) => cities.some((one) => isSamePlace(one, key)))
}

/** 'new york' and 'new york city', but not 'york' and 'new york'. */
function isSamePlace(left: string, right: string): boolean {
  return left === right || left.startsWith(`${right} `) || right.startsWith(`${left} `)
}

export interface Pair {
  home: NamedPerformer
  away: NamedPerformer
}

/**
 * The two teams, of one country or league: that tells Inter of Milan from Internacional. Null where no such pair can be
 * meant, for a text that only may name two teams.
 */
export async function matchPair(
  lookups: Lookups,
  names: { home: string; away: string },
  competition: Competition | undefined,
): Promise<{ pairs: Pair[]; missing: Missing[] }> {
  const find = async (name: string) => {
    const found = (await lookups.performers(name)).filter(({ scope }) => scope !== 'artist')
    const here = competition ? found.filter(({ scope }) => scope === competition.scope) : found
    return { found, here }
  }
  const [home, away] = [await find(names.home), await find(names.away)]
  const pairs = home.here.flatMap((one) =>
    away.here.filter(({ scope }) => scope === one.scope).map((other) => ({ home: one, away: other })),
  )
  const missing = [
    { name: names.home, ...home },
    { name: names.away, ...away },
  ].flatMap(({ name, here, found }): Missing[] => {
    if (here.length > 0) return []
    const elsewhere = found.map((one) => `${one.name} of ${one.scope}`).join(', ')
    return [{ what: 'team', name, hint: elsewhere === '' ? null : `known is ${elsewhere}` }]
  })
  return { pairs, missing }
}
