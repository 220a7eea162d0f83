import { sectionIndex, sectionKey } from '@terrace/domain/section-names'
import type { Db } from '../../db/client.ts'
import { createShortMemory } from '../../shared/short-memory.ts'
import { readVenueBlocks } from '../catalogue/index.ts'
import type { EventBook } from './event-book.ts'

/** Plans and what sellers call their blocks change some times a year. */
const keptMs = 60_000
const mostVenues = 200

/** By what names of sections are compared: all names of one block of the venue's plan are one ("6", "Block 6", "Lower Tier 6"). */
export function createSectionKeys(db: Db) {
  const venues = createShortMemory({ freshMs: keptMs, entries: mostVenues })

  return {
    async of(books: readonly EventBook[]): Promise<(name: string) => string> {
      const [only, ...others] = books
      // Of several events each might have a plan of its own: there a name stands for itself.
      if (!only || others.length > 0) return sectionKey
      const { keyOf } = await venues.get(String(only.venueId), async () =>
        sectionIndex(await readVenueBlocks(db, only.venueId)),
      )
      return keyOf
    },
  }
}
