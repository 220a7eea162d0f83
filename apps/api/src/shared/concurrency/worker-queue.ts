import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { commonErrors } from '../app-error.ts'
import { postTo } from './thread-port.ts'

const idleMs = 60_000

/** Milliseconds. A job takes a second or two, more on a busy machine; a longer one hangs and blocks the queue. */
const limitMs = 30_000

/** Longer queues would outlast their callers' timeouts. */
const maxWaiting = 20
const retryAfterSeconds = 10

/**
 * Returns a function that runs jobs in one worker thread, one at a time, so that they never block the event loop and
 * cost one core at most. `file` must post one message per received message. A job that fails or exceeds `limitMs` ends
 * the thread and rejects; an idle thread ends itself. `onEnd` receives the job's milliseconds in the thread, without its
 * wait; not for the first job of a thread.
 * @throws `server.busy` when too many jobs wait, or the job exceeds `limitMs`
 */
export function createWorkerQueue<Job, Result>(
  file: URL,
  { limitMs: timeLimitMs = limitMs }: { limitMs?: number } = {},
): (job: Job, onEnd?: (ms: number) => void) => Promise<Result> {
  let worker: Worker | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let lastJob: Promise<unknown> = Promise.resolve()
  let waiting = 0

  function endWorker(): void {
    void worker?.terminate()
    worker = undefined
  }

  async function run(job: Job): Promise<Result> {
    clearTimeout(idleTimer)
    worker ??= new Worker(file, { execArgv: [] })
    worker.ref()
    const limit = AbortSignal.timeout(timeLimitMs)
    try {
      postTo(worker, job)
      // Only `file` posts messages, and it uses this type.
      const [result] = (await once(worker, 'message', { signal: limit })) as [Result]
      return result
    } catch (error) {
      endWorker()
      if (limit.aborted) throw commonErrors.make('server.busy', { retryAfterSeconds, cause: error })
      throw error
    } finally {
      worker?.unref()
      idleTimer = setTimeout(endWorker, idleMs).unref()
    }
  }

  async function runTimed(job: Job, onEnd?: (ms: number) => void): Promise<Result> {
    // Loading code and fonts into a new thread is not this job's work.
    const isStarted = worker !== undefined
    const from = performance.now()
    try {
      return await run(job)
    } finally {
      if (isStarted) onEnd?.(performance.now() - from)
    }
  }

  return async (job, onEnd) => {
    if (waiting >= maxWaiting) throw commonErrors.make('server.busy', { retryAfterSeconds })
    waiting += 1
    const result = lastJob.then(() => {
      waiting -= 1
      return runTimed(job, onEnd)
    })
    lastJob = result.catch(() => undefined)
    return result
  }
}
