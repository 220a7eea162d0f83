import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { postTo } from '#api/shared/concurrency/thread-port.ts'

export interface HashJob {
  id: number
  password: string
  nonce: Uint8Array
}

export interface HashResult {
  id: number
  hash: Uint8Array
}

interface Thread {
  worker: Worker
  jobs: Map<number, PromiseWithResolvers<Uint8Array>>
  idle?: NodeJS.Timeout | undefined
}

// At most two, and at least one core stays free for requests.
const maxConcurrent = Math.min(2, Math.max(1, availableParallelism() - 1))
const idleMs = 60_000

const threads = new Set<Thread>()
let lastId = 0

/**
 * argon2id in dedicated low-priority worker threads. Node's shared thread pool would let hashes delay file and DNS
 * work.
 */
export async function hashInWorker(password: string, nonce: Uint8Array): Promise<Buffer> {
  const thread = leastBusyThread()
  const id = (lastId += 1)
  const job = Promise.withResolvers<Uint8Array>()
  thread.jobs.set(id, job)
  clearTimeout(thread.idle)
  // Pending hashes keep the process alive; idle threads do not.
  thread.worker.ref()
  postTo<HashJob>(thread.worker, { id, password, nonce })
  return Buffer.from(await job.promise)
}

function leastBusyThread(): Thread {
  const [best] = [...threads].toSorted((left, right) => left.jobs.size - right.jobs.size)
  return best && (best.jobs.size === 0 || threads.size >= maxConcurrent) ? best : startThread()
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

  worker.on('message', ({ id, hash }: HashResult) => {
    thread.jobs.get(id)?.resolve(hash)
    thread.jobs.delete(id)
    if (thread.jobs.size > 0) return
    worker.unref()
    thread.idle = setTimeout(() => {
      // First, so that no job is given to a thread that is ending.
      threads.delete(thread)
      void worker.terminate()
    }, idleMs).unref()
  })
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', () => fail(new Error('hashing thread exited')))
  return thread
}
