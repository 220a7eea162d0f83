import type { DbOrTx } from '#api/db/transaction.ts'
import type { Competition } from '../../competitions/competition.ts'
import type { Competitions } from '../../competitions/competition-lookup.ts'
import type { CatalogueNames } from '../../imports/catalogue-names.ts'
import type { NamedPerformer, NamedVenue } from '../../imports/names.repo.ts'
import {
  findEventsOfPairs,
  findEventsOfSeason,
  findEventsOnDays,
  type Candidate,
  type VenueDay,
} from './event-sources.repo.ts'
import { candidateKeys, type PairCandidate, type StagedCandidates } from './staged-candidates.ts'

/** Look-ups for matching the events of a feed: the catalogue, as the import that runs will leave it. */
export interface Lookups {
  performers(name: string): Promise<readonly NamedPerformer[]>
  venues(name: string): Promise<readonly NamedVenue[]>
  home(performerId: number): NamedVenue | undefined
  title(competition: string, name: string): string
  pair(one: number, other: number): Promise<PairCandidate[]>
  season(competition: string, season: string): Promise<Candidate[]>
  at(venueId: number, days: readonly string[]): Promise<Candidate[]>
  scopesOf(competition: Competition): ReadonlySet<string>
  /** Reads what the rows of a batch will ask for, and returns the ids of the events. */
  prepare(batch: { pairs: readonly [number, number][]; days: readonly VenueDay[] }): Promise<number[]>
}

interface LookupsOf {
  runId: number
  names: CatalogueNames
  competitions: Competitions
  staged: StagedCandidates
  titleOf: (competition: string, name: string) => string | undefined
}

export function openLookups(db: DbOrTx, { runId, names, competitions, staged, titleOf }: LookupsOf): Lookups {
  // A calendar asks for the same season in every row.
  const seasons = new Map<string, Promise<Candidate[]>>()
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
    async season(competition, season) {
      const key = candidateKeys.season(competition, season)
      const found = seasons.get(key) ?? findEventsOfSeason(db, competition, season)
      seasons.set(key, found)
      return staged.merge(key, await found)
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
      await readPairs(batch.pairs)
      await readDays(batch.days)
      return [...pairs.values(), ...days.values()].flat().map(({ id }) => id)
    },
  }
}
