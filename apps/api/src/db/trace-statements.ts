import type pg from 'pg'
import { startChildSpan } from '#api/tracing/active-span.ts'
import { endStatementSpan, startStatementSpan } from '#api/tracing/statement-spans.ts'
import type { Span } from '#api/tracing/tracer.port.ts'
import { isSubmittable, type Callback, type Query, type Statement } from './client-query.ts'

/** Fields of a submittable statement that its type leaves out. */
interface Submitted {
  text?: unknown
  callback?: unknown
}

/** Records a span for each statement of the connection that belongs to a recorded trace. */
export function traceStatements(client: pg.Client): void {
  const send = client.query.bind(client) as Query
  const query: Query = (statement, second, third) => {
    const text = textOf(statement)
    const span = text === undefined ? undefined : startStatementSpan(text)
    if (!span) return send(statement, second, third)
    if (isSubmittable(statement)) {
      const submitted = statement as Submitted
      if (isCallback(submitted.callback)) submitted.callback = ending(span, submitted.callback)
      return send(statement, second, third)
    }
    const result = send(
      statement,
      isCallback(second) ? ending(span, second) : second,
      third && ending(span, third),
    )
    result?.then(
      (rows) => endStatementSpan(span, undefined, rows),
      (error: unknown) => endStatementSpan(span, error, undefined),
    )
    return result
  }
  client.query = query as typeof client.query
}

function textOf(statement: Statement): string | undefined {
  if (typeof statement === 'string') return statement
  const { text } = statement as Submitted
  return typeof text === 'string' ? text : undefined
}

function isCallback(value: unknown): value is Callback {
  return typeof value === 'function'
}

function ending(span: Span, callback: Callback): Callback {
  return (error, result) => {
    endStatementSpan(span, error, result)
    callback(error, result)
  }
}

type Connect = (callback?: (...args: unknown[]) => void) => Promise<pg.PoolClient> | undefined

/** Records how long work of a recorded trace waits for a connection. */
export function traceConnects(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as Connect
  const traced: Connect = (callback) => {
    const span = pool.idleCount === 0 ? startChildSpan('database: wait for a connection') : undefined
    if (!span) return connect(callback)
    if (callback) {
      return connect((...args) => {
        span.end()
        callback(...args)
      })
    }
    const connecting = connect()
    connecting?.then(
      () => span.end(),
      (error: unknown) => {
        span.fail(error)
        span.end()
      },
    )
    return connecting
  }
  pool.connect = traced as typeof pool.connect
}
