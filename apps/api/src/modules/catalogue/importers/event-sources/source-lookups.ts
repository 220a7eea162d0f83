import type { DbOrTx } from '#api/db/transaction.ts'
import type { Competition } from '../../competitions/competition.ts'
import type { Competitions } from '../../competitions/competition-lookup.ts'
import type { CatalogueNames } from '../../imports/catalogue-names.ts'
import type { NamedPerformer, NamedVenue } from '../../imports/names.repo.ts'
import {
  findEventsById,
  findEventsOfPairs,
  findEventsOnDays,
  readSeasonEvents,
  type Candidate,
  type SeasonPlace,
  type VenueDay,
} from './event-sources.repo.ts'
import { openSeasonTitles, sessionOf, type SeasonTitles } from './season-titles.ts'
import { candidateKeys, type PairCandidate, type StagedCandidates } from './staged-candidates.ts'

/** Look-ups for matching the events of a feed: the catalogue, as the import that runs will leave it. */
export interface Lookups {
  performers(name: string): Promise<readonly NamedPerformer[]>
  venues(name: string): Promise<readonly NamedVenue[]>
  home(performerId: number): NamedVenue | undefined
  title(competition: string, name: string): string
  pair(one: number, other: number): Promise<PairCandidate[]>
  /** The events of a season by their titles, as the import has read them so far. */
  titles(competition: string, season: string): Promise<SeasonTitles>
  /** Some stored events of the season within a day of one of these. */
  near(competition: string, season: string, days: readonly string[]): Promise<Candidate[]>
  at(venueId: number, days: readonly string[]): Promise<Candidate[]>
  scopesOf(competition: Competition): ReadonlySet<string>
  /** Reads what the rows of a batch will ask for, and returns the ids of the events. */
  prepare(batch: { pairs: readonly [number, number][]; days: readonly VenueDay[] }): Promise<number[]>
}

const seasonPage = 5000
/** Events that a hint names at most. */
const maxHints = 5

interface LookupsOf {
  runId: number
  names: CatalogueNames
  competitions: Competitions
  staged: StagedCandidates
  titleOf: (competition: string, name: string) => string | undefined
}

export function openLookups(db: DbOrTx, { runId, names, competitions, staged, titleOf }: LookupsOf): Lookups {
  // A calendar asks for the same season in every row.
  const seasons = new Map<string, Promise<SeasonTitles>>()
  const neighbours = new Map<string, Promise<Candidate[]>>()
  const pairs = new Map<string, PairCandidate[]>()
  const days = new Map<string, Candidate[]>()

  async function readPairs(wanted: readonly [number, number][]): Promise<void> {
    const keyOf = ([one, other]: readonly [number, number]) => candidateKeys.pair(one, other)
    const missing = new Map(
      wanted.filter((pair) => !pairs.has(keyOf(pair))).map((pair) => [keyOf(pair), pair]),
    )
    for (const key of missing.keys()) pairs.set(key, [])
    for (const { away, ...found } of await findEventsOfPairs(db, runId, [...missing.values()]))
      pairs.get(keyOf([found.home, away]))?.push(found)
  }

  async function readDays(wanted: readonly VenueDay[]): Promise<void> {
    const keyOf = ({ venueId, day }: VenueDay) => candidateKeys.day(venueId, day)
    const missing = new Map(wanted.filter((one) => !days.has(keyOf(one))).map((one) => [keyOf(one), one]))
    for (const key of missing.keys()) days.set(key, [])
    for (const found of await findEventsOnDays(db, runId, [...missing.values()]))
      days.get(keyOf({ venueId: found.venueId, day: found.sourceLocal.slice(0, 10) }))?.push(found)
  }

  async function readSeason(competition: string, season: string): Promise<SeasonTitles> {
    const titles = openSeasonTitles()
    let after: SeasonPlace = { startsAt: '-infinity', id: 0 }
    for (;;) {
      const page = await readSeasonEvents(db, { competition, season }, { after, limit: seasonPage })
      for (const { sourceKey, ...event } of page) titles.add({ ...event, session: sessionOf(sourceKey) })
      const last = page.at(-1)
      if (!last || page.length < seasonPage) return titles
      after = last
    }
  }

  function titlesOf(competition: string, season: string): Promise<SeasonTitles> {
    const key = `${competition}\n${season}`
    const titles = seasons.get(key) ?? readSeason(competition, season)
    seasons.set(key, titles)
    return titles
  }

  async function readNear(
    competition: string,
    season: string,
    wanted: readonly string[],
  ): Promise<Candidate[]> {
    const titles = await titlesOf(competition, season)
    // Events that this import adds have no id yet, and so cannot be named.
    const ids = wanted.flatMap((day) => titles.near(day, 1, maxHints)).filter((id) => id > 0)
    return findEventsById(db, runId, [...new Set(ids)].slice(0, maxHints))
  }

  return {
    async performers(name) {
      await names.load(db, { performers: [name], venues: [] })
      return names.performers(name)
    },
    async venues(name) {
      await names.load(db, { performers: [], venues: [name] })
      return names.venues(name)
    },
    home: (performerId) => names.home(performerId),
    title: (competition, name) => titleOf(competition, name) ?? name,
    async pair(one, other) {
      await readPairs([[one, other]])
      const key = candidateKeys.pair(one, other)
      return staged.merge(key, pairs.get(key) ?? [])
    },
    titles: titlesOf,
    near(competition, season, wanted) {
      const key = [competition, season, ...wanted].join('\n')
      const found = neighbours.get(key) ?? readNear(competition, season, wanted)
      neighbours.set(key, found)
      return found
    },
    async at(venueId, wanted) {
      await readDays(wanted.map((day) => ({ venueId, day })))
      const all = wanted.flatMap((day) => {
        const key = candidateKeys.day(venueId, day)
        return staged.merge(key, days.get(key) ?? [])
      })
      return [...new Map(all.map((one) => [one.id, one])).values()]
    },
    scopesOf: (competition) => competitions.scopesOf(competition),
    async prepare(batch) {
      pairs.clear()
      days.clear()
      neighbours.clear()
      await readPairs(batch.pairs)
      await readDays(batch.days)
      return [...pairs.values(), ...days.values()].flat().map(({ id }) => id)
    },
  }
}
