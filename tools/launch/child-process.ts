import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { endProcess, identify, type ProcessIdentity } from './process-identity.ts'

export interface Child {
  identity: ProcessIdentity
  /** Resolves with words for how it ended. */
  ended: Promise<string>
  isRunning: () => boolean
  /** Asks it to end in order and waits; after `patience` milliseconds it is killed. */
  stop: (patience: number) => Promise<void>
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

/** Runs this Node with `args`; every line that it prints goes to `onLine`. */
export function startChild({ args, env, cwd, onLine, followsParent = true }: ChildOptions): Child {
  const child = spawn(process.execPath, followsParent ? ['--import', preload, ...args] : args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Away from the terminal's Ctrl-C: the launcher ends its children one after the other.
    detached: process.platform !== 'win32',
  })
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', onLine)
  const identity = child.pid === undefined ? undefined : identify(child.pid)
  if (!identity) throw new Error(`node ${args.join(' ')} does not start`)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    identity,
    isRunning,
    ended: endOf(child),
    async stop(patience) {
      if (!isRunning()) return
      if (process.platform === 'win32') await askAndWait(child, patience)
      else if (await endProcess(identity, 'SIGTERM', patience)) return
      await endProcess(identity, 'SIGKILL', 5000)
    },
  }
}

/** Windows has no signals that a program can hear: there the channel carries the wish. */
async function askAndWait(child: ChildProcess, patience: number): Promise<void> {
  if (child.connected) child.send('stop')
  await Promise.race([
    endOf(child),
    new Promise((resolve) => {
      setTimeout(resolve, patience).unref()
    }),
  ])
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal === null ? `code ${code}` : `signal ${signal}`))
  })
}
