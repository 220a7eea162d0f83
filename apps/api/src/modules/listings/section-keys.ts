import { sectionIndex, sectionKey } from '@terrace/domain/section-names'
import type { Db } from '../../db/client.ts'
import { readVenueBlocks } from '../catalogue/index.ts'
import type { EventBook } from './event-book.ts'
import { createSizedCache } from './sized-cache.ts'

type KeyOf = (name: string) => string

interface VenueNames {
  keyOf: KeyOf
  /** Of the book for which they were read. */
  revision: number
  readAt: number
}

/** Whoever changes a plan tells the venue's events; nobody relies on having heard of it for longer. */
const keptMs = 60_000
const mostVenues = 200

/** By what names of sections are compared: all names of one block of the venue's plan are one ("6", "Block 6", "Lower Tier 6"). */
export function createSectionKeys(db: Db) {
  const venues = createSizedCache<VenueNames>(mostVenues)

  return {
    async of(books: readonly EventBook[]): Promise<KeyOf> {
      const [only, ...others] = books
      // Of several events each might have a plan of its own: there a name stands for itself.
      if (!only || others.length > 0) return sectionKey
      const { venueId, firstRevision, revision } = only
      const known = venues.get(String(venueId))
      // A book that was loaded since then may have been loaded for another plan.
      if (known && known.revision >= firstRevision && performance.now() - known.readAt < keptMs)
        return known.keyOf
      const readAt = performance.now()
      const { keyOf } = sectionIndex(await readVenueBlocks(db, venueId))
      venues.set(String(venueId), { keyOf, revision, readAt }, 1)
      return keyOf
    },
  }
}
