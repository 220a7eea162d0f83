import { runDetached } from '#api/tracing/active-span.ts'
import { createHash } from 'node:crypto'
import type { Db } from '#api/db/client.ts'
import { addRequestCounts, purgeRequestCounts } from './request-counts.repo.ts'

const minuteMs = 60_000
const shareAfterMs = 250
/** Keys below this part of their limit stay in this process, so that ordinary use costs no query. */
const sharedPart = 0.05
const maxKeys = 50_000

interface Count {
  minute: number
  /** Requests of this process that the others do not know yet. */
  unsent: number
  /** Requests that all processes have shared, including this one's. */
  shared: number
  /** Requests in the minute before. */
  previous: number
}

export interface LimitState {
  /** Requests in the last minute, this one included; above the limit if it is rejected. */
  current: number
  /** Milliseconds after which the next request is allowed, or until the count starts again. */
  ttl: number
}

interface RequestCountsOptions {
  db: Db
  onError: (error: unknown) => void
  /** Milliseconds since 1970. */
  now?: () => number
}

/**
 * Counts requests per key over the last minute: those of the current minute, and those of the one before in proportion
 * to how much of it still is within 60 seconds. Keys that come near their limit are counted together with all other
 * processes, at most 250 ms late. While the database is down, each process counts alone.
 */
export function createRequestCounts({ db, onError, now = Date.now }: RequestCountsOptions) {
  const counts = new Map<string, Count>()
  let unshared = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let sharing: Promise<void> | undefined
  let purgedMinute = 0

  function countOf(key: string, minute: number): Count {
    const found = counts.get(key)
    if (found?.minute === minute) return found
    const previous = found?.minute === minute - 1 ? found.shared + found.unsent : 0
    const count = { minute, unsent: 0, shared: 0, previous }
    // Keys stay in the order of their latest minute, so the first one is the oldest.
    counts.delete(key)
    const [oldest] = counts.keys()
    if (oldest !== undefined && counts.size >= maxKeys) counts.delete(oldest)
    counts.set(key, count)
    return count
  }

  function current(key: string): { count: Count; passedMs: number } {
    const time = now()
    const minute = Math.floor(time / minuteMs)
    return { count: countOf(key, minute), passedMs: time - minute * minuteMs }
  }

  /** Counts a request unless it exceeds `max` per minute. */
  function take(key: string, max: number): LimitState {
    const { count, passedMs } = current(key)
    const next = recentRequests(count, passedMs) + 1
    if (next > max) return { current: max + 1, ttl: waitMs(count, { max, passedMs }) }
    count.unsent += 1
    if (next >= max * sharedPart) shareSoon(key)
    return { current: Math.ceil(next), ttl: minuteMs - passedMs }
  }

  /** Milliseconds until one more unit fits below `max` per minute; 0 if it does now. */
  function wait(key: string, max: number): number {
    if (!counts.has(key)) return 0
    const { count, passedMs } = current(key)
    return recentRequests(count, passedMs) + 1 > max ? Math.ceil(waitMs(count, { max, passedMs })) : 0
  }

  /** Counts whole units that have been used already, also above `max` per minute. */
  function spend(key: string, units: number, max: number): void {
    const { count, passedMs } = current(key)
    count.unsent += units
    if (recentRequests(count, passedMs) >= max * sharedPart) shareSoon(key)
  }

  function shareSoon(key: string): void {
    unshared.add(key)
    timer ??= runDetached(() =>
      setTimeout(() => {
        sharing = share()
      }, shareAfterMs),
    )
  }

  async function share(): Promise<void> {
    const keys = unshared
    unshared = new Set()
    try {
      await exchange(keys)
    } catch (error) {
      onError(error)
    } finally {
      timer = undefined
      // Requests during the exchange, and those of a failed one, go with the next.
      for (const key of unshared) shareSoon(key)
    }
  }

  async function exchange(keys: ReadonlySet<string>): Promise<void> {
    const minute = Math.floor(now() / minuteMs)
    const sent = new Map<string, { count: Count; sent: number }>()
    for (const key of keys) {
      const count = counts.get(key)
      if (count?.minute === minute && count.unsent > 0) sent.set(hashOf(key), { count, sent: count.unsent })
    }
    if (sent.size === 0) return
    const start = new Date(minute * minuteMs)
    const totals = await addRequestCounts(
      db,
      start,
      [...sent].map(([keyHash, entry]) => ({ keyHash, count: entry.sent })),
    )
    for (const { keyHash, count: total, previous } of totals) {
      const entry = sent.get(keyHash)
      if (!entry) continue
      entry.count.unsent -= entry.sent
      entry.count.shared = total
      entry.count.previous = Math.max(entry.count.previous, previous)
    }
    if (purgedMinute === minute) return
    purgedMinute = minute
    await purgeRequestCounts(db, start)
  }

  return {
    take,
    wait,
    spend,
    async stop(): Promise<void> {
      clearTimeout(timer)
      await sharing
      clearTimeout(timer)
    },
  }
}

function recentRequests({ unsent, shared, previous }: Count, passedMs: number): number {
  return unsent + shared + previous * (1 - passedMs / minuteMs)
}

/** Milliseconds until one more request fits below the limit. */
function waitMs(count: Count, { max, passedMs }: { max: number; passedMs: number }): number {
  const current = count.unsent + count.shared
  const room = max - 1 - current
  // The part of `requests` that may still count, so that there is room again.
  const waitFor = (requests: number, kept: number) => minuteMs * (1 - Math.max(0, kept) / requests)
  return room >= 0
    ? Math.max(0, waitFor(count.previous, room) - passedMs)
    : minuteMs - passedMs + waitFor(current, max - 1)
}

/** Sessions and addresses are stored as hashes only. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22)
}

export type RequestCounts = ReturnType<typeof createRequestCounts>
