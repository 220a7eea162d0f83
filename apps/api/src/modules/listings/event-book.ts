import { toInstant, toLocal } from '@terrace/domain/time-zones'
import type { Db } from '../../db/client.ts'
import type { OutboxTail } from '../../outbox/tail-outbox.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Listing, OpenHold } from './listing.ts'
import { listingErrors } from './listings.errors.ts'
import { findEventOnSale, readListingsOfEvent, readOpenHoldsOfEvent } from './listings.repo.ts'

const dayMs = 24 * 60 * 60 * 1000
const newForMs = dayMs
const keptListings = 200_000

/** One event's live listings in memory. Immutable: a change makes a new book. */
export interface EventBook {
  eventId: number
  /** Differs between any two books of an event. */
  revision: string
  /** All listings that are not withdrawn, the sold-out among them, cheapest first. */
  listings: readonly Listing[]
  holds: readonly OpenHold[]
  /** From this moment a listing is no longer new. */
  newSince: Date
  /** The venue's day, YYYY-MM-DD. */
  today: string
  performerIds: ReadonlySet<number>
}

interface Entry {
  book: Promise<EventBook>
  /** The next moment at which time alone changes the book: a hold ends, a listing stops being new, the event starts. */
  validUntil: number
  size: number
}

export interface EventBooks {
  /** The event's book as it is now. Throws `event.not_found`. */
  get(eventId: number): Promise<EventBook>
  /** Forgets the event's book: a command of this process has changed it. */
  drop(eventId: number): void
}

/**
 * Invariant: no book is served that is older than a change this process has heard of, nor beyond a moment at which time
 * alone changes it. A load that began before a notice is thrown away with the notice.
 */
export function createEventBooks({
  db,
  clock,
  outbox,
}: {
  db: Db
  clock: Clock
  outbox: OutboxTail
}): EventBooks {
  const entries = new Map<number, Entry>()
  let loads = 0

  outbox.onNotice((rows) => {
    for (const { payload } of rows)
      if (typeof payload['eventId'] === 'number') entries.delete(payload['eventId'])
  })

  async function load(eventId: number, entry: Entry): Promise<EventBook> {
    loads += 1
    const revision = `${eventId}-${process.pid}-${loads}`
    const now = clock.now()
    const event = await findEventOnSale(db, eventId, now)
    if (!event) throw listingErrors.make('event.not_found')
    const { onSale, startsAt, timezone } = event
    const performerIds = new Set(event.performerIds)
    const today = toLocal(now, timezone)?.slice(0, 10) ?? ''
    const listings = onSale ? await readListingsOfEvent(db, eventId, now) : []
    // Read second: a hold that ends in between is at worst heard of too early.
    const holds = onSale ? await readOpenHoldsOfEvent(db, eventId, now) : []
    entry.validUntil = nextChange({ listings, holds, now, startsAt, timezone })
    entry.size = listings.length
    evict()
    const newSince = new Date(now.getTime() - newForMs)
    return { eventId, revision, listings, holds, newSince, today, performerIds }
  }

  // The map keeps the order of use: the first entries are those not asked for the longest.
  function evict(): void {
    let total = 0
    for (const entry of entries.values()) total += entry.size
    for (const [eventId, entry] of entries) {
      if (total <= keptListings || entries.size === 1) return
      entries.delete(eventId)
      total -= entry.size
    }
  }

  return {
    drop: (eventId) => void entries.delete(eventId),
    async get(eventId) {
      const known = entries.get(eventId)
      if (known && known.validUntil > clock.now().getTime()) {
        entries.delete(eventId)
        entries.set(eventId, known)
        return known.book
      }
      const loading = Promise.withResolvers<EventBook>()
      const entry: Entry = { book: loading.promise, validUntil: Infinity, size: 0 }
      entries.set(eventId, entry)
      load(eventId, entry).then(loading.resolve, (error: unknown) => {
        if (entries.get(eventId) === entry) entries.delete(eventId)
        loading.reject(error)
      })
      return entry.book
    },
  }
}

function nextChange(state: {
  listings: Listing[]
  holds: OpenHold[]
  now: Date
  startsAt: Date
  timezone: string
}): number {
  const tomorrow = toLocal(state.now.getTime() + dayMs, state.timezone)?.slice(0, 10)
  const moments = [
    ...state.holds.map((hold) => hold.reservedUntil.getTime()),
    ...state.listings.map((listing) => listing.createdAt.getTime() + newForMs),
    state.startsAt.getTime(),
    toInstant(tomorrow, state.timezone)?.getTime() ?? 0,
  ]
  const now = state.now.getTime()
  return moments.reduce((next, moment) => (moment > now && moment < next ? moment : next), Infinity)
}
