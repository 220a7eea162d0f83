import { isOnSale } from '@terrace/domain/event-status'
import { hash32 } from '@terrace/domain/short-hash'
import { toInstant, toLocal } from '@terrace/domain/time-zones'
import { bytesOfBook } from './kept-bytes.ts'
import { sumOf, type Listing, type ListingState, type OpenHold } from './listing.ts'
import type { EventFacts } from './listings.repo.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A listing is new for a day (product.md §12). */
const newForMs = dayMs

/**
 * One event's live listings in memory (architecture.md §3). It takes in absolute states, an older one of a listing never
 * over a younger, and knows the next moment at which time alone changes it: a hold ends, a listing stops being new, the
 * event starts, a day ends at the venue.
 */
export interface EventBook {
  readonly eventId: number
  readonly venueId: number
  readonly performerIds: ReadonlySet<number>
  /** Another number after every change of what a buyer could see. */
  readonly revision: number
  /** With which it was loaded. Revisions grow through all books of the process. */
  readonly firstRevision: number
  /** Depends on what stands in the book alone: two processes with the same book say the same. */
  readonly version: string
  /** All listings that are not withdrawn, the sold-out among them; none of an event that is not on sale. */
  listings(): Iterable<Listing>
  /** One of them. */
  listing(id: string): Listing | undefined
  isNew(listing: Listing): boolean
  /** Whether the tickets are in hand today, by the venue's day, or were before. */
  isInHand(listing: Listing): boolean
  heldBy(teamId: string): readonly OpenHold[]
  /** The version of the listing that the book has, or had when it was withdrawn. */
  versionOf(listingId: string): number | undefined
  listingIds(): Iterable<string>
  /** Whether these are the facts that it was made with. */
  isOf(event: EventFacts): boolean
  /** What it takes up in memory, about. */
  readonly bytes: number
  /** Takes in what was read of the named listings; one that was not found is withdrawn. */
  take(listingIds: Iterable<string>, states: readonly ListingState[]): void
  /** Lets time do what it does until `now`. */
  advance(now: Date): void
}

export interface LoadedEvent {
  event: EventFacts
  states: readonly ListingState[]
  now: Date
  /** Never the same twice in this process. */
  nextRevision: () => number
}

export function createEventBook({ event, states, now: loadedAt, nextRevision }: LoadedEvent): EventBook {
  const stock = new Map<string, Listing>()
  // Of the few listings that have any.
  const holdsOn = new Map<string, readonly OpenHold[]>()
  const withdrawn = new Map<string, number>()
  let holdsByTeam = new Map<string, OpenHold[]>()
  const fingerprint = createFingerprint()
  let revision = 0
  let nowMs = 0
  let nextMs = Infinity
  let today = ''
  let isSelling = false

  function put(id: string, listing: Listing | undefined, holds: readonly OpenHold[] = []): void {
    const known = stock.get(id)
    if (known) fingerprint.turn(known)
    if (listing) fingerprint.turn(listing)
    if (listing) stock.set(id, listing)
    else stock.delete(id)
    if (holds.length > 0) holdsOn.set(id, holds)
    else holdsOn.delete(id)
  }

  /** Ends what has ended by now, and finds the next moment. */
  function settle(): void {
    revision = nextRevision()
    nextMs = Infinity
    holdsByTeam = new Map()
    const reckonWith = (moment: number) => {
      if (moment > nowMs && moment < nextMs) nextMs = moment
    }
    for (const [id, listing] of stock) {
      reckonWith(listing.createdMs + newForMs)
      const holds = holdsOn.get(id)
      if (!holds) continue
      const open = holds.filter(({ reservedUntil }) => reservedUntil.getTime() > nowMs)
      if (open.length < holds.length) {
        put(id, { ...listing, available: listing.unsold - sumOf(open) }, open)
      }
      for (const hold of open) {
        reckonWith(hold.reservedUntil.getTime())
        const ofTeam = holdsByTeam.get(hold.teamId)
        if (ofTeam) ofTeam.push(hold)
        else holdsByTeam.set(hold.teamId, [hold])
      }
    }
    for (const holds of holdsByTeam.values()) holds.sort(firstToEnd)
    isSelling = isOnSale(event, new Date(nowMs))
    today = localDay(nowMs, event.timezone)
    reckonWith(toInstant(dayAfter(today), event.timezone)?.getTime() ?? 0)
    reckonWith(event.startsAt.getTime())
  }

  for (const { listing, holds } of states) put(listing.id, listing, holds)
  nowMs = loadedAt.getTime()
  settle()
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
    listings: () => (isSelling ? stock.values() : []),
    listing: (id) => (isSelling ? stock.get(id) : undefined),
    isNew: ({ createdMs }) => createdMs > nowMs - newForMs,
    isInHand: ({ inHandDate }) => inHandDate <= today,
    heldBy: (teamId) => (isSelling && holdsByTeam.get(teamId)) || [],
    versionOf: (id) => stock.get(id)?.version ?? withdrawn.get(id),
    listingIds: () => stock.keys(),
    isOf: (facts) => JSON.stringify(facts) === JSON.stringify(event),
    get bytes() {
      return bytesOfBook(stock.size)
    },
    take(listingIds, found) {
      const read = new Map(found.map((state) => [state.listing.id, state]))
      for (const id of listingIds) {
        const state = read.get(id)
        const known = stock.get(id)
        if (state && known && state.listing.version < known.version) continue
        if (known && !state) withdrawn.set(id, known.version)
        put(id, state?.listing, state?.holds)
      }
      settle()
    },
    advance(now) {
      nowMs = now.getTime()
      if (nowMs >= nextMs) settle()
    },
  }
}

function firstToEnd(left: OpenHold, right: OpenHold): number {
  return left.expiresAt.getTime() - right.expiresAt.getTime() || (left.id < right.id ? -1 : 1)
}

/** The next day of the calendar, however long this one is at the venue. */
function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
}

function localDay(milliseconds: number, timezone: string): string {
  return toLocal(milliseconds, timezone)?.slice(0, 10) ?? ''
}

/** Of a set of listings in no order; the same listing turns in and out again. */
function createFingerprint() {
  let [left, right] = [0, 0]
  return {
    turn({ id, version, available }: Listing): void {
      const text = `${id}/${version}/${available}`
      left ^= hash32(text)
      right ^= hash32(`${text}/`)
    },
    text: () => [left, right].map((half) => (half >>> 0).toString(36).padStart(7, '0')).join(''),
  }
}
