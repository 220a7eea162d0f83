/** If the running call is blocked, for example by a lock, another one starts after this time. */
export const extraCallDelayMs = 20
/** A queue that has waited this long goes first, however short it is. */
const maxFairWaitMs = 10

/** Requests of one kind that wait for a call. */
interface CallQueue {
  length: () => number
  /** When the first of them arrived. */
  waitingSince: () => number
  /** Milliseconds until the queue itself allows its next call; `Infinity` while only the end of a call does. */
  waitMs: () => number
  /** Starts a call and resolves when the database has responded, with a function that hands out the results. */
  call: () => Promise<() => void>
}

/**
 * Starts the calls of queues that share a database, the longest queue first. One at a time: most of a call's cost does not
 * depend on its requests, and those that arrive meanwhile share the next one. That one starts before results are handed
 * out, so that the database works while this process responds.
 */
export interface CallGroup {
  add(queue: CallQueue): void
  /** Call it after a request was added to a queue. */
  schedule(): void
}

export function createCallGroup(): CallGroup {
  const queues: CallQueue[] = []
  let activeCalls = 0
  let lastStartedAt = 0
  let isScheduled = false
  let finished: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    // Requests that have already arrived join their queue first.
    setImmediate(() => {
      isScheduled = false
      const results = finished
      finished = []
      startCalls()
      for (const handOut of results) handOut()
    })
  }

  function startCalls(): void {
    clearTimeout(timer)
    for (;;) {
      const waiting = queues.filter((queue) => queue.length() > 0)
      const groupWaitMs = activeCalls === 0 ? 0 : lastStartedAt + extraCallDelayMs - performance.now()
      const waitMs = Math.max(groupWaitMs, Math.min(...waiting.map((queue) => queue.waitMs())))
      if (waitMs > 0) {
        if (waitMs < Number.POSITIVE_INFINITY) timer = setTimeout(startCalls, waitMs)
        return
      }
      void run(next(waiting.filter((queue) => queue.waitMs() <= 0)))
    }
  }

  function next(ready: readonly CallQueue[]): CallQueue | undefined {
    const now = performance.now()
    const rank = (queue: CallQueue): number =>
      now - queue.waitingSince() >= maxFairWaitMs ? Number.POSITIVE_INFINITY : queue.length()
    return ready.toSorted(
      (one, other) => rank(other) - rank(one) || one.waitingSince() - other.waitingSince(),
    )[0]
  }

  async function run(queue: CallQueue | undefined): Promise<void> {
    if (!queue) return
    activeCalls += 1
    lastStartedAt = performance.now()
    const handOut = await queue.call()
    finished.push(handOut)
    activeCalls -= 1
    schedule()
  }

  return { add: (queue) => void queues.push(queue), schedule }
}

const groups = new WeakMap<object, CallGroup>()

/** The group of all calls over this connection pool. */
export function callGroupOf(pool: object): CallGroup {
  const group = groups.get(pool) ?? createCallGroup()
  groups.set(pool, group)
  return group
}
