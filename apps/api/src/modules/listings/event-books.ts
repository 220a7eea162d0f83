import { isOnSale } from '@terrace/domain/event-status'
import type { Db } from '../../db/client.ts'
import type { OutboxTail } from '../../outbox/tail-outbox.ts'
import type { Clock } from '../../shared/clock.ts'
import { createSlots } from '../../shared/slots.ts'
import { createEventBook, type EventBook } from './event-book.ts'
import { keptBytes } from './kept-bytes.ts'
import { listingErrors } from './listings.errors.ts'
import { findEventFacts, readStock, readVersions } from './listings.repo.ts'
import { stockNoticeOf, type StockNotice } from './stock-notice.ts'

/** A book that was not compared with the database for so long is, behind whoever asks for it. */
const checkAfterMs = 30_000
/** After so long whoever asks waits for that. */
const doubtAfterMs = 60_000

// Each is some hundred rows at once in memory, and the database has no more processors than we have.
const loadsAtOnce = 4

export interface EventBooks {
  /** The event's book as it is now. Throws `event.not_found`. */
  get(eventId: number): Promise<EventBook>
  /** The same without waiting, where nothing has to be read for it. */
  peek(eventId: number): EventBook | undefined
  /** A command of this process has changed the event's stock: its book is compared with the database before it is read. */
  doubt(eventId: number): void
}

interface Entry {
  book: EventBook | undefined
  /** Listings still to be read: the highest version that a notice told of each. */
  told: Map<string, number>
  isDoubted: boolean
  refreshing: Promise<void> | undefined
  checkedMs: number
  checking: Promise<void> | undefined
}

interface BooksDeps {
  db: Db
  clock: Clock
  outbox: Pick<OutboxTail, 'onNotice'>
  mostBytes?: number
}

/**
 * The books of the events that were asked for lately (ADR 0011). Invariant: no book is handed out that is older than a
 * change that this process had heard of when the book was asked for, nor one beyond a moment at which time alone changes it.
 *
 * A notice only marks a listing as changed. Who asks next reads all marked listings of the event at once, and whoever asks
 * meanwhile waits for the same reading. What is read after a notice is true, whichever notices were lost, repeated or late.
 */
