import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { beginTransaction, beginWithStatement, beginWithLimits } from './begin-transaction.ts'
import type { Pooler } from './database-client.ts'

/** Maximum number of named statements per process: each connection keeps the plans it has seen. */
const maxNamedStatements = 300
/** Uses before a statement is named: lists of any length have as many shapes, most of them rare. */
const usesBeforeName = 5
const maxCountedStatements = 2000
/** Statements with more parameters are bulk writes, whose shapes depend on the number of rows. */
const maxParameters = 100

/** Reads with more parameters have filters, and are planned for their values. */
const maxLookupParameters = 2
const writes = /^\s*(?:insert|update|delete)\b/i

const transactionEnds: ReadonlySet<string> = new Set(['commit', 'rollback'])
const emptyResult: PostgresQueryResult<never> = { command: 'SELECT', rowCount: 0, rows: [] }

/**
 * Wraps the pool for Kysely with prepared statements, since parsing and planning dominate short statements. It names
 * those whose plan does not depend on values: statements in transactions, writes and look-ups. A transaction starts
 * with its first statement. Behind a pooler that changes sessions, nothing is named.
 */
export function withNamedStatements(pool: pg.Pool, pooler: Pooler): PostgresPool {
  const named = new Set<string>()
  const uses = new Map<string, number>()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  /** Part of every name, so that statements with stale plans get new names. */
  let generation = 0

  function nameOf(text: string): string | undefined {
    const label = `terrace_${generation}`
    if (named.has(text)) return label
    if (pooler === 'transaction' || named.size >= maxNamedStatements) return undefined
    const used = (uses.get(text) ?? 0) + 1
    if (used < usesBeforeName) {
      if (uses.size >= maxCountedStatements) uses.clear()
      uses.set(text, used)
      return undefined
    }
    uses.delete(text)
    named.add(text)
    return label
  }

  function wrap(client: pg.PoolClient): PostgresPoolClient {
    const plain: PostgresPoolClient = client
    let isBeginPrepared = false
    /** The first statement begins the transaction. */
    let needsBegin = false
    /** Why the connection is unusable. */
    let connectionError: Error | undefined

    async function begin(): Promise<PostgresQueryResult<never>> {
      const isLeading = isBeginPrepared || pooler === 'transaction'
      if (!isLeading) await beginTransaction(client)
      needsBegin = isLeading
      isBeginPrepared = true
      return emptyResult
    }

    function begun(statement: pg.QueryConfig): Promise<pg.QueryResult> {
      return pooler === 'none' ? beginWithStatement(client, statement) : beginWithLimits(client, statement)
    }

    function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
    function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
    function query<Row>(
      text: string | PostgresCursor<Row>,
      values: readonly unknown[] = [],
    ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
      // Cursors never occur: the dialect is not given one (see client.ts).
      if (typeof text !== 'string') return plain.query(text)
      if (connectionError) return Promise.reject(connectionError)
      const isFirst = needsBegin
      needsBegin = false
      if (text === 'begin') return begin()
      // Ended before it began.
      if (isFirst && transactionEnds.has(text)) return Promise.resolve(emptyResult)
      const isInTransaction = isFirst || client.getTransactionStatus() === 'T'
      const hasStablePlan = isInTransaction || values.length <= maxLookupParameters || writes.test(text)
      const isNameable = hasStablePlan && values.length > 0 && values.length <= maxParameters
      const name = isNameable ? nameOf(text) : undefined
      const statement = { text, values: [...values], ...(name !== undefined && { name }) }
      const execution = isFirst ? begun(statement) : client.query(statement)
      const result = execution.catch((error: unknown) => {
        // Later statements must not run outside the transaction that failed to begin.
        if (isStatementMissing(error)) connectionError = error
        if (name === undefined || !isStalePlan(error)) throw error
        // A migration of another version changed a table: this plan and possibly others are stale, so all statements
        // get new names.
        named.clear()
        generation += 1
        // The statement had no effect. Inside a transaction the caller retries the transaction.
        if (isInTransaction) throw error
        return client.query(text, [...values])
      })
      // Same result as `plain.query`; the two packages declare their own types.
      return result as unknown as Promise<PostgresQueryResult<Row>>
    }

    return {
      query,
      release: (isBroken) => client.release(connectionError ?? isBroken),
      get processID() {
        return plain.processID
      },
    }
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? wrap(client)
      clients.set(client, known)
      return known
    },
  }
}

/** The connection lost a prepared statement: it was deallocated, or a pooler switched connections. */
function isStatementMissing(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === '26000'
}

/** Whether a prepared statement now returns other columns; without its name it runs. */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  )
}
