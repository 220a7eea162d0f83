import type pg from 'pg'
import { activeSpan, startChildSpan } from './active-span.ts'
import { redactedSummaryOf } from './statement-summary.ts'
import type { Span } from './tracer.port.ts'

type Result = pg.QueryResult | readonly pg.QueryResult[] | undefined

/** A span for the statement below the active one; nothing outside of a recorded trace. */
export function startStatementSpan(text: string): Span | undefined {
  if (!activeSpan()) return undefined
  const summary = redactedSummaryOf(text)
  return startChildSpan(summary.name, {
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': summary.verb,
      'db.query.summary': summary.name,
      'db.query.text': summary.text,
    },
  })
}

export function endStatementSpan(span: Span, error: unknown, result: Result): void {
  if (error !== undefined && error !== null) span.fail(error)
  const last = result === undefined ? undefined : [result].flat().at(-1)
  if (typeof last?.rowCount === 'number') span.set({ 'db.response.returned_rows': last.rowCount })
  span.end()
}

/**
 * A statement that stores the active span in the setting `terrace.traceparent` until the end of the transaction. Rows that
 * the transaction adds to the outbox get it as the default of a column, so that their handlers continue the trace. Sent
 * before another statement; none outside of a recorded trace.
 */
export function traceSettingStatements(): { text: string }[] {
  const span = activeSpan()
  // `traceparent` has hexadecimal digits and dashes only, so it needs no escaping. The condition is false: no row returns.
  return span
    ? [{ text: `select 1 where set_config('terrace.traceparent', '${span.traceparent}', true) = ''` }]
    : []
}