export function createEventBooks({ db, clock, outbox, mostBytes = keptBytes.books }: BooksDeps): EventBooks {
  // The order of the map is that of use: the first entries are those not asked for the longest.
  const entries = new Map<number, Entry>()
  let revisions = 0
  const nextRevision = () => (revisions += 1)
  const inLoadSlot = createSlots(loadsAtOnce)

  /** Takes in what a notice says, however late, however often. */
  function applyNotice({ eventId, listing }: StockNotice): void {
    const entry = entries.get(eventId)
    if (!entry) return
    if (listing) entry.told.set(listing.id, Math.max(listing.version, entry.told.get(listing.id) ?? 0))
    else entries.delete(eventId)
  }

  outbox.onNotice((rows) => {
    for (const { payload } of rows) {
      const notice = stockNoticeOf(payload)
      if (notice) applyNotice(notice)
    }
  })

  function isCurrent({ told, isDoubted, refreshing, checkedMs }: Entry, now: Date): boolean {
    return told.size === 0 && !isDoubted && !refreshing && now.getTime() - checkedMs < doubtAfterMs
  }

  async function load(eventId: number, entry: Entry, now: Date): Promise<void> {
    const event = await findEventFacts(db, eventId)
    if (!event) throw listingErrors.make('event.not_found')
    const states = isOnSale(event, now) ? await inLoadSlot(() => readStock(db, { eventId, asOf: now })) : []
    entry.book = createEventBook({ event, states, now, nextRevision })
    entry.checkedMs = now.getTime()
  }

  /** Whether the book is still of the same event and, but for the listings that are added to `changed`, of the same stock. */
  async function compare(book: EventBook, changed: Set<string>, now: Date): Promise<boolean> {
    const event = await findEventFacts(db, book.eventId)
    if (!event || !book.isOf(event)) return false
    // It shows nothing of what it has.
    if (!isOnSale(event, now)) return true
    const versions = await readVersions(db, book.eventId)
    for (const [id, version] of versions) if (version > (book.versionOf(id) ?? 0)) changed.add(id)
    for (const id of book.listingIds()) if (!versions.has(id)) changed.add(id)
    return true
  }

  /** Marks what differs, for whoever asks next. */
  async function check(entry: Entry, book: EventBook, now: Date): Promise<void> {
    try {
      const changed = new Set<string>()
      const isSameEvent = await compare(book, changed, now)
      for (const id of changed) entry.told.set(id, Infinity)
      if (isSameEvent) entry.checkedMs = now.getTime()
      else if (entries.get(book.eventId) === entry) entries.delete(book.eventId)
    } catch {
      // Whoever asks next compares it, and is told where that fails again.
      entry.isDoubted = true
    }
  }

  async function refresh(eventId: number, entry: Entry): Promise<void> {
    const now = clock.now()
    const { book, told } = entry
    const isSuspect = entry.isDoubted || now.getTime() - entry.checkedMs >= doubtAfterMs
    // What is heard from here on is not part of this reading.
    entry.told = new Map()
    entry.isDoubted = false
    try {
      if (!book) return await load(eventId, entry, now)
      const newer = [...told].filter(([id, version]) => version > (book.versionOf(id) ?? 0))
      const changed = new Set(newer.map(([id]) => id))
      if (isSuspect && !(await compare(book, changed, now))) return await load(eventId, entry, now)
      if (isSuspect) entry.checkedMs = now.getTime()
      if (changed.size === 0) return
      const listingIds = [...changed]
      book.take(listingIds, await readStock(db, { eventId, listingIds, asOf: now }))
    } catch (error) {
      // Nothing that was heard may be forgotten.
      entry.isDoubted = true
      throw error
    } finally {
      evict()
    }
  }

  function evict(): void {
    let total = 0
    for (const { book } of entries.values()) total += book?.bytes ?? 0
    for (const [eventId, { book }] of entries) {
      if (total <= mostBytes || entries.size === 1) return
      entries.delete(eventId)
      total -= book?.bytes ?? 0
    }
  }

  function open(entry: Entry, book: EventBook, now: Date): EventBook {
    if (now.getTime() - entry.checkedMs >= checkAfterMs) {
      entry.checking ??= check(entry, book, now).finally(() => {
        entry.checking = undefined
      })
    }
    book.advance(now)
    return book
  }

  function entryOf(eventId: number): Entry {
    const entry = entries.get(eventId) ?? {
      book: undefined,
      told: new Map(),
      isDoubted: true,
      refreshing: undefined,
      checkedMs: 0,
      checking: undefined,
    }
    entries.delete(eventId)
    entries.set(eventId, entry)
    return entry
  }

  return {
    doubt(eventId) {
      const entry = entries.get(eventId)
      if (entry) entry.isDoubted = true
    },
    peek(eventId) {
      const entry = entries.get(eventId)
      const now = clock.now()
      if (!entry?.book || !isCurrent(entry, now)) return undefined
      entries.delete(eventId)
      entries.set(eventId, entry)
      return open(entry, entry.book, now)
    },
    async get(eventId) {
      const entry = entryOf(eventId)
      // A reading under way may have begun before what was heard by now; the one after it has not. Longer nobody waits:
      // under constant change there would always be one more.
      for (
        let readings = entry.refreshing ? 2 : 1;
        readings > 0 && !isCurrent(entry, clock.now());
        readings -= 1
      ) {
        // Taken away from outside: a reading that has nothing to read is over before it stands here.
        entry.refreshing ??= refresh(eventId, entry).finally(() => {
          entry.refreshing = undefined
        })
        try {
          await entry.refreshing
        } catch (error) {
          if (!entry.book && entries.get(eventId) === entry) entries.delete(eventId)
          throw error
        }
      }
      if (!entry.book) throw listingErrors.make('event.not_found')
      return open(entry, entry.book, clock.now())
    },
  }
}
