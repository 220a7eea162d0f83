import type { Tx } from '#api/db/transaction.ts'
import {
  eventsAt,
  eventsOfPair,
  eventsOfSeason,
  findHome,
  findPerformers,
  findTitle,
  findVenues,
  type Candidate,
  type NamedPerformer,
  type NamedVenue,
} from './feeds.repo.ts'

/**
 * What is looked up to place the events of a feed. A name means the same all through a transaction and is asked for once;
 * events are asked for each time, and `looked` says at which.
 */
export interface Lookups {
  performers(name: string): Promise<NamedPerformer[]>
  venues(name: string): Promise<NamedVenue[]>
  home(performerId: number): Promise<NamedVenue | undefined>
  title(competition: string, name: string): Promise<string>
  pair(one: number, other: number): Promise<(Candidate & { home: number })[]>
  season(competition: string, season: string): Promise<Candidate[]>
  at(venueId: number, days: readonly string[]): Promise<Candidate[]>
  /** Keys as in {@link placesOf}, of all events that were asked for since the set was last cleared. */
  looked: Set<string>
}

const keys = {
  pair: (one: number, other: number) => `pair ${Math.min(one, other)} ${Math.max(one, other)}`,
  season: (competition: string, season: string) => `season ${competition} ${season}`,
  day: (venueId: number, day: string) => `day ${venueId} ${day}`,
}

interface Placed {
  competition: string
  season: string
  venueId: number
  sourceLocal: string
  performers: readonly { id: number; role: string }[]
}

/** Under which keys an event is found. */
export function placesOf({ competition, season, venueId, sourceLocal, performers }: Placed): string[] {
  const [home, away] = performers
  return [
    keys.season(competition, season),
    keys.day(venueId, sourceLocal.slice(0, 10)),
    ...(home && away ? [keys.pair(home.id, away.id)] : []),
  ]
}

export function openLookups(tx: Tx): Lookups {
  const looked = new Set<string>()
  return {
    looked,
    performers: remembered((name) => findPerformers(tx, name)),
    venues: remembered((name) => findVenues(tx, name)),
    home: remembered((performerId) => findHome(tx, performerId)),
    title: (competition, name) => findTitle(tx, competition, name),
    pair(one, other) {
      looked.add(keys.pair(one, other))
      return eventsOfPair(tx, one, other)
    },
    season(competition, season) {
      looked.add(keys.season(competition, season))
      return eventsOfSeason(tx, competition, season)
    },
    at(venueId, days) {
      for (const day of days) looked.add(keys.day(venueId, day))
      return eventsAt(tx, venueId, days)
    },
  }
}

function remembered<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const known = new Map<Key, Promise<Value>>()
  return (key) => {
    const value = known.get(key) ?? read(key)
    known.set(key, value)
    return value
  }
}
