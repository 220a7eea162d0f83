import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { describeError, type ErrorReport } from '#api/error-reports/described-error.ts'
import { scrubText } from '#api/error-reports/scrub-text.ts'
import { reasonOf } from '../finding.ts'
import type { Facts } from './collect-facts.ts'

/** Enough for the errors of a busy day. */
const maxBytes = 10_000_000
const maxErrors = 50
const errorSeverity = 50
/** Of each printed section; when the heap is used up, V8 prints more. */
const maxPrintedLines = 100
const maxSections = 20
/** The line that names the reason of a crash. */
const reasonLine = /^(?:FATAL ERROR|Uncaught|\w*Error\b)/
const maxTime = 8.64e15

const text = z.string().optional().catch(undefined)
/** Anything may have written the line, so a field of another type counts as missing. */
const logLine = z.object({
  level: z.number().optional().catch(undefined),
  time: z.number().min(0).max(maxTime).optional().catch(undefined),
  msg: text,
  err: z.object({ type: text, code: text, message: text, stack: text }).optional().catch(undefined),
  reqId: text,
  job: text,
  subscriber: text,
  trace_id: text,
})

type LogLine = z.infer<typeof logLine>

/**
 * The latest errors in the log of the data folder, which are there after a crash, too. Without what may identify a person, see
 * `scrubText`.
 */
export async function collectLogErrors(dataFolder: string): Promise<Facts> {
  const file = join(dataFolder, 'logs', 'api.log')
  return {
    'log-errors.json': await readLatest(file).catch((error: unknown) => ({
      unavailable: `${scrubText(reasonOf(error))}; only npm start writes it there; otherwise look in your log collector`,
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
  for (const each of lines) {
    const line = parse(each)
    if (!line) {
      // A killed process can leave half a line, also within a quotation.
      if (each.trim() !== '') printed.push(each.startsWith('{') ? 'a log line that was cut off' : each)
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
    error: { type, message, stack, ...(code !== undefined && { code }) },
    context: {
      ...(line.reqId !== undefined && { requestId: line.reqId }),
      ...(line.job !== undefined && { job: line.job }),
      ...(line.subscriber !== undefined && { subscriber: line.subscriber }),
      ...(line.trace_id !== undefined && { traceId: line.trace_id }),
    },
  })
}

function describePrinted(lines: readonly string[], time: number): ErrorReport {
  const sections = sectionsOf(lines)
  return describeError({
    // The time of the log line before it.
    at: timeText(time),
    message: 'printed by the process',
    error: {
      type: '',
      // A quotation may go on in the next line, but not in the next section.
      message: sections
        .map((section) => scrubText(section.filter((line) => !/^\s+at /.test(line)).join('\n')))
        .join('\n'),
      stack: sections.flat().join('\n'),
    },
    context: {},
  })
}

/** Each reason of a crash with the lines below it, then the lines above the first reason, because long texts are cut. */
function sectionsOf(lines: readonly string[]): string[][] {
  const above: string[] = []
  const sections: string[][] = []
  for (const line of lines) {
    if (reasonLine.test(line)) sections.push([])
    ;(sections.at(-1) ?? above).push(line)
  }
  return [...sections.slice(-maxSections), above].map((section) => section.slice(0, maxPrintedLines))
}

const timeText = (time: number) => (time === 0 ? '' : new Date(time).toISOString())

function parse(line: string): LogLine | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return logLine.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}
