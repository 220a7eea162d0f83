import type { DbOrTx } from '#api/db/transaction.ts'
import { matchKey } from '../matching/match-key.ts'
import {
  findHomeVenues,
  findPerformersNamed,
  findVenuesNamed,
  type NamedPerformer,
  type NamedVenue,
} from './names.repo.ts'

/** A season has hundreds of names, a file of concerts may have as many as rows. */
const maxKept = 50_000

/** Names of a run, each read once and many together: a season repeats its clubs in every row. */
export interface CatalogueNames {
  /** Reads what is not known yet; the other functions read from memory. */
  load(db: DbOrTx, names: { performers: Iterable<string>; venues: Iterable<string> }): Promise<void>
  performers(name: string): readonly NamedPerformer[]
  venues(name: string): readonly NamedVenue[]
  home(performerId: number): NamedVenue | undefined
  /** Forgets everything when it is much; called before the names of a batch are loaded. */
  trim(): void
  /** Forgets the performers with this name, because one was added. */
  forget(name: string): void
}

export function openCatalogueNames(): CatalogueNames {
  const keys = new Map<string, string>()
  const performers = new Map<string, NamedPerformer[]>()
  const venues = new Map<string, NamedVenue[]>()
  const homes = new Map<number, NamedVenue | undefined>()

  function keyOf(name: string): string {
    const key = keys.get(name) ?? matchKey(name)
    keys.set(name, key)
    return key
  }

  const missing = (names: Iterable<string>, known: ReadonlyMap<string, unknown>) => [
    ...new Set([...names].map(keyOf).filter((key) => !known.has(key))),
  ]

  return {
    async load(db, names) {
      const performerKeys = missing(names.performers, performers)
      const venueKeys = missing(names.venues, venues)
      if (performerKeys.length > 0) {
        for (const key of performerKeys) performers.set(key, [])
        const found = await findPerformersNamed(db, performerKeys)
        for (const { key, ...performer } of found) performers.get(key)?.push(performer)
        const ids = [...new Set(found.map(({ id }) => id).filter((id) => !homes.has(id)))]
        for (const id of ids) homes.set(id, undefined)
        for (const { performerId, ...venue } of await findHomeVenues(db, ids)) homes.set(performerId, venue)
      }
      if (venueKeys.length > 0) {
        for (const key of venueKeys) venues.set(key, [])
        for (const { key, ...venue } of await findVenuesNamed(db, venueKeys)) venues.get(key)?.push(venue)
      }
    },
    performers: (name) => performers.get(keyOf(name)) ?? [],
    venues: (name) => venues.get(keyOf(name)) ?? [],
    home: (performerId) => homes.get(performerId),
    trim() {
      if (keys.size + performers.size + venues.size < maxKept) return
      for (const known of [keys, performers, venues, homes]) known.clear()
    },
    forget: (name) => void performers.delete(keyOf(name)),
  }
}
