import { isOnSale } from '@terrace/domain/lifecycles/event-status'
import type { Db } from '#api/db/client.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Clock } from '#api/shared/clock.ts'
import { createLimiter } from '#api/shared/concurrency/concurrency-limit.ts'
import { createEventSnapshot, type EventSnapshot } from './event-snapshot.ts'
import { cacheBudgets } from './cache-budgets.ts'
import { listingErrors } from './listings.errors.ts'
import { findEventDetails, readStock, readVersions } from './listings.repo.ts'
import { stockNoticeOf, type StockNotice } from './stock-notice.ts'

/** Age after which a snapshot is revalidated in the background. */
const revalidateAfterMs = 30_000
/** Age after which readers wait for the revalidation. */
const maxStaleMs = 60_000

// A load holds several hundred rows in memory, and more parallel queries would not be faster.
const maxConcurrentLoads = 4

export interface EventCache {
  /**
   * Returns the current snapshot.
   * @throws `event.not_found`
   */
  get(eventId: number): Promise<EventSnapshot>
  /** Returns the snapshot if it is current without a read. */
  peek(eventId: number): EventSnapshot | undefined
  /**
   * Forces a comparison with the database before the next read, after a command of this process changed the stock.
   */
  invalidate(eventId: number): void
}

interface Entry {
  snapshot: EventSnapshot | undefined
  /** Dirty listings with the highest version announced for each. */
  pendingVersions: Map<string, number>
  needsRevalidation: boolean
  refreshing: Promise<void> | undefined
  /** When the snapshot was last known to equal the database. */
  checkedMs: number
  revalidating: Promise<void> | undefined
  /** Its part of the cache's total. */
  bytes: number
}

interface EventCacheDeps {
  db: Db
  clock: Clock
  outbox: Pick<OutboxTail, 'onNotice'>
  maxBytes?: number
  /** Called for each read with whether it was served without the database. */
  onRead?: (isHit: boolean) => void
}

/**
 * In-memory snapshots of recently read events (ADR 0011). Invariant: a returned snapshot includes every change this
 * process knew of when it was requested, and is never past its next time-based change.
 * A notice only marks a listing dirty. The next read reloads all dirty listings in one query; concurrent reads share
 * it. Lost, repeated and late notices are harmless, because reads use absolute state.
 */
