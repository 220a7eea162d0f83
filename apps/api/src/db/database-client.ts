import pg from 'pg'
import { pipelinedQuery } from './pipelined-query.ts'
import { statementName } from './statement-name.ts'

/** How a pooler between this process and PostgreSQL, such as PgBouncer, shares its connections. */
export type Pooler = 'none' | 'transaction'

type Callback = (error: Error | undefined, result: pg.QueryResult) => void
type Statement = string | pg.QueryConfig | pg.Submittable
/** The many overloads of pg's `query` as one. */
type Query = (
  statement: Statement,
  valuesOrCallback?: unknown[] | Callback,
  callback?: Callback,
) => Promise<pg.QueryResult> | undefined

/** A connection that names prepared statements by their text. */
export class NamingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const send = this.query.bind(this) as Query
    const query: Query = (statement, ...rest) => send(withStatementName(statement), ...rest)
    this.query = query as typeof this.query
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
      const callback = rest.find((argument) => typeof argument === 'function')
      const values = rest.find((argument) => Array.isArray(argument))
      const { text, ...options } = typeof statement === 'string' ? { text: statement } : statement
      const unnamed = { text, values: values ?? options.values }
      // Asked after the answer to the previous statement: a failed transaction only accepts its end.
      const leading = () => (this.getTransactionStatus() === 'I' ? [{ text: statementLimitSql }] : [])
      const submit = (done: Callback) => void send(pipelinedQuery(leading, unnamed, done))
      if (callback) {
        submit(callback)
        return undefined
      }
      return new Promise((resolve, reject) => {
        submit((error, result) => (error ? reject(error) : resolve(result)))
      })
    }
    this.query = query as typeof this.query
  }
}

function withStatementName(statement: Statement): Statement {
  if (isSubmittable(statement) || typeof statement === 'string' || statement.name === undefined)
    return statement
  return { ...statement, name: statementName(statement.name, statement.text) }
}

function isSubmittable(statement: Statement): statement is pg.Submittable {
  return typeof statement === 'object' && 'submit' in statement
}
