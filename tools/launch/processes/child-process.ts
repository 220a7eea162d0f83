import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { endProcess, identify, type ProcessIdentity } from './process-identity.ts'

export interface Child {
  identity: ProcessIdentity
  /** Resolves with a description of how it ended. */
  ended: Promise<string>
  isRunning: () => boolean
  /** Requests an orderly stop and waits; kills the process after `stopTimeoutMs`. */
  stop: (stopTimeoutMs: number) => Promise<void>
}

interface ChildOptions {
  args: string[]
  env: Record<string, string | undefined>
  cwd: string
  onLine: (line: string) => void
  /** `false` for a program that does not listen on the channel, such as a watcher. */
  followsParent?: boolean
}

const preload = new URL('./stop-with-parent.ts', import.meta.url).href

/** Runs this Node with `args` and passes each output line to `onLine`. */
export function startChild({ args, env, cwd, onLine, followsParent = true }: ChildOptions): Child {
  const child = spawn(process.execPath, followsParent ? ['--import', preload, ...args] : args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Detached from the terminal's Ctrl-C: the launcher stops its children one by one.
    detached: process.platform !== 'win32',
  })
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', onLine)
  const identity = child.pid === undefined ? undefined : identify(child.pid)
  if (!identity) throw new Error(`node ${args.join(' ')} failed to start`)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    identity,
    isRunning,
    ended: endOf(child),
    async stop(stopTimeoutMs) {
      if (!isRunning()) return
      if (process.platform === 'win32') await requestStop(child, stopTimeoutMs)
      else if (await endProcess(identity, 'SIGTERM', stopTimeoutMs)) return
      await endProcess(identity, 'SIGKILL', 5000)
    },
  }
}

/** Windows has no signals that a program can handle, so the channel carries the request. */
async function requestStop(child: ChildProcess, stopTimeoutMs: number): Promise<void> {
  if (child.connected) child.send('stop')
  await Promise.race([
    endOf(child),
    new Promise((resolve) => {
      setTimeout(resolve, stopTimeoutMs).unref()
    }),
  ])
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal === null ? `code ${code}` : `signal ${signal}`))
  })
}
