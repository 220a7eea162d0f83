import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** One process for good: a pid alone is used again after it ends, a pid with its start time is not. */
export interface ProcessIdentity {
  pid: number
  /** Opaque text that differs between two processes that had the same pid; empty where the system does not tell. */
  started: string
}

/** The identity of a running process, or `undefined` when there is none (a zombie counts as none). */
export function identify(pid: number): ProcessIdentity | undefined {
  if (!isAlive(pid)) return undefined
  return { pid, started: startTime(pid) }
}

/** Whether exactly this process, not a later one with its number, still runs. */
export function isStillRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.started === identity.started
}

/** The command line of a running process, or `undefined` where it has ended or may not be read. */
export function commandLine(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    if (process.platform === 'win32')
      return powershell(`(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`)
    return ask('ps', ['-o', 'command=', '-ww', '-p', String(pid)])
  } catch {
    // It ended between the two questions, or belongs to somebody else: either way it is none that we may touch.
    return undefined
  }
}

/** Sends `signal` and waits until the process is gone; `false` when it still runs after `patience` milliseconds. */
export async function endProcess(
  identity: ProcessIdentity,
  signal: NodeJS.Signals,
  patience: number,
): Promise<boolean> {
  try {
    if (isStillRunning(identity)) process.kill(identity.pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
  const deadline = Date.now() + patience
  while (isStillRunning(identity)) {
    if (Date.now() > deadline) return false
    await pause(20)
  }
  return true
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM means that it runs, under another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  // In a container whose first process reaps nobody, the dead stay listed for ever.
  return process.platform !== 'linux' || linuxStatus(pid)?.state !== 'Z'
}

function startTime(pid: number): string {
  try {
    if (process.platform === 'linux') {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      return `${boot}/${linuxStatus(pid)?.startTicks ?? ''}`
    }
    if (process.platform === 'win32') return powershell(`(Get-Process -Id ${pid}).StartTime.Ticks`)
    return ask('ps', ['-o', 'lstart=', '-p', String(pid)])
  } catch {
    return ''
  }
}

function linuxStatus(pid: number): { state: string; startTicks: string } | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The second field is the program's name in brackets and may hold blanks; what follows it does not.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0] ?? '', startTicks: fields[19] ?? '' }
}

function ask(command: string, args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

function powershell(expression: string): string {
  return ask('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', expression])
}
