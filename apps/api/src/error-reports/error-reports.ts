import type { browserErrorsRoutes } from '@terrace/contracts/browser-errors'
import type { BodyOf } from '@terrace/contracts/route'
import { activeSpan } from '#api/tracing/active-span.ts'
import { captureError, describeError, type CapturedError, type ErrorReport } from './described-error.ts'
import type { ErrorReporter } from './error-reporter.port.ts'
import { scrubText } from './scrub-text.ts'

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

/**
 * Passes an error of a browser on, if that is configured. It is not among the latest errors of this process, which a visitor
 * could otherwise push out.
 */
export function reportBrowserError(error: BodyOf<typeof browserErrorsRoutes.report>): void {
  const { type, message, frames, route, release } = error
  reporter?.report({
    at: new Date().toISOString(),
    side: 'browser',
    message: 'error in the browser',
    type: scrubText(type),
    detail: scrubText(message),
    frames: frames.map((frame) => ({ ...frame, function: scrubText(frame.function) })),
    route,
    pageRelease: release,
  })
}

function textsOf(fields: Record<string, unknown>): Partial<ErrorReport> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string'))
}
