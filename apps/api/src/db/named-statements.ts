import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { beginAlone, beginWith } from './begin-with-statement.ts'

/** Statements that one process names at most: each connection keeps the plans of those that it has seen. */
const mostNames = 300
/** A statement is named once it was asked for so often: lists of any length come in as many shapes, few of them often. */
const usesBeforeName = 5
const mostCounted = 2000
/** Past this a statement writes many rows at once, in as many shapes as there are numbers of rows. */
const mostParameters = 100

/** Reads of more have filters, and are planned for the values of theirs. */
const mostOfLookUp = 2
const writes = /^\s*(?:insert|update|delete)\b/i

const endings: ReadonlySet<string> = new Set(['commit', 'rollback'])
const nothing: PostgresQueryResult<never> = { command: 'SELECT', rowCount: 0, rows: [] }

/**
 * The pool, for Kysely, with statements prepared once a connection: most of what a short statement costs the database is
 * reading and planning it. Named are those whose plan is the same whatever the values: of transactions, which look rows up by
 * their keys, writes, and look-ups. A transaction begins with its first statement, not before.
 */
export function withNamedStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  let namesGiven = 0

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined || names.size >= mostNames) return known
    const used = (uses.get(text) ?? 0) + 1
    if (used < usesBeforeName) {
      if (uses.size >= mostCounted) uses.clear()
      uses.set(text, used)
      return undefined
    }
    uses.delete(text)
    namesGiven += 1
    const name = `terrace_${namesGiven}`
    names.set(text, name)
    return name
  }

  function wrap(client: pg.PoolClient): PostgresPoolClient {
    const plain: PostgresPoolClient = client
    let knowsBegin = false
    /** A transaction is begun by its first statement. */
    let isToBegin = false
    /** Why the connection is of no use any more. */
    let broken: Error | undefined

    async function begin(): Promise<PostgresQueryResult<never>> {
      if (!knowsBegin) await beginAlone(client)
      isToBegin = knowsBegin
      knowsBegin = true
      return nothing
    }

    function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
    function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
    function query<Row>(
      text: string | PostgresCursor<Row>,
      values: readonly unknown[] = [],
    ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
      // None comes: the dialect is given no cursor (see client.ts).
      if (typeof text !== 'string') return plain.query(text)
      if (broken) return Promise.reject(broken)
      const isFirst = isToBegin
      isToBegin = false
      if (text === 'begin') return begin()
      // Ended before it was begun.
      if (isFirst && endings.has(text)) return Promise.resolve(nothing)
      const isInTransaction = isFirst || client.getTransactionStatus() === 'T'
      const isOfOnePlan = isInTransaction || values.length <= mostOfLookUp || writes.test(text)
      const isToName = isOfOnePlan && values.length > 0 && values.length <= mostParameters
      const name = isToName ? nameOf(text) : undefined
      const statement = { text, values: [...values], ...(name !== undefined && { name }) }
      const sent = isFirst ? beginWith(client, statement) : client.query(statement)
      const answer = sent.catch((error: unknown) => {
        // Whatever follows must not run outside of the transaction that could not begin.
        if (isForgotten(error)) broken = error
        if (name === undefined || !isStalePlan(error)) throw error
        // Another version's migration has changed what a table has: this plan is of no use any more, nor may others be, so
        // that from now on all have other names.
        names.clear()
        // It had no effect. A transaction is broken by it, and is begun anew by whoever began it.
        if (isInTransaction) throw error
        return client.query(text, [...values])
      })
      // The same answer as of `plain.query`, of which the two packages have their own types.
      return answer as unknown as Promise<PostgresQueryResult<Row>>
    }

    return {
      query,
      release: (isBroken) => client.release(broken ?? isBroken),
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

/** Whether the connection does not know what was prepared on it: somebody has deallocated it, or a pooler does not keep it. */
function isForgotten(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === '26000'
}

/** Whether a prepared statement would answer other columns than when it was prepared; without its name it runs. */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  )
}
