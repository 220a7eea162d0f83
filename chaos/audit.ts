import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../apps/api/src/db/client.ts'
import { currentOutboxPosition, readOutboxAfter } from '../apps/api/src/outbox/outbox.repo.ts'

const everyMs = 200
const batch = 1000
/** An answer is judged when all that was committed before it was asked for has certainly been read. */
const judgedAfterMs = 2000
/** A version that ended longer ago than this is not needed any more: an answer with it would long have been found. */
const keptMs = 120_000

/** One answer of a feed: when it was asked for, and which listings it offered in which version. */
export interface Sighting {
  at: number
  offered: readonly { id: string; version: number }[]
}

export interface Staleness {
  /** Answers judged, and those among them with something that had changed before they were asked for. */
  judged: number
  old: number
  /** By how much these were too old: milliseconds from the change to the question. */
  p50Ms: number
  p99Ms: number
  worstMs: number
  worst: string
  expiries: number
}

export interface Audit {
  saw(sighting: Sighting): void
  /** Judges what is left and answers the sum. */
  end(): Promise<Staleness>
}

/** Follows the outbox, which tells of every version of a listing and when it came, and judges answers of feeds by it. */
export async function startAudit(db: Db): Promise<Audit> {
  const versions = new Map<string, { version: number; at: number }[]>()
  let position = await currentOutboxPosition(db)
  let sightings: Sighting[] = []
  let judged = 0
  let old = 0
  let expiries = 0
  let worst = { ms: 0, what: '' }
  const delays: number[] = []
  const ending = new AbortController()

  async function read(): Promise<void> {
    for (;;) {
      const rows = await readOutboxAfter(db, position, batch)
      for (const { topic, payload, occurred_at: occurredAt } of rows) {
        const { listingId, version } = payload
        if (typeof listingId !== 'string' || typeof version !== 'number') continue
        if (topic === 'hold.expired') expiries += 1
        const known = versions.get(listingId) ?? []
        versions.set(listingId, known)
        known.push({ version, at: occurredAt.getTime() })
      }
      const last = rows.at(-1)
      if (last) position = { xid: last.xid, id: last.id }
      if (rows.length < batch) return
    }
  }

  function judge({ at, offered }: Sighting): void {
    judged += 1
    let oldest = 0
    for (const { id, version } of offered) {
      const newer = versions.get(id)?.filter((known) => known.version > version) ?? []
      // They are read in the order of their transactions: the first of them need not have come first.
      const ms = at - Math.min(...newer.map((known) => known.at))
      oldest = Math.max(oldest, ms)
      if (ms > worst.ms) worst = { ms, what: `${id} in version ${version}, ${newer.length} newer were known` }
    }
    if (oldest === 0) return
    old += 1
    delays.push(oldest)
  }

  async function pass(): Promise<void> {
    const from = Date.now()
    await read()
    const due = sightings.filter(({ at }) => at < from - judgedAfterMs)
    sightings = sightings.filter(({ at }) => at >= from - judgedAfterMs)
    for (const sighting of due) judge(sighting)
    for (const known of versions.values()) {
      while ((known[1]?.at ?? Infinity) < from - keptMs) known.shift()
    }
  }

  async function follow(): Promise<void> {
    while (!ending.signal.aborted) {
      await pass()
      await pause(everyMs)
    }
  }

  const following = follow()
  return {
    saw: (sighting) => void sightings.push(sighting),
    async end() {
      ending.abort()
      await following
      await pause(judgedAfterMs + everyMs)
      await pass()
      const sorted = delays.toSorted((left, right) => left - right)
      const share = (part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? 0
      return {
        judged,
        old,
        p50Ms: share(0.5),
        p99Ms: share(0.99),
        worstMs: worst.ms,
        worst: worst.what,
        expiries,
      }
    },
  }
}
