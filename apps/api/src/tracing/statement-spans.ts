import type pg from 'pg'
import { activeSpan, startChildSpan } from './active-span.ts'
import { summarizeStatement } from './statement-summary.ts'
import type { Span } from './tracer.port.ts'

type Result = pg.QueryResult | readonly pg.QueryResult[] | undefined

/** A span for the statement below the active one; nothing outside of a recorded trace. */
export function startStatementSpan(text: string): Span | undefined {
  if (!activeSpan()) return undefined
  const summary = summarizeStatement(text)
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
 * A statement that makes the rows which this transaction adds to the outbox remember the active span: the column reads
 * the setting by default. Sent in front of another statement, and only for recorded traces.
 */
export function traceSettingStatements(): { text: string }[] {
  const span = activeSpan()
  // The text has hexadecimal digits and dashes only. It returns no row.
  return span
    ? [{ text: `select 1 where set_config('terrace.traceparent', '${span.traceparent}', true) = ''` }]
    : []
}
