import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { describeError, type ErrorReport } from '#api/error-reports/described-error.ts'
import { scrubText } from '#api/error-reports/scrub-text.ts'
import { reasonOf } from '../finding.ts'
import type { Facts } from './collect-facts.ts'

/** Enough for the errors of a busy day. */
const maxBytes = 10_000_000
const maxErrors = 50
const errorSeverity = 50
/** A heap that ran out prints more. */
const maxPrintedLines = 100

interface LogLine {
  level?: number
  time?: number
  msg?: string
  err?: { type?: string; code?: unknown; message?: string; stack?: string }
  reqId?: string
  job?: string
  subscriber?: string
  trace_id?: string
}

/**
 * The latest errors in the log of the data folder, which are there after a crash, too. Without what may identify a person, see
 * `scrubText`.
 */
export async function collectLogErrors(dataFolder: string): Promise<Facts> {
  const file = join(dataFolder, 'logs', 'api.log')
  return {
    'log-errors.json': await readLatest(file).catch((error: unknown) => ({
      unavailable: `${scrubText(reasonOf(error))}; where npm start does not run, the log is where your collector puts it`,
    })),
  }
}

async function readLatest(file: string): Promise<ErrorReport[]> {
  // The older file exists once the log has been rotated.
  const older = await readEnd(`${file}.1`).catch(() => [])
  return errorsOf([...older, ...(await readEnd(file))]).slice(-maxErrors)
}

/** The last lines of the file. */
async function readEnd(file: string): Promise<string[]> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const start = Math.max(0, size - maxBytes)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n')
    return start === 0 ? lines : lines.slice(1)
  } finally {
    await handle.close()
  }
}

/** Logged errors, and what the process printed itself, such as the stack of a crash. */
function errorsOf(lines: readonly string[]): ErrorReport[] {
  const errors: ErrorReport[] = []
  let printed: string[] = []
  let time = 0
  function endPrinted(): void {
    if (printed.length > 0) errors.push(describePrinted(printed, time))
    printed = []
  }
  for (const text of lines) {
    const line = parse(text)
    if (!line) {
      if (text.trim() !== '') printed.push(text)
      continue
    }
    endPrinted()
    time = line.time ?? time
    if ((line.level ?? 0) >= errorSeverity) errors.push(describeLine(line, time))
  }
  endPrinted()
  return errors
}

function describeLine({ msg = '', err = {}, ...line }: LogLine, time: number): ErrorReport {
  const { type = '', code, message = '', stack = '' } = err
  return describeError({
    at: timeText(time),
    message: msg,
    error: { type, message, stack, ...(typeof code === 'string' && { code }) },
    context: {
      ...(line.reqId !== undefined && { requestId: line.reqId }),
      ...(line.job !== undefined && { job: line.job }),
      ...(line.subscriber !== undefined && { subscriber: line.subscriber }),
      ...(line.trace_id !== undefined && { traceId: line.trace_id }),
    },
  })
}

function describePrinted(lines: readonly string[], time: number): ErrorReport {
  const latest = lines.slice(-maxPrintedLines)
  return describeError({
    // Of the line before it.
    at: timeText(time),
    message: 'printed by the process',
    error: {
      type: '',
      // Each line by itself: a quotation of one that was cut off would take in the next.
      message: latest
        .filter((line) => !/^\s+at /.test(line))
        .map(scrubText)
        .join('\n'),
      stack: latest.join('\n'),
    },
    context: {},
  })
}

const timeText = (time: number) => (time === 0 ? '' : new Date(time).toISOString())

function parse(text: string): LogLine | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    return JSON.parse(text) as LogLine // every field is optional
  } catch {
    // Cut off by a kill.
    return undefined
  }
}
