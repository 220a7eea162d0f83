import { matchKey } from '../../matching/match-key.ts'
import { artistScope, type Competition } from '../../competitions/competition.ts'
import type { SourceVenue } from './source-event.ts'
import type { Lookups } from './source-lookups.ts'
import type { NamedPerformer, NamedVenue } from './event-sources.repo.ts'

/** What an operator must decide before a row can be matched. */
export interface Missing {
  what: 'team' | 'artist' | 'venue' | 'category' | 'event'
  name: string
  /** Similar known names, or why a known name does not match. */
  hint: string | null
}

export async function matchArtist(lookups: Lookups, name: string): Promise<NamedPerformer | Missing> {
  const [found] = (await lookups.performers(name)).filter(({ scope }) => scope === artistScope)
  return found ?? { what: 'artist', name, hint: null }
}

/**
 * The venue with this name. The city and country must match when the source gives them, because names such as
 * "Olympic Stadium" are not unique.
 */
export async function matchVenue(
  lookups: Lookups,
  { name, places, countryCode }: SourceVenue,
): Promise<NamedVenue | Missing> {
  const missing = (hint: string | null): Missing => ({
    what: 'venue',
    name: [name, ...places].join(', '),
    hint,
  })
  const named = await lookups.venues(name)
  const found = named.filter(
    (venue) => (countryCode === null || venue.countryCode === countryCode) && isLocatedIn(venue, places),
  )
  const [venue] = found
  if (venue && found.length === 1) return venue
  if (venue) return missing(`several match: ${found.map(({ city }) => city).join(', ')}`)
  return missing(named.length > 0 ? `known in ${named.map(({ city }) => city).join(', ')}` : null)
}

function isLocatedIn({ city, scopes }: NamedVenue, places: readonly string[]): boolean {
  const keys = places.map(matchKey)
  if (keys.length === 0) return true
  const cities = [matchKey(city), ...scopes.flatMap((scope) => scope.split('/')[1] ?? [])]
  return keys.some((key) => cities.some((one) => isSameLocation(one, key)))
}

/** `new york` matches `new york city`, but `york` does not match `new york`. */
function isSameLocation(left: string, right: string): boolean {
  return left === right || left.startsWith(`${right} `) || right.startsWith(`${left} `)
}

export interface Pair {
  home: NamedPerformer
  away: NamedPerformer
}

/**
 * All pairs of teams with these names in the same league or country, which distinguishes Inter (Milan) from Internacional.
 */
export async function matchPair(
  lookups: Lookups,
  names: { home: string; away: string },
  competition: Competition | undefined,
): Promise<{ pairs: Pair[]; missing: Missing[] }> {
  const find = async (name: string) => {
    const found = (await lookups.performers(name)).filter(({ scope }) => scope !== artistScope)
    const inLeague = competition ? found.filter(({ scope }) => scope === competition.scope) : found
    return { found, inLeague }
  }
  const [home, away] = [await find(names.home), await find(names.away)]
  const pairs = home.inLeague.flatMap((one) =>
    away.inLeague.filter(({ scope }) => scope === one.scope).map((other) => ({ home: one, away: other })),
  )
  const missing = [
    { name: names.home, ...home },
    { name: names.away, ...away },
  ].flatMap(({ name, inLeague, found }): Missing[] => {
    if (inLeague.length > 0) return []
    const otherLeagues = found.map((one) => `${one.name} (${one.scope})`).join(', ')
    return [{ what: 'team', name, hint: otherLeagues === '' ? null : `known: ${otherLeagues}` }]
  })
  return { pairs, missing }
}
