import type { Db } from '#api/db/client.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import { readMarksByEvent } from './marks.repo.ts'

/** Of all accounts together; an account counts at least for one, so that those without a mark are bounded too. */
const keptMarks = 100_000

interface Entry {
  marks: Promise<ReadonlyMap<number, readonly string[]>>
  size: number
}

export interface TrackedMarks {
  /** The listings of these events that the account tracks, from memory. */
  of(accountId: string, eventIds: readonly number[]): Promise<readonly string[]>
  /** Forgets the account's marks: a command of this process has changed them. */
  drop(accountId: string): void
}

/**
 * What accounts track, for the feed: the list itself is the same for everybody, so the caller's marks are joined to every
 * answer (product.md §9). Invariant: no marks are served that are older than a change this process has heard of; a load
 * that began before a notice is thrown away with the notice.
 */
export function createTrackedMarks({
  db,
  outbox,
}: {
  db: Db
  outbox: Pick<OutboxTail, 'onNotice'>
}): TrackedMarks {
  // The map keeps the order of use: the first are those not asked for the longest.
  const entries = new Map<string, Entry>()

  outbox.onNotice((rows) => {
    for (const { topic, payload } of rows) {
      if (topic === 'listing.tracked' || topic === 'listing.untracked') {
        entries.delete(String(payload['accountId']))
      }
    }
  })

  async function load(accountId: string, entry: Entry): Promise<ReadonlyMap<number, readonly string[]>> {
    const marks = await readMarksByEvent(db, accountId)
    for (const ids of marks.values()) entry.size += ids.length
    evict()
    return marks
  }

  function evict(): void {
    let total = 0
    for (const { size } of entries.values()) total += size
    for (const [accountId, { size }] of entries) {
      if (total <= keptMarks || entries.size === 1) return
      entries.delete(accountId)
      total -= size
    }
  }

  function marksOf(accountId: string): Entry['marks'] {
    const known = entries.get(accountId)
    if (known) {
      entries.delete(accountId)
      entries.set(accountId, known)
      return known.marks
    }
    const loading = Promise.withResolvers<ReadonlyMap<number, readonly string[]>>()
    const entry: Entry = { marks: loading.promise, size: 1 }
    entries.set(accountId, entry)
    load(accountId, entry).then(loading.resolve, (error: unknown) => {
      if (entries.get(accountId) === entry) entries.delete(accountId)
      loading.reject(error)
    })
    return entry.marks
  }

  return {
    drop: (accountId) => void entries.delete(accountId),
    async of(accountId, eventIds) {
      const marks = await marksOf(accountId)
      return eventIds.flatMap((eventId) => marks.get(eventId) ?? [])
    },
  }
}
