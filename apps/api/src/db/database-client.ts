import pg from 'pg'
import { activeSpan, isTracing } from '#api/tracing/active-span.ts'
import { traceSettingStatements } from '#api/tracing/statement-spans.ts'
import { isSubmittable, type Callback, type Query, type Statement } from './client-query.ts'
import { pipelinedQuery, type LeadingStatement } from './pipelined-query.ts'
import { statementName } from './statement-name.ts'
import { traceStatements } from './trace-statements.ts'

/** How a pooler between this process and PostgreSQL, such as PgBouncer, shares its connections. */
export type Pooler = 'none' | 'transaction'

/** A connection that names prepared statements by their text. */
export class NamingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const send = this.query.bind(this) as Query
    const query: Query = (statement, ...rest) => {
      const named = withStatementName(statement)
      const setting = settingsFor(statement, rest)
      if (setting.length === 0) return send(named, ...rest)
      return sendAfter(this, send, setting, named, rest)
    }
    this.query = query as typeof this.query
    if (isTracing()) traceStatements(this)
  }
}

// Sets the limit and returns no row.
const statementLimitSql = `select 1 where set_config('statement_timeout', '30s', true) = ''`

/**
 * A connection through a pooler that may give each transaction another session: it names no statement, and a statement
 * outside a transaction brings its time limit along.
 */
export class TransactionPoolClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const send = this.query.bind(this) as Query
    const query: Query = (statement, ...rest) => {
      if (isSubmittable(statement)) return send(statement, ...rest)
      const setting = settingsFor(statement, rest)
      const { name: _unused, ...unnamed } = typeof statement === 'string' ? { text: statement } : statement
      return sendAfter(this, send, [{ text: statementLimitSql }, ...setting], unnamed, rest)
    }
    this.query = query as typeof this.query
    if (isTracing()) traceStatements(this)
  }
}

/** Sends a statement behind others that hold for its transaction. Within a running transaction it is sent alone. */
function sendAfter(
  client: pg.Client,
  send: Query,
  leading: readonly LeadingStatement[],
  statement: Statement,
  rest: readonly unknown[],
): Promise<pg.QueryResult> | undefined {
  const callback = rest.find((argument): argument is Callback => typeof argument === 'function')
  const values = rest.find((argument) => Array.isArray(argument))
  const config = typeof statement === 'string' ? { text: statement } : (statement as pg.QueryConfig)
  // Read once the previous statement has completed: a failed transaction accepts only its end.
  const leadingNow = () => (client.getTransactionStatus() === 'I' ? leading : [])
  const complete = { ...config, values: values ?? config.values }
  const submit = (done: Callback) => void send(pipelinedQuery(leadingNow, complete, done))
  if (callback) {
    submit(callback)
    return undefined
  }
  return new Promise((resolve, reject) => {
    submit((error, result) => (error ? reject(error) : resolve(result)))
  })
}

/** What makes the rows that a statement writes belong to the trace. Not for `begin` and the like, which have no values. */
function settingsFor(statement: Statement, rest: readonly unknown[]): readonly LeadingStatement[] {
  if (!activeSpan() || isSubmittable(statement)) return []
  const hasValues =
    rest.some(Array.isArray) || (typeof statement === 'object' && statement.values !== undefined)
  return hasValues ? traceSettingStatements() : []
}

function withStatementName(statement: Statement): Statement {
  if (isSubmittable(statement) || typeof statement === 'string' || statement.name === undefined)
    return statement
  return { ...statement, name: statementName(statement.name, statement.text) }
}
