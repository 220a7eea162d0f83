import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../apps/api/src/db/client.ts'
import { currentOutboxPosition, readOutboxAfter } from '../apps/api/src/outbox/outbox.repo.ts'

const intervalMs = 200
const batch = 1000
/** Observations are evaluated once every earlier commit has certainly been read. */
const evaluateAfterMs = 2000
/** Superseded versions older than this are dropped: a response with one would have been found already. */
const retainVersionsMs = 120_000

/** A feed response: when it was requested and which listing versions it contained. */
export interface Observation {
  at: number
  offered: readonly { id: string; version: number }[]
}

export interface Staleness {
  /** Evaluated responses, and those with a listing that had changed before the request. */
  evaluated: number
  outdated: number
  /** Staleness of these in milliseconds, from the change to the request. */
  p50Ms: number
  p99Ms: number
  worstMs: number
  worst: string
  expiries: number
}

export interface Audit {
  record(observation: Observation): void
  /** Evaluates the rest and returns the summary. */
  end(): Promise<Staleness>
}

/**
 * Follows the outbox, which publishes every listing version with its time, and evaluates feed responses against it.
 */
export async function startAudit(db: Db): Promise<Audit> {
  const versions = new Map<string, { version: number; at: number }[]>()
  let position = await currentOutboxPosition(db)
  let observations: Observation[] = []
  let evaluated = 0
  let outdated = 0
  let expiries = 0
  let worst = { ms: 0, detail: '' }
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

  function evaluate({ at, offered }: Observation): void {
    evaluated += 1
    let oldest = 0
    for (const { id, version } of offered) {
      const newer = versions.get(id)?.filter((known) => known.version > version) ?? []
      // Rows are read in transaction order, so the first one need not be the oldest.
      const ms = at - Math.min(...newer.map((known) => known.at))
      oldest = Math.max(oldest, ms)
      if (ms > worst.ms)
        worst = { ms, detail: `${id} in version ${version}, ${newer.length} newer versions existed` }
    }
    if (oldest === 0) return
    outdated += 1
    delays.push(oldest)
  }

  async function pass(): Promise<void> {
    const from = Date.now()
    await read()
    const due = observations.filter(({ at }) => at < from - evaluateAfterMs)
    observations = observations.filter(({ at }) => at >= from - evaluateAfterMs)
    for (const observation of due) evaluate(observation)
    for (const known of versions.values()) {
      while ((known[1]?.at ?? Infinity) < from - retainVersionsMs) known.shift()
    }
  }

  async function follow(): Promise<void> {
    while (!ending.signal.aborted) {
      await pass()
      await pause(intervalMs)
    }
  }

  const following = follow()
  return {
    record: (observation) => void observations.push(observation),
    async end() {
      ending.abort()
      await following
      await pause(evaluateAfterMs + intervalMs)
      await pass()
      const sorted = delays.toSorted((left, right) => left - right)
      const percentile = (part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? 0
      return {
        evaluated,
        outdated,
        p50Ms: percentile(0.5),
        p99Ms: percentile(0.99),
        worstMs: worst.ms,
        worst: worst.detail,
        expiries,
      }
    },
  }
}
