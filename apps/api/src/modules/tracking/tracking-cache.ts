import type { Db } from '#api/db/client.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import { readTrackedListingIds } from './trackings.repo.ts'

/** Across all accounts. Each account counts as at least one, so accounts that track nothing are bounded too. */
const maxCachedListings = 100_000

interface Entry {
  listingIds: Promise<ReadonlyMap<number, readonly string[]>>
  size: number
}

export interface TrackingCache {
  /** Listings of these events that the account tracks. */
  idsTrackedBy(accountId: string, eventIds: readonly number[]): Promise<readonly string[]>
  /** Reloads the account's tracked listings on the next read; call it after a change. */
  invalidate(accountId: string): void
}

/**
 * Tracked listing ids per account. The feed is the same for everyone, so each response adds the caller's tracked
 * listings (product.md §9).
 * Invariant: never serves data older than a change this process knows of; a notice evicts loads that are still
 * running.
 */
export function createTrackingCache({
  db,
  outbox,
}: {
  db: Db
  outbox: Pick<OutboxTail, 'onNotice'>
}): TrackingCache {
  // Insertion order is LRU order: the first entry is the least recently used.
  const entries = new Map<string, Entry>()

  outbox.onNotice((rows) => {
    for (const { topic, payload } of rows) {
      if (topic === 'listing.tracked' || topic === 'listing.untracked') {
        entries.delete(String(payload['accountId']))
      }
    }
  })

  async function load(accountId: string, entry: Entry): Promise<ReadonlyMap<number, readonly string[]>> {
    const listingIds = await readTrackedListingIds(db, accountId)
    for (const ids of listingIds.values()) entry.size += ids.length
    evict()
    return listingIds
  }

  function evict(): void {
    let total = 0
    for (const { size } of entries.values()) total += size
    for (const [accountId, { size }] of entries) {
      if (total <= maxCachedListings || entries.size === 1) return
      entries.delete(accountId)
      total -= size
    }
  }

  function loadedListingIds(accountId: string): Entry['listingIds'] {
    const cached = entries.get(accountId)
    if (cached) {
      entries.delete(accountId)
      entries.set(accountId, cached)
      return cached.listingIds
    }
    const loading = Promise.withResolvers<ReadonlyMap<number, readonly string[]>>()
    const entry: Entry = { listingIds: loading.promise, size: 1 }
    entries.set(accountId, entry)
    load(accountId, entry).then(loading.resolve, (error: unknown) => {
      if (entries.get(accountId) === entry) entries.delete(accountId)
      loading.reject(error)
    })
    return entry.listingIds
  }

  return {
    invalidate: (accountId) => void entries.delete(accountId),
    async idsTrackedBy(accountId, eventIds) {
      const listingIds = await loadedListingIds(accountId)
      return eventIds.flatMap((eventId) => listingIds.get(eventId) ?? [])
    },
  }
}
