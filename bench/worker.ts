import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { serverFlags } from '../tools/launch/server-flags.ts'

/** A process of the bench that does as it is told, one wish at a time, over its channel. */
export interface Worker<Wish, Result> {
  ask: (wish: Wish) => Promise<Result>
  stop: () => Promise<void>
}

type Told = { result: unknown } | { error: string }

// Ends the child with this process, however this one ends.
const preload = new URL('../tools/launch/stop-with-parent.ts', import.meta.url).href

/** Starts a file of this folder that calls {@link serve}. */
export function startWorker<Wish, Result>(file: string): Worker<Wish, Result> {
  const child = fork(join(import.meta.dirname, file), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = endOf(child)
  return {
    async ask(wish) {
      const answer = new Promise<Told>((resolve) => {
        child.once('message', (told) => resolve(told as Told)) // sent by serve below
      })
      child.send({ wish })
      const told = await Promise.race([answer, ended.then((error) => ({ error }))])
      if ('error' in told) throw new Error(`${file}: ${told.error}`)
      return told.result as Result // the worker's own handler has the type
    },
    async stop() {
      child.disconnect()
      await ended
    },
  }
}

/** The other end of {@link startWorker}: answers each wish; the process ends when its channel closes. */
export function serve<Wish, Result>(handle: (wish: Wish) => Promise<Result>): void {
  process.on('message', ({ wish }: { wish: Wish }) => {
    handle(wish).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
    )
  })
  process.once('disconnect', () => process.exit())
}

/** Starts the server as `npm start` does, its log written to an open file; it ends with this process. */
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
      resolve(signal === null ? `ended with code ${code}` : `was ended by ${signal}`),
    )
  })
}
