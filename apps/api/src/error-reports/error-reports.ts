import { activeSpan } from '#api/tracing/active-span.ts'
import { describeError, type ErrorReport } from './described-error.ts'

/** Passes reports on. Never fails and never waits. */
export interface ErrorReporter {
  report(report: ErrorReport): void
  /** Sends what is left. */
  stop(): Promise<void>
}

const maxRecent = 50
const recent: ErrorReport[] = []
let reporter: ErrorReporter | undefined

/** Reports errors from now on; `undefined` ends it. */
export function installErrorReporter(next: ErrorReporter | undefined): void {
  reporter = next
}

/** The latest unexpected errors of this process, the newest last. */
export function recentErrors(): readonly ErrorReport[] {
  return recent
}

/** Takes note of a logged error, and passes it on if that is configured. `bindings` are the fields of the log line. */
export function reportError(error: Error, message: string, bindings: Record<string, unknown>): void {
  const span = activeSpan()
  const report = describeError(error, message, {
    ...(span && { traceId: span.traceId, spanId: span.spanId }),
    ...textsOf({ requestId: bindings['reqId'], job: bindings['job'], subscriber: bindings['subscriber'] }),
  })
  recent.push(report)
  if (recent.length > maxRecent) recent.shift()
  reporter?.report(report)
}

function textsOf(fields: Record<string, unknown>): Partial<ErrorReport> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string'))
}
