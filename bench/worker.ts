import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { serverFlags } from '../tools/launch/server-flags.ts'

/** A child process of the benchmark that runs one job at a time over its channel. */
export interface Worker<Job, Result> {
  run: (job: Job) => Promise<Result>
  stop: () => Promise<void>
}

type WorkerReply = { result: unknown } | { error: string }

// Ends the child when this process ends for any reason.
const preload = new URL('../tools/launch/processes/stop-with-parent.ts', import.meta.url).href

/** Starts a file of `workers` that calls {@link serve}. */
export function startWorker<Job, Result>(file: string): Worker<Job, Result> {
  const child = fork(join(import.meta.dirname, 'workers', file), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = endOf(child)
  return {
    async run(job) {
      const response = new Promise<WorkerReply>((resolve) => {
        child.once('message', (reply) => resolve(reply as WorkerReply)) // sent by serve below
      })
      child.send({ job })
      const reply = await Promise.race([response, ended.then((error) => ({ error }))])
      if ('error' in reply) throw new Error(`${file}: ${reply.error}`)
      return reply.result as Result // the worker's handler has this type
    },
    async stop() {
      child.disconnect()
      await ended
    },
  }
}

/** The child's side of {@link startWorker}: runs each job. The process ends when its channel closes. */
export function serve<Job, Result>(handle: (job: Job) => Promise<Result>): void {
  process.on('message', ({ job }: { job: Job }) => {
    handle(job).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
    )
  })
  process.once('disconnect', () => process.exit())
}

/** Starts the server as `npm start` does, logging to an open file; it ends with this process. */
export function startServer(
  file: string,
  { env, log }: { env: Record<string, string | undefined>; log: number },
): { stop: () => Promise<void>; ended: Promise<string> } {
  const child = fork(join(import.meta.dirname, '..', file), {
    execArgv: [...serverFlags, '--import', preload],
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log, 'ipc'],
  })
  const ended = endOf(child)
  return {
    ended,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) =>
      resolve(signal === null ? `ended with code ${code}` : `was killed by ${signal}`),
    )
  })
}
