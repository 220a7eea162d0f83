import { isOnSale } from '@terrace/domain/lifecycles/event-status'
import { hash32 } from '@terrace/domain/text/short-hash'
import { toInstant, toLocal } from '@terrace/domain/time/time-zones'
import { snapshotBytes } from './cache-budgets.ts'
import { stockOf, type Listing, type ListingState, type OpenHold } from './listing.ts'
import type { EventDetails } from './listings.repo.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Listings are new for a day (product.md §12.3). */
const newForMs = dayMs

/**
 * In-memory snapshot of one event's active listings (ADR 0011). It applies absolute states, never an older
 * version over a newer one, and knows the next time-based change: a hold expires, a listing is no longer new, the
 * event starts or the venue's day ends.
 */
export interface EventSnapshot {
  readonly eventId: number
  readonly venueId: number
  readonly performerIds: ReadonlySet<number>
  /**
   * Grows with every change that a buyer could see. It counts in this process, for its caches; `version` and
   * `Listing.version` come from the data and are the same in all processes.
   */
  readonly revision: number
  /** Revision when this snapshot was loaded. Whatever was derived from an earlier snapshot has a smaller one. */
  readonly firstRevision: number
  /** Hash of the contents. */
  readonly version: string
  readonly isOnSale: boolean
  /** All active listings, sold-out ones included; none if the event is not on sale. */
  listings(): Iterable<Listing>
  listing(id: string): Listing | undefined
  isNew(listing: Listing): boolean
  /** Whether the in-hand date has been reached in the venue's time zone. */
  isInHand(listing: Listing): boolean
  heldBy(teamId: string): readonly OpenHold[]
  /** Version of the listing in the snapshot, or its last version if withdrawn. */
  versionOf(listingId: string): number | undefined
  listingIds(): Iterable<string>
  /** Whether the snapshot was created from these event details. */
  isBuiltFrom(event: EventDetails): boolean
  /** Approximate memory use. */
  readonly bytes: number
  /** Applies freshly read states; a listing without a state is withdrawn. */
  applyListings(listingIds: Iterable<string>, states: readonly ListingState[]): void
  /** Applies time-based changes up to `now`. */
  advance(now: Date): void
}

export interface LoadedEvent {
  event: EventDetails
  states: readonly ListingState[]
  now: Date
  /** Unique within the process. */
  nextRevision: () => number
}

export function createEventSnapshot({
  event,
  states,
  now: loadedAt,
  nextRevision,
}: LoadedEvent): EventSnapshot {
  const stock = new Map<string, Listing>()
  // Only for listings with holds.
  const holdsOn = new Map<string, readonly OpenHold[]>()
  const withdrawn = new Map<string, number>()
  let holdsByTeam = new Map<string, OpenHold[]>()
  const fingerprint = createFingerprint()
  let revision = 0
  let nowMs = 0
  let nextChangeMs = Infinity
  let today = ''
  let isEventOnSale = false

  function put(id: string, listing: Listing | undefined, holds: readonly OpenHold[] = []): void {
    const known = stock.get(id)
    if (known) fingerprint.toggle(known)
    if (listing) fingerprint.toggle(listing)
    if (listing) stock.set(id, listing)
    else stock.delete(id)
    if (holds.length > 0) holdsOn.set(id, holds)
    else holdsOn.delete(id)
  }

  /** Removes expired holds and finds the next time-based change. */
  function recompute(): void {
    revision = nextRevision()
    nextChangeMs = Infinity
    holdsByTeam = new Map()
    const considerTime = (timeMs: number) => {
      if (timeMs > nowMs && timeMs < nextChangeMs) nextChangeMs = timeMs
    }
    for (const [id, listing] of stock) {
      considerTime(listing.publishedMs + newForMs)
      const holds = holdsOn.get(id) ?? []
      const { ownHold } = listing
      if (holds.length === 0 && ownHold === null) continue
      const open = holds.filter(({ reservedUntil }) => reservedUntil.getTime() > nowMs)
      const hasOwnHoldEnded = ownHold !== null && ownHold.untilMs <= nowMs
      if (ownHold !== null) considerTime(ownHold.untilMs)
      if (open.length < holds.length || hasOwnHoldEnded) {
        const kept = hasOwnHoldEnded ? { ...listing, ownHold: null } : listing
        put(id, { ...kept, ...stockOf(kept, open, nowMs) }, open)
      }
      for (const hold of open) {
        considerTime(hold.reservedUntil.getTime())
        const ofTeam = holdsByTeam.get(hold.teamId)
        if (ofTeam) ofTeam.push(hold)
        else holdsByTeam.set(hold.teamId, [hold])
      }
    }
    for (const holds of holdsByTeam.values()) holds.sort(byExpiry)
    isEventOnSale = isOnSale(event, new Date(nowMs))
    today = localDay(nowMs, event.timezone)
    considerTime(toInstant(dayAfter(today), event.timezone)?.getTime() ?? 0)
    considerTime(event.startsAt.getTime())
  }

  for (const { listing, holds } of states) put(listing.id, listing, holds)
  nowMs = loadedAt.getTime()
  recompute()
  const firstRevision = revision

  return {
    eventId: event.eventId,
    venueId: event.venueId,
    performerIds: new Set(event.performerIds),
    firstRevision,
    get revision() {
      return revision
    },
    get version() {
      return fingerprint.text()
    },
    get isOnSale() {
      return isEventOnSale
    },
    listings: () => (isEventOnSale ? stock.values() : []),
    listing: (id) => (isEventOnSale ? stock.get(id) : undefined),
    isNew: ({ publishedMs }) => publishedMs > nowMs - newForMs,
    isInHand: ({ inHandDate }) => inHandDate <= today,
    heldBy: (teamId) => (isEventOnSale && holdsByTeam.get(teamId)) || [],
    versionOf: (id) => stock.get(id)?.version ?? withdrawn.get(id),
    listingIds: () => stock.keys(),
    isBuiltFrom: (details) => JSON.stringify(details) === JSON.stringify(event),
    get bytes() {
      return snapshotBytes(stock.size)
    },
    applyListings(listingIds, found) {
      const read = new Map(found.map((state) => [state.listing.id, state]))
      for (const id of listingIds) {
        const state = read.get(id)
        const known = stock.get(id)
        if (state && known && state.listing.version < known.version) continue
        if (known && !state) withdrawn.set(id, known.version)
        put(id, state?.listing, state?.holds)
      }
      recompute()
    },
    advance(now) {
      nowMs = now.getTime()
      if (nowMs >= nextChangeMs) recompute()
    },
  }
}

function byExpiry(left: OpenHold, right: OpenHold): number {
  return left.expiresAt.getTime() - right.expiresAt.getTime() || (left.id < right.id ? -1 : 1)
}

/** Uses the calendar, since a venue's day can have 23 or 25 hours. */
function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
}

function localDay(milliseconds: number, timezone: string): string {
  return toLocal(milliseconds, timezone)?.slice(0, 10) ?? ''
}

/** Order-independent hash of a set of listings; toggling a listing twice removes it. */
function createFingerprint() {
  let [left, right] = [0, 0]
  return {
    toggle({ id, version, available }: Listing): void {
      const text = `${id}/${version}/${available}`
      left ^= hash32(text)
      right ^= hash32(`${text}/`)
    },
    text: () => [left, right].map((half) => (half >>> 0).toString(36).padStart(7, '0')).join(''),
  }
}
