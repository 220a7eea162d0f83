import type { Tx } from '#api/db/transaction.ts'
import {
  findEventsAtVenue,
  findEventsOfPair,
  findEventsOfSeason,
  findHomeVenue,
  findPerformers,
  findCatalogueTitle,
  findVenues,
  type Candidate,
  type NamedPerformer,
  type NamedVenue,
} from './event-sources.repo.ts'

/**
 * Lookups for matching source events. Names are cached for the transaction; events are queried every time, and
 * `queriedKeys` records which.
 */
export interface Lookups {
  performers(name: string): Promise<NamedPerformer[]>
  venues(name: string): Promise<NamedVenue[]>
  home(performerId: number): Promise<NamedVenue | undefined>
  title(competition: string, name: string): Promise<string>
  pair(one: number, other: number): Promise<(Candidate & { home: number })[]>
  season(competition: string, season: string): Promise<Candidate[]>
  at(venueId: number, days: readonly string[]): Promise<Candidate[]>
  /** Keys of {@link lookupKeysOf} for all event queries since the set was last cleared. */
  queriedKeys: Set<string>
}

const keys = {
  pair: (one: number, other: number) => `pair ${Math.min(one, other)} ${Math.max(one, other)}`,
  season: (competition: string, season: string) => `season ${competition} ${season}`,
  day: (venueId: number, day: string) => `day ${venueId} ${day}`,
}

interface LookupSubject {
  competition: string
  season: string
  venueId: number
  sourceLocal: string
  performers: readonly { id: number; role: string }[]
}

/** The keys of all lookups that would find the event. */
export function lookupKeysOf({
  competition,
  season,
  venueId,
  sourceLocal,
  performers,
}: LookupSubject): string[] {
  const [home, away] = performers
  return [
    keys.season(competition, season),
    keys.day(venueId, sourceLocal.slice(0, 10)),
    ...(home && away ? [keys.pair(home.id, away.id)] : []),
  ]
}

export function openLookups(tx: Tx): Lookups {
  const queriedKeys = new Set<string>()
  return {
    queriedKeys,
    performers: memoize((name) => findPerformers(tx, name)),
    venues: memoize((name) => findVenues(tx, name)),
    home: memoize((performerId) => findHomeVenue(tx, performerId)),
    title: (competition, name) => findCatalogueTitle(tx, competition, name),
    pair(one, other) {
      queriedKeys.add(keys.pair(one, other))
      return findEventsOfPair(tx, one, other)
    },
    season(competition, season) {
      queriedKeys.add(keys.season(competition, season))
      return findEventsOfSeason(tx, competition, season)
    },
    at(venueId, days) {
      for (const day of days) queriedKeys.add(keys.day(venueId, day))
      return findEventsAtVenue(tx, venueId, days)
    },
  }
}

function memoize<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const cache = new Map<Key, Promise<Value>>()
  return (key) => {
    const value = cache.get(key) ?? read(key)
    cache.set(key, value)
    return value
  }
}
