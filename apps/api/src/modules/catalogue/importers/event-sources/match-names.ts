import { matchKey } from '../../matching/match-key.ts'
import { placeScope, type UnknownName } from '../../proposals/proposal.ts'
import { artistScope, type Competition } from '../../competitions/competition.ts'
import type { SourceVenue } from './source-event.ts'
import type { Lookups } from './source-lookups.ts'
import type { NamedPerformer, NamedVenue } from '../../imports/names.repo.ts'

/** What an operator must decide before a row can be matched. */
export interface Missing extends Omit<UnknownName, 'line'> {
  /** Why a known name does not match. */
  hint: string | null
  /** Id of the proposal that the row waits for. */
  proposal?: number
}

/** A missing name about which the source says nothing else. */
export function missingName(known: Pick<Missing, 'what' | 'name'> & Partial<Missing>): Missing {
  return { scope: '', kind: null, competition: null, city: null, countryCode: null, hint: null, ...known }
}

export async function matchArtist(
  lookups: Lookups,
  name: string,
  competition: Competition | undefined,
): Promise<NamedPerformer | Missing> {
  const [found] = (await lookups.performers(name)).filter(({ scope }) => scope === artistScope)
  if (found) return found
  return missingName({
    what: 'performer',
    name,
    scope: artistScope,
    kind: 'artist',
    competition: competition?.slug ?? null,
  })
}

/**
 * The venue with this name. The city and country must match when the source gives them, because names such as
 * "Olympic Stadium" are not unique.
 */
export async function matchVenue(
  lookups: Lookups,
  venue: SourceVenue,
  competition?: Competition,
): Promise<NamedVenue | Missing> {
  return chooseVenue(await lookups.venues(venue.name), venue, competition)
}

export function chooseVenue(
  named: readonly NamedVenue[],
  { name, places, countryCode }: SourceVenue,
  competition?: Competition,
): NamedVenue | Missing {
  const city = places[0] ?? null
  const missing = (hint: string | null) =>
    missingName({
      what: 'venue',
      name,
      scope: placeScope(city, countryCode),
      competition: competition?.slug ?? null,
      city,
      countryCode,
      hint,
    })
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
    const own = competition ? found.filter(({ scope }) => scope === competition.scope) : found
    // Cups and continental competitions have the clubs of many leagues.
    const scopes = competition && own.length === 0 ? lookups.scopesOf(competition) : undefined
    return { found, inLeague: scopes ? found.filter(({ scope }) => scopes.has(scope)) : own }
  }
  const [home, away] = [await find(names.home), await find(names.away)]
  const pairs = home.inLeague.flatMap((one) =>
    away.inLeague
      .filter(({ scope }) => competition !== undefined || scope === one.scope)
      .map((other) => ({ home: one, away: other })),
  )
  // The scope of a known opponent is the unknown team's too.
  const [opponent] = [...home.inLeague, ...away.inLeague]
  const missing = [
    { name: names.home, ...home },
    { name: names.away, ...away },
  ].flatMap(({ name, inLeague, found }): Missing[] => {
    if (inLeague.length > 0) return []
    const otherLeagues = found.map((one) => `${one.name} (${one.scope})`).join(', ')
    return [
      missingName({
        what: 'performer',
        name,
        scope: competition?.scope ?? opponent?.scope ?? '',
        kind: 'team',
        competition: competition?.slug ?? null,
        hint: otherLeagues === '' ? null : `known: ${otherLeagues}`,
      }),
    ]
  })
  return { pairs, missing }
}
