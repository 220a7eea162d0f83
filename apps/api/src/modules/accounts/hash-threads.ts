import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { postTo } from '../../shared/thread-port.ts'

export interface HashJob {
  id: number
  password: string
  nonce: Uint8Array
}

export interface HashDone {
  id: number
  hash: Uint8Array
}

interface Thread {
  worker: Worker
  jobs: Map<number, PromiseWithResolvers<Uint8Array>>
  idle?: NodeJS.Timeout | undefined
}

// Two where there are cores for it; where there are two, one of them is left to the answers.
const atOnce = Math.min(2, Math.max(1, availableParallelism() - 1))
const idleMs = 60_000

const threads = new Set<Thread>()
let lastId = 0

/**
 * argon2id of the password beside the event loop: in one or two threads of their own, which the system runs after all
 * else. In the pool that files and name look-ups use too, a hash would take a core from the answers to everybody else.
 */
export async function hashInThread(password: string, nonce: Uint8Array): Promise<Buffer> {
  const thread = leastBusy()
  const id = (lastId += 1)
  const job = Promise.withResolvers<Uint8Array>()
  thread.jobs.set(id, job)
  clearTimeout(thread.idle)
  // A process waits for its hashes, and for nothing else of these threads.
  thread.worker.ref()
  postTo<HashJob>(thread.worker, { id, password, nonce })
  return Buffer.from(await job.promise)
}

function leastBusy(): Thread {
  const [best] = [...threads].toSorted((left, right) => left.jobs.size - right.jobs.size)
  return best && (best.jobs.size === 0 || threads.size >= atOnce) ? best : startThread()
}

function startThread(): Thread {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { execArgv: [] })
  const thread: Thread = { worker, jobs: new Map() }
  threads.add(thread)

  function fail(error: Error): void {
    threads.delete(thread)
    clearTimeout(thread.idle)
    for (const job of thread.jobs.values()) job.reject(error)
    thread.jobs.clear()
  }

  worker.on('message', ({ id, hash }: HashDone) => {
    thread.jobs.get(id)?.resolve(hash)
    thread.jobs.delete(id)
    if (thread.jobs.size > 0) return
    worker.unref()
    thread.idle = setTimeout(() => void worker.terminate(), idleMs).unref()
  })
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', () => fail(new Error('a hashing thread has ended')))
  return thread
}
