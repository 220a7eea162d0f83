import { isRejectedByDatabase } from '#api/db/transaction.ts'
import { runInSpan, startChildSpan } from '#api/tracing/active-span.ts'
import type { Span } from '#api/tracing/tracer.port.ts'
import { createCallGroup, extraCallDelayMs, type CallGroup } from './call-group.ts'

// One call at a time gives the largest batches. If it is blocked on a lock, a second one starts so that other teams
// do not wait.
const maxConcurrentCalls = 4
// A call holds its locks until all of its requests are done, so its size is limited.
const maxRequestsPerCall = 64

export interface BatchedCall<Request, Result> {
  /** Of the spans: each request of a recorded trace has one, from its arrival to its result. */
  name: string
  /** What a request locks or changes, such as listing ids. Requests with a common key run in order, in separate calls. */
  conflictKeysOf: (request: Request) => readonly string[]
  /** Returns results in request order. `undefined` means the request must be retried alone. */
  call: (requests: readonly Request[]) => Promise<readonly (Result | undefined)[]>
  /** Shared with calls of other kinds to the same database. */
  group?: CallGroup
}

interface PendingRequest<Request, Result> {
  request: Request
  conflictKeys: readonly string[]
  arrivedAt: number
  result: PromiseWithResolvers<Result>
  span: Span | undefined
}

/**
 * Batches requests: those that arrive while a call is running share the next one, and with it one round trip and one
 * commit. A request that finds no call running starts at once.
 * A call that PostgreSQL rejects has had no effect, so its requests are retried one by one and only the faulty one
 * fails. After any other failure the outcome is unknown and all requests fail.
 */
export function batchCalls<Request, Result>({
  name,
  conflictKeysOf,
  call,
  group = createCallGroup(),
}: BatchedCall<Request, Result>): (request: Request) => Promise<Result> {
  let queue: PendingRequest<Request, Result>[] = []
  let activeCalls = 0
  let lastStartedAt = 0

  function takeBatch(): PendingRequest<Request, Result>[] {
    const takenKeys = new Set<string>()
    const batch: PendingRequest<Request, Result>[] = []
    const remaining: PendingRequest<Request, Result>[] = []
    for (const waiting of queue) {
      const canJoin =
        batch.length < maxRequestsPerCall &&
        !waiting.conflictKeys.some((conflictKey) => takenKeys.has(conflictKey))
      ;(canJoin ? batch : remaining).push(waiting)
      // Reserve the keys of skipped requests too, so that no later request with the same key overtakes them.
      for (const conflictKey of waiting.conflictKeys) takenKeys.add(conflictKey)
    }
    queue = remaining
    return batch
  }

  async function runAlone({ request, result, span }: PendingRequest<Request, Result>): Promise<void> {
    try {
      const [only] = await runInSpan(span, () => call([request]))
      if (only === undefined) throw new Error('a request that was retried alone returned no result')
      result.resolve(only)
    } catch (error) {
      result.reject(error)
    }
  }

  async function runEachAlone(batch: readonly PendingRequest<Request, Result>[]): Promise<void> {
    for (const waiting of batch) await runAlone(waiting)
  }

  /** Resolves when the database has responded, with a function that hands out what is left to hand out. */
  async function runBatch(batch: readonly PendingRequest<Request, Result>[]): Promise<() => void> {
    try {
      const results = await runInSpan(leadingSpan(batch), () => call(batch.map(({ request }) => request)))
      const handOut = (): void => {
        for (const [index, { result }] of batch.entries()) {
          const found = results[index]
          if (found !== undefined) result.resolve(found)
        }
      }
      const retries = batch.filter((_waiting, index) => results[index] === undefined)
      if (retries.length === 0) return handOut
      handOut()
      await runEachAlone(retries)
    } catch (error) {
      if (batch.length === 1 || !isRejectedByDatabase(error)) {
        return () => {
          for (const { result } of batch) result.reject(error)
        }
      }
      await runEachAlone(batch)
    }
    return () => undefined
  }

  function waitMs(): number {
    if (activeCalls === 0) return 0
    if (activeCalls >= maxConcurrentCalls) return Number.POSITIVE_INFINITY
    return lastStartedAt + extraCallDelayMs - performance.now()
  }

  group.add({
    length: () => queue.length,
    waitingSince: () => queue[0]?.arrivedAt ?? Number.POSITIVE_INFINITY,
    waitMs,
    async call() {
      activeCalls += 1
      lastStartedAt = performance.now()
      const handOut = await runBatch(takeBatch())
      activeCalls -= 1
      return handOut
    },
  })

  return (request) => {
    const result = Promise.withResolvers<Result>()
    const span = startChildSpan(name)
    queue.push({ request, conflictKeys: conflictKeysOf(request), arrivedAt: performance.now(), result, span })
    group.schedule()
    return span ? endAfter(span, result.promise) : result.promise
  }
}

/** The call is recorded below the first request with a span; the spans of the others point to it. */
function leadingSpan(batch: readonly { span: Span | undefined; arrivedAt: number }[]): Span | undefined {
  const leader = batch.find(({ span }) => span)?.span
  if (!leader) return undefined
  for (const { span, arrivedAt } of batch) {
    span?.set({ 'terrace.batch_size': batch.length, 'terrace.wait_ms': performance.now() - arrivedAt })
    if (span !== leader) span?.link(leader)
  }
  return leader
}

async function endAfter<Result>(span: Span, result: Promise<Result>): Promise<Result> {
  try {
    return await result
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}
