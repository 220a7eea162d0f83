import { createWriteStream, mkdirSync, openSync, renameSync, statSync, type WriteStream } from 'node:fs'
import { dirname } from 'node:path'
import { printStep } from './terminal.ts'

export interface ServerLog {
  file: string
  /** The output of one process; a restarted one has its own. */
  openOutput: () => ProcessOutput
}

interface ProcessOutput {
  write: (line: string) => void
  /** The latest lines, shown when the process ends unexpectedly. */
  tail: () => string
}

interface LogLine {
  level?: number
  msg?: string
  err?: { message?: string }
  req?: unknown
  res?: unknown
}

const warn = 40
/** Rotation size in bytes; one old log is kept. */
const maxBytes = 20_000_000
const retryMs = 1000

/** Writes the API's log to a file. The terminal shows problems, and everything in development. */
export function openServerLog(file: string, showAll: boolean): ServerLog {
  mkdirSync(dirname(file), { recursive: true })
  let written = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  let stream: WriteStream | undefined
  let isFailing = false
  let retryAt = 0
  /** On a full or read-only disk lines are lost, but everything keeps running. */
  function stopLog(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error)
    if (!isFailing) printStep('log', `${reason}; log lines are lost until the disk can be written again`)
    isFailing = true
    stream = undefined
    retryAt = performance.now() + retryMs
  }
  function startLog(): WriteStream {
    const opened = openLog(file)
    opened.on('error', (error) => {
      if (stream === opened) stopLog(error)
    })
    return opened
  }
  stream = startLog()
  /** Rotates the log: a server runs for months and logs every request. */
  function rotateLog(): void {
    stream?.end()
    renameSync(file, `${file}.1`)
    stream = startLog()
    written = 0
  }
  function append(line: string): void {
    try {
      if (written > maxBytes) rotateLog()
      if (!stream && performance.now() < retryAt) return
      stream ??= startLog()
    } catch (error) {
      stopLog(error)
      return
    }
    written += Buffer.byteLength(line) + 1
    stream.write(`${line}\n`, (error) => {
      if (!error) isFailing = false
    })
  }
  function openOutput(): ProcessOutput {
    const latest: string[] = []
    return {
      tail: () => latest.map((line) => `    ${line}`).join('\n'),
      write(line) {
        append(line)
        const entry = parse(line)
        const shown = entry ? [entry.msg, entry.err?.message].filter(Boolean).join(': ') : line
        if (shown === '') return
        latest.push(shown)
        if (latest.length > 20) latest.shift()
        const isRoutine = entry?.req !== undefined || entry?.res !== undefined
        if ((showAll && !isRoutine) || (entry?.level ?? 0) >= warn) printStep('server', shown)
      },
    }
  }
  return { file, openOutput }
}

/** Opens the file immediately, so that it exists when it is rotated. */
function openLog(file: string): WriteStream {
  return createWriteStream(file, { fd: openSync(file, 'a', 0o600) })
}

function parse(line: string): LogLine | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as LogLine // every field is optional
  } catch {
    // Truncated by a kill: shown unchanged.
    return undefined
  }
}
