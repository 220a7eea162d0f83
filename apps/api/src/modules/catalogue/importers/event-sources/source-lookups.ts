import type { DbOrTx } from '#api/db/transaction.ts'
import type { Competition } from '../../competitions/competition.ts'
import type { Competitions } from '../../competitions/competition-lookup.ts'
import type { CatalogueNames } from '../../imports/catalogue-names.ts'
import type { NamedPerformer, NamedVenue } from '../../imports/names.repo.ts'
import {
  findCatalogueTitle,
  findEventsAtVenue,
  findEventsOfPair,
  findEventsOfSeason,
  type Candidate,
} from './event-sources.repo.ts'

/** An event with its home team, if it has one. */
export type PairCandidate = Candidate & { home: number }

/** Look-ups for matching the events of a feed: the catalogue, as the import that runs will leave it. */
export interface Lookups {
  performers(name: string): Promise<readonly NamedPerformer[]>
  venues(name: string): Promise<readonly NamedVenue[]>
  home(performerId: number): NamedVenue | undefined
  title(competition: string, name: string): Promise<string>
  pair(one: number, other: number): Promise<PairCandidate[]>
  season(competition: string, season: string): Promise<Candidate[]>
  at(venueId: number, days: readonly string[]): Promise<Candidate[]>
  scopesOf(competition: Competition): ReadonlySet<string>
}

/** Events that earlier rows of the file have added or changed, which no query of the catalogue finds yet. */
export interface StagedCandidates {
  add(event: Candidate & { venueId: number; performers: readonly { id: number; role: string }[] }): void
  /** Those with this key, together with the found ones that no earlier row has changed. */
  merge<Found extends Candidate>(key: string, found: readonly Found[]): Found[]
}

const keys = {
  pair: (one: number, other: number) => `pair ${Math.min(one, other)} ${Math.max(one, other)}`,
  season: (competition: string, season: string) => `season ${competition} ${season}`,
  day: (venueId: number, day: string) => `day ${venueId} ${day}`,
}

export function openStagedCandidates(): StagedCandidates {
  const byKey = new Map<string, PairCandidate[]>()
  const ids = new Set<number>()
  return {
    add({ venueId, performers, ...event }) {
      const [one, other] = performers
      ids.add(event.id)
      const home = performers.find(({ role }) => role === 'home')?.id ?? 0
      for (const key of [
        keys.season(event.competition, event.season),
        keys.day(venueId, event.sourceLocal.slice(0, 10)),
        ...(one && other ? [keys.pair(one.id, other.id)] : []),
      ]) {
        const events = byKey.get(key)
        if (events) events.push({ ...event, home })
        else byKey.set(key, [{ ...event, home }])
      }
    },
    merge: <Found extends Candidate>(key: string, found: readonly Found[]) => [
      ...found.filter(({ id }) => !ids.has(id)),
      // Both kinds of candidates have the fields of a pair; only look-ups of pairs read `home`.
      ...((byKey.get(key) ?? []) as unknown as Found[]),
    ],
  }
}

export function openLookups(
  db: DbOrTx,
  {
    names,
    competitions,
    staged,
  }: { names: CatalogueNames; competitions: Competitions; staged: StagedCandidates },
): Lookups {
  // A calendar asks for the same season in every row.
  const seasons = new Map<string, Promise<Candidate[]>>()
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
    title: (competition, name) => findCatalogueTitle(db, competition, name),
    pair: async (one, other) => staged.merge(keys.pair(one, other), await findEventsOfPair(db, one, other)),
    async season(competition, season) {
      const key = keys.season(competition, season)
      const found = seasons.get(key) ?? findEventsOfSeason(db, competition, season)
      seasons.set(key, found)
      return staged.merge(key, await found)
    },
    async at(venueId, days) {
      const found = await findEventsAtVenue(db, venueId, days)
      const all = days.flatMap((day) => staged.merge(keys.day(venueId, day), found))
      return [...new Map(all.map((one) => [one.id, one])).values()]
    },
    scopesOf: (competition) => competitions.scopesOf(competition),
  }
}