export function createEventCache({
  db,
  clock,
  outbox,
  maxBytes = cacheBudgets.eventSnapshots,
  onRead,
}: EventCacheDeps): EventCache {
  // The map is ordered by use, least recently used first.
  const entries = new Map<number, Entry>()
  let totalBytes = 0
  let revisions = 0
  const nextRevision = () => (revisions += 1)
  const withLoadPermit = createLimiter(maxConcurrentLoads)

  /** Idempotent and independent of notice order. */
  function applyNotice({ eventId, listing }: StockNotice): void {
    const entry = entries.get(eventId)
    if (!entry) return
    if (listing)
      entry.pendingVersions.set(
        listing.id,
        Math.max(listing.version, entry.pendingVersions.get(listing.id) ?? 0),
      )
    else remove(eventId)
  }

  outbox.onNotice((rows) => {
    for (const { payload } of rows) {
      const notice = stockNoticeOf(payload)
      if (notice) applyNotice(notice)
    }
  })

  function isCurrent(
    { pendingVersions, needsRevalidation, refreshing, checkedMs }: Entry,
    now: Date,
  ): boolean {
    return (
      pendingVersions.size === 0 &&
      !needsRevalidation &&
      !refreshing &&
      now.getTime() - checkedMs < maxStaleMs
    )
  }

  async function load(eventId: number, entry: Entry, now: Date): Promise<void> {
    const event = await findEventDetails(db, eventId)
    if (!event) throw listingErrors.make('event.not_found')
    const states = isOnSale(event, now)
      ? await withLoadPermit(() => readStock(db, { eventId, asOf: now }))
      : []
    entry.snapshot = createEventSnapshot({ event, states, now, nextRevision })
    entry.checkedMs = now.getTime()
  }

  /** Returns whether the event is unchanged, and adds its changed listings to `changed`. */
  async function compare(snapshot: EventSnapshot, changed: Set<string>, now: Date): Promise<boolean> {
    const event = await findEventDetails(db, snapshot.eventId)
    if (!event || !snapshot.isBuiltFrom(event)) return false
    // The snapshot shows no listings, so its stock does not matter.
    if (!isOnSale(event, now)) return true
    const versions = await readVersions(db, snapshot.eventId)
    for (const [id, version] of versions) if (version > (snapshot.versionOf(id) ?? 0)) changed.add(id)
    for (const id of snapshot.listingIds()) if (!versions.has(id)) changed.add(id)
    return true
  }

  /** Marks differences for the next read. */
  async function revalidate(entry: Entry, snapshot: EventSnapshot, now: Date): Promise<void> {
    try {
      const changed = new Set<string>()
      const isSameEvent = await compare(snapshot, changed, now)
      for (const id of changed) entry.pendingVersions.set(id, Infinity)
      if (isSameEvent) entry.checkedMs = now.getTime()
      else if (entries.get(snapshot.eventId) === entry) remove(snapshot.eventId)
    } catch {
      // The next read compares again and reports the error if it persists.
      entry.needsRevalidation = true
    }
  }

  async function refresh(eventId: number, entry: Entry): Promise<void> {
    const now = clock.now()
    const { snapshot, pendingVersions } = entry
    const mustCompare = entry.needsRevalidation || now.getTime() - entry.checkedMs >= maxStaleMs
    // Notices that arrive from here on belong to the next refresh.
    entry.pendingVersions = new Map()
    entry.needsRevalidation = false
    try {
      if (!snapshot) return await load(eventId, entry, now)
      const newer = [...pendingVersions].filter(([id, version]) => version > (snapshot.versionOf(id) ?? 0))
      const changed = new Set(newer.map(([id]) => id))
      if (mustCompare && !(await compare(snapshot, changed, now))) return await load(eventId, entry, now)
      if (mustCompare) entry.checkedMs = now.getTime()
      if (changed.size === 0) return
      const listingIds = [...changed]
      snapshot.applyListings(listingIds, await readStock(db, { eventId, listingIds, asOf: now }))
    } catch (error) {
      // The pending versions were cleared, so the next read must compare.
      entry.needsRevalidation = true
      throw error
    } finally {
      if (entries.get(eventId) === entry) setBytes(entry, entry.snapshot?.bytes ?? 0)
      evict()
    }
  }

  function setBytes(entry: Entry, bytes: number): void {
    totalBytes += bytes - entry.bytes
    entry.bytes = bytes
  }

  function remove(eventId: number): void {
    totalBytes -= entries.get(eventId)?.bytes ?? 0
    entries.delete(eventId)
  }

  function evict(): void {
    for (const eventId of entries.keys()) {
      if (totalBytes <= maxBytes || entries.size === 1) return
      remove(eventId)
    }
  }

  function serve(entry: Entry, snapshot: EventSnapshot, now: Date): EventSnapshot {
    if (now.getTime() - entry.checkedMs >= revalidateAfterMs) {
      entry.revalidating ??= revalidate(entry, snapshot, now).finally(() => {
        entry.revalidating = undefined
      })
    }
    snapshot.advance(now)
    return snapshot
  }

  function moveToEnd(eventId: number, entry: Entry): void {
    entries.delete(eventId)
    entries.set(eventId, entry)
  }

  function touchEntry(eventId: number): Entry {
    const entry = entries.get(eventId) ?? {
      snapshot: undefined,
      pendingVersions: new Map(),
      needsRevalidation: true,
      refreshing: undefined,
      checkedMs: 0,
      revalidating: undefined,
      bytes: 0,
    }
    moveToEnd(eventId, entry)
    return entry
  }

  return {
    invalidate(eventId) {
      const entry = entries.get(eventId)
      if (entry) entry.needsRevalidation = true
    },
    peek(eventId) {
      const entry = entries.get(eventId)
      const now = clock.now()
      if (!entry?.snapshot || !isCurrent(entry, now)) return undefined
      moveToEnd(eventId, entry)
      onRead?.(true)
      return serve(entry, entry.snapshot, now)
    },
    async get(eventId) {
      const entry = touchEntry(eventId)
      onRead?.(isCurrent(entry, clock.now()))
      // A running refresh may have started before the latest notice; the one after it has not. Waiting for more would
      // never end under constant changes.
      for (
        let refreshesLeft = entry.refreshing ? 2 : 1;
        refreshesLeft > 0 && !isCurrent(entry, clock.now());
        refreshesLeft -= 1
      ) {
        // Clear it here and not in `refresh`, which may finish before the assignment.
        entry.refreshing ??= refresh(eventId, entry).finally(() => {
          entry.refreshing = undefined
        })
        try {
          await entry.refreshing
        } catch (error) {
          if (!entry.snapshot && entries.get(eventId) === entry) remove(eventId)
          throw error
        }
      }
      if (!entry.snapshot) throw listingErrors.make('event.not_found')
      return serve(entry, entry.snapshot, clock.now())
    },
  }
}
