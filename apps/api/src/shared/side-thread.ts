import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { commonErrors } from './app-error.ts'
import { postTo } from './thread-port.ts'

const idleMs = 60_000

/** A job takes a second or two; one that takes longer than this hangs, and everybody behind it with it. */
const limitMs = 15_000

/** More would wait longer than their callers do. */
const mostWaiting = 20
const retryAfterSeconds = 10

/**
 * Runs jobs beside the event loop, which they would hold up for a second each: one at a time in the whole process, so that
 * however many ask, they cost one core and the memory of one. `file` answers every message that it is posted by one
 * message; a failure there ends the thread, and with that tells whoever waits, and so does a job that takes longer than
 * `limitMs`. It ends by itself when nobody has asked for a while. Throws `server.busy` where too many wait already.
 */
export function sideThread<Job, Made>(
  file: URL,
  { limitMs: mostMs = limitMs }: { limitMs?: number } = {},
): (job: Job) => Promise<Made> {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  function end(): void {
    void worker?.terminate()
    worker = undefined
  }

  async function run(job: Job): Promise<Made> {
    clearTimeout(idle)
    worker ??= new Worker(file, { execArgv: [] })
    worker.ref()
    try {
      postTo(worker, job)
      // Posted by `file` alone, which is written to this type.
      const [made] = (await once(worker, 'message', { signal: AbortSignal.timeout(mostMs) })) as [Made]
      return made
    } catch (error) {
      end()
      throw error
    } finally {
      worker?.unref()
      idle = setTimeout(end, idleMs).unref()
    }
  }

  return async (job) => {
    if (waiting >= mostWaiting) throw commonErrors.make('server.busy', { retryAfterSeconds })
    waiting += 1
    const made = last.then(() => {
      waiting -= 1
      return run(job)
    })
    last = made.catch(() => undefined)
    return made
  }
}
