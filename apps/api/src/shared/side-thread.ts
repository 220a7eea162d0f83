import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const idleMs = 60_000

/**
 * Runs jobs beside the event loop, which they would hold up for a second each: one at a time in the whole process, so that
 * however many ask, they cost one core and the memory of one. `file` answers every message that it is posted by one
 * message; a failure there ends the thread, and with that tells whoever waits. It ends by itself when nobody has asked for
 * a while.
 */
export function sideThread<Job, Made>(file: URL): (job: Job) => Promise<Made> {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  function end(): void {
    void worker?.terminate()
    worker = undefined
  }

  async function run(job: Job): Promise<Made> {
    clearTimeout(idle)
    worker ??= new Worker(file, { execArgv: [] })
    worker.ref()
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
      worker.postMessage(job)
      // Posted by `file` alone, which is written to this type.
      const [made] = (await once(worker, 'message')) as [Made]
      return made
    } catch (error) {
      end()
      throw error
    } finally {
      worker?.unref()
      idle = setTimeout(end, idleMs).unref()
    }
  }

  return (job) => {
    const made = last.then(() => run(job))
    last = made.catch(() => undefined)
    return made
  }
}
