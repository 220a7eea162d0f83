import { Worker } from 'node:worker_threads'
import { commonErrors } from '#api/shared/app-error.ts'
import { createFairLimiter } from '#api/shared/concurrency/fair-limit.ts'
import { postTo } from '#api/shared/concurrency/thread-port.ts'
import { UnreadableFile } from '../reading/decode-text.ts'
import type { FileBytes } from './file-bytes.ts'
import type { FromThread, ReadingResults, ReadingTask, ToThread } from './reading-messages.ts'

/** Of one thread, in megabytes of objects and text; the parts of the file come on top. */
const maxMegabytes = 384
/** The thread must ask for bytes or deliver rows within this time. */
const stepMs = 60_000
const taskMs = 15 * 60_000
const idleMs = 60_000
const retryAfterSeconds = 10

export interface ReadingLimits {
  stepMs?: number
  megabytes?: number
}

interface IdleThread {
  worker: Worker
  timer: NodeJS.Timeout
}

const idle: IdleThread[] = []
const shared = {
  maxConcurrentPerTeam: 1,
  createError: () => commonErrors.make('server.busy', { retryAfterSeconds }),
}
/** The importer works on one file at a time. */
const withImporterTurn = createFairLimiter({
  ...shared,
  maxConcurrent: 1,
  maxWaitingPerTeam: 20,
  maxWaiting: 100,
})
/** Files that people are looking at; a second thread, so that one slow file does not stop other teams. */
const withPersonTurn = createFairLimiter({
  ...shared,
  maxConcurrent: 2,
  maxWaitingPerTeam: 4,
  maxWaiting: 40,
})

type OnBatch = (rowsJson: string, rows: number) => Promise<void>

/**
 * Reads a seller's file in a thread of its own, which is ended when it takes too much time or memory, so that no file can
 * stop the process that serves requests. A team reads one file at a time, so that no team can stop the others.
 * @throws `UnreadableFile` when the file cannot be read; `server.busy` when too many files wait
 */
export async function readInThread<Kind extends ReadingTask['kind']>(
  file: FileBytes,
  task: Extract<ReadingTask, { kind: Kind }>,
  { teamId, onBatch, ...limits }: ReadingLimits & { teamId: string; onBatch?: OnBatch },
): Promise<ReadingResults[Kind]> {
  const isForPerson = task.kind === 'sample' || task.kind === 'cells'
  const withTurn = isForPerson ? withPersonTurn : withImporterTurn
  // The thread returns the result of the task's kind.
  return withTurn(teamId, async () => (await runTask(file, task, onBatch, limits)) as ReadingResults[Kind])
}

async function runTask(
  file: FileBytes,
  task: ReadingTask,
  onBatch: OnBatch | undefined,
  { stepMs: step = stepMs, megabytes = maxMegabytes }: ReadingLimits,
): Promise<ReadingResults[keyof ReadingResults]> {
  const worker = (megabytes === maxMegabytes ? takeIdle() : undefined) ?? startThread(megabytes)
  worker.ref()
  const { promise, resolve, reject } = Promise.withResolvers<ReadingResults[keyof ReadingResults]>()
  const send = (message: ToThread) => postTo<ToThread>(worker, message)
  const stopAsTooSlow = () => reject(tooSlow())
  let timer = setTimeout(stopAsTooSlow, step)
  const total = setTimeout(stopAsTooSlow, taskMs)

  async function handle(message: FromThread): Promise<void> {
    if (message.kind === 'done') return resolve(message.result)
    if (message.kind === 'unreadable') return reject(new UnreadableFile(message.code, message.message))
    if (message.kind === 'read')
      send({ kind: 'part', request: message.request, bytes: await file.readPart(message.index) })
    else {
      await onBatch?.(message.rowsJson, message.rows)
      send({ kind: 'next' })
    }
    timer = setTimeout(stopAsTooSlow, step)
  }

  // The time of our own storage and database does not count.
  const onMessage = (message: FromThread) => {
    clearTimeout(timer)
    handle(message).catch(reject)
  }
  const onError = (error: unknown) => reject(isOutOfMemory(error) ? tooLarge(error) : error)
  const onExit = () => reject(new Error('the thread that reads files ended'))
  worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  send({ kind: 'task', task, size: file.size, partCount: file.partCount })
  let isReusable = false
  try {
    const result = await promise
    isReusable = megabytes === maxMegabytes
    return result
  } finally {
    clearTimeout(timer)
    clearTimeout(total)
    worker.off('message', onMessage).off('error', onError).off('exit', onExit)
    if (isReusable) rest(worker)
    else {
      // A thread that is being ended may still report an error.
      worker.on('error', () => undefined)
      void worker.terminate()
    }
  }
}

function startThread(megabytes: number): Worker {
  const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  worker.once('exit', () => forget(worker))
  return worker
}

/** Keeps the thread for the next file. */
function rest(worker: Worker): void {
  worker.unref()
  const timer = setTimeout(() => {
    forget(worker)
    void worker.terminate()
  }, idleMs).unref()
  idle.push({ worker, timer })
}

function takeIdle(): Worker | undefined {
  const thread = idle.pop()
  clearTimeout(thread?.timer)
  return thread?.worker
}

function forget(worker: Worker): void {
  const at = idle.findIndex((thread) => thread.worker === worker)
  if (at >= 0) idle.splice(at, 1)
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function tooSlow(): UnreadableFile {
  return new UnreadableFile(
    'too_slow',
    'Reading this file took too long, so nothing was changed. Split it, or save the sheet as CSV (UTF-8)',
  )
}

function tooLarge(cause: unknown): UnreadableFile {
  return new UnreadableFile(
    'too_complex',
    'Reading this file takes too much memory, so nothing was changed. Split it, or save the sheet as CSV (UTF-8)',
    { cause },
  )
}
