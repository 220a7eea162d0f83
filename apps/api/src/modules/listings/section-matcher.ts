import { sectionIndex, sectionKey, type SectionIndex } from '@terrace/domain/tickets/section-names'
import type { Db } from '#api/db/client.ts'
import { readVenueBlocks } from '#api/modules/catalogue/index.ts'
import type { EventSnapshot } from './event-snapshot.ts'
import { createLruCache } from '#api/shared/lru-cache.ts'

/** Compares sections, which are the sellers' texts, with the blocks of the seating plans of one or more events. */
export interface SectionMatcher {
  /** Maps all names of a block ("6", "Block 6", "Lower Tier 6") to one key. */
  keyOf(name: string): string
  /** Whether the name fits one or more blocks of a plan. */
  isOnPlan(name: string): boolean
}

interface VenueSections {
  index: SectionIndex
  /** Revision of the snapshot they were read for. */
  revision: number
  readAt: number
}

/** A plan change invalidates the snapshots of the venue's events; the TTL covers lost notices. */
const cacheTtlMs = 60_000
const maxVenues = 200

/** Makes section matchers; caches the plans of the venues. */
export function createSectionMatchers(db: Db) {
  const venues = createLruCache<VenueSections>(maxVenues)

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
    async forEvents(snapshots: readonly EventSnapshot[]): Promise<SectionMatcher> {
      const indexes = await Promise.all(snapshots.map(indexOf))
      const [only, ...others] = indexes
      return {
        // Several events may have different plans, so names are compared as text.
        keyOf: only && others.length === 0 ? only.keyOf : sectionKey,
        isOnPlan: (name) => indexes.some(({ find }) => find(name).kind !== 'none'),
      }
    },
  }
}
