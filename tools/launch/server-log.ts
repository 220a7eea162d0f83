import { createWriteStream, mkdirSync, openSync, renameSync, statSync, type WriteStream } from 'node:fs'
import { dirname } from 'node:path'
import { say } from './terminal.ts'

export interface ServerLog {
  file: string
  write: (line: string) => void
  /** The latest lines, for when the server ends unasked. */
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
/** Bytes of a log, after which another is begun and the one before the last goes. */
const most = 20_000_000

/** Keeps the API's log in a file; problems, and in development everything, also show in the terminal. */
export function openServerLog(file: string, showAll: boolean): ServerLog {
  mkdirSync(dirname(file), { recursive: true })
  let written = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  let stream = openLog(file)
  /** A server that runs for months writes one line and more for every call. */
  function startAnew(): void {
    stream.end()
    renameSync(file, `${file}.1`)
    stream = openLog(file)
    written = 0
  }
  const latest: string[] = []
  return {
    file,
    tail: () => latest.map((line) => `    ${line}`).join('\n'),
    write(line) {
      if (written > most) startAnew()
      written += Buffer.byteLength(line) + 1
      stream.write(`${line}\n`)
      const entry = parse(line)
      const shown = entry ? [entry.msg, entry.err?.message].filter(Boolean).join(': ') : line
      if (shown === '') return
      latest.push(shown)
      if (latest.length > 20) latest.shift()
      const isRoutine = entry?.req !== undefined || entry?.res !== undefined
      if ((showAll && !isRoutine) || (entry?.level ?? 0) >= warn) say('server', shown)
    },
  }
}

/** Opened before it is needed, so that it is there to be put aside however fast it grows. */
function openLog(file: string): WriteStream {
  return createWriteStream(file, { fd: openSync(file, 'a', 0o600) })
}

function parse(line: string): LogLine | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as LogLine // every field is optional, so any object is one
  } catch {
    // Cut short by a kill: shown as it is.
    return undefined
  }
}
