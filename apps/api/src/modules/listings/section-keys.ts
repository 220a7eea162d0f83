import { sectionIndex, sectionKey, type SectionIndex } from '@terrace/domain/tickets/section-names'
import type { Db } from '#api/db/client.ts'
import { readVenueBlocks } from '#api/modules/catalogue/index.ts'
import type { EventSnapshot } from './event-snapshot.ts'
import { createLruCache } from './lru-cache.ts'

/** How the sections of one or more events are compared. */
export interface SectionNames {
  /** Maps all names of a block to one key. */
  keyOf(name: string): string
  /** Whether the name fits a block of a venue's plan, or several. */
  isBlock(name: string): boolean
}

interface VenueNames {
  index: SectionIndex
  /** Revision of the snapshot they were read for. */
  revision: number
  readAt: number
}

/** Plan changes invalidate the venue's events; the TTL covers lost notices. */
const cacheTtlMs = 60_000
const maxVenues = 200

/** Maps all names of a block in the venue's plan ("6", "Block 6", "Lower Tier 6") to one key. */
export function createSectionKeys(db: Db) {
  const venues = createLruCache<VenueNames>(maxVenues)

  async function indexOf({ venueId, firstRevision, revision }: EventSnapshot): Promise<SectionIndex> {
    const known = venues.get(String(venueId))
    // A snapshot loaded after this entry may belong to a newer plan.
    if (known && known.revision >= firstRevision && performance.now() - known.readAt < cacheTtlMs)
      return known.index
    const readAt = performance.now()
    const index = sectionIndex(await readVenueBlocks(db, venueId))
    venues.set(String(venueId), { index, revision, readAt }, 1)
    return index
  }

  return {
    async of(snapshots: readonly EventSnapshot[]): Promise<SectionNames> {
      const indexes = await Promise.all(snapshots.map(indexOf))
      const [only, ...others] = indexes
      return {
        // Several events may have different plans, so names are compared as text.
        keyOf: only && others.length === 0 ? only.keyOf : sectionKey,
        isBlock: (name) => indexes.some(({ find }) => find(name).kind !== 'none'),
      }
    },
  }
}
