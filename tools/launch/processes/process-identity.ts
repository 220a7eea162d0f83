import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Identifies a process permanently: pids are reused, pids with a start time are not. */
export interface ProcessIdentity {
  pid: number
  /** Opaque start time that distinguishes processes with the same pid; empty if the system does not report it. */
  started: string
}

/** Identity of a running process; `undefined` if it does not exist or is a zombie. */
export function identify(pid: number): ProcessIdentity | undefined {
  if (!isAlive(pid)) return undefined
  return { pid, started: startTime(pid) }
}

/** Whether this exact process still runs. */
export function isProcessRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.started === identity.started
}

/** Command line of a running process; `undefined` if it ended or is not readable. */
export function commandLine(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    if (process.platform === 'win32')
      return powershell(`(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`)
    return runCommand('ps', ['-o', 'command=', '-ww', '-p', String(pid)])
  } catch {
    // It ended in between, or belongs to another user; it must not be touched in either case.
    return undefined
  }
}

/** Sends `signal` and waits for the end; `false` if the process still runs after the timeout in milliseconds. */
export async function endProcess(
  identity: ProcessIdentity,
  signal: NodeJS.Signals,
  stopTimeoutMs: number,
): Promise<boolean> {
  try {
    if (isProcessRunning(identity)) process.kill(identity.pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
  const deadline = Date.now() + stopTimeoutMs
  while (isProcessRunning(identity)) {
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
    // EPERM: it runs under another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  // In a container whose first process does not reap children, zombies stay listed forever.
  return process.platform !== 'linux' || linuxStatus(pid)?.state !== 'Z'
}

function startTime(pid: number): string {
  try {
    if (process.platform === 'linux') {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      return `${boot}/${linuxStatus(pid)?.startTicks ?? ''}`
    }
    if (process.platform === 'win32') return powershell(`(Get-Process -Id ${pid}).StartTime.Ticks`)
    return runCommand('ps', ['-o', 'lstart=', '-p', String(pid)])
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
  // The second field is the program's name in parentheses and may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0] ?? '', startTicks: fields[19] ?? '' }
}

function runCommand(command: string, args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

function powershell(expression: string): string {
  return runCommand('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', expression])
}
