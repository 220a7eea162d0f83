import { activeSpan } from '#api/tracing/active-span.ts'
import { captureError, describeError, type CapturedError, type ErrorReport } from './described-error.ts'

/** Passes reports on. Never fails and never waits. */
export interface ErrorReporter {
  report(report: ErrorReport): void
  /** Sends what is left. */
  stop(): Promise<void>
}

const maxRecent = 50
const recent: CapturedError[] = []
let reporter: ErrorReporter | undefined

/** Reports errors from now on; `undefined` ends it. */
export function installErrorReporter(next: ErrorReporter | undefined): void {
  reporter = next
}

/** The latest unexpected errors of this process, the newest last. */
export function recentErrors(): readonly ErrorReport[] {
  return recent.map(describeError)
}

/**
 * Takes note of a logged error, which costs little, and describes and passes it on if that is configured. `bindings` are the
 * fields of the log line.
 */
export function reportError(error: Error, message: string, bindings: Record<string, unknown>): void {
  const span = activeSpan()
  const captured = captureError(error, message, {
    ...(span && { traceId: span.traceId, spanId: span.spanId }),
    ...textsOf({ requestId: bindings['reqId'], job: bindings['job'], subscriber: bindings['subscriber'] }),
  })
  recent.push(captured)
  if (recent.length > maxRecent) recent.shift()
  reporter?.report(describeError(captured))
}

function textsOf(fields: Record<string, unknown>): Partial<ErrorReport> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string'))
}
