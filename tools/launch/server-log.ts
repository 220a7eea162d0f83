import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs'
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

/** Keeps the API's log in a file; problems, and in development everything, also show in the terminal. */
export function openServerLog(file: string, showAll: boolean): ServerLog {
  mkdirSync(dirname(file), { recursive: true })
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 20_000_000) renameSync(file, `${file}.1`)
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 })
  const latest: string[] = []
  return {
    file,
    tail: () => latest.map((line) => `    ${line}`).join('\n'),
    write(line) {
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

function parse(line: string): LogLine | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as LogLine // every field is optional, so any object is one
  } catch {
    // Cut short by a kill: shown as it is.
    return undefined
  }
}
