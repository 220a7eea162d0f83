import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { schema } from './schema.ts'

type Values = Record<string, string | number | null>
export type Row = Record<string, SQLOutputValue>

/**
 * The data of the sandbox in SQLite. Calls are synchronous, so within this process a transaction never overlaps another
 * one; other processes wait for it.
 */
export interface Store {
  /** Returns the first row. `sql` refers to values as `:name`. */
  find(sql: string, values?: Values): Row | undefined
  list(sql: string, values?: Values): Row[]
  /** Returns the number of changed rows. */
  run(sql: string, values?: Values): number
  /** Runs `work`; an error undoes its changes. */
  inTransaction<Result>(work: () => Result): Result
  close(): void
}

/** How long another process, such as the command line, may keep its transaction. */
const busyTimeoutMs = 5000

/** Opens the file, or a new store in memory with `:memory:`. */
export function openStore(file: string): Store {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
  // With a write-ahead log, a killed process loses nothing; only a power failure can undo the last changes.
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on')
  database.exec(schema)
  addRefundTimes(database)
  const statements = new Map<string, StatementSync>()

  function prepare(sql: string): StatementSync {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  return {
    find: (sql, values = {}) => prepare(sql).get(values),
    list: (sql, values = {}) => prepare(sql).all(values),
    run: (sql, values = {}) => Number(prepare(sql).run(values).changes),
    inTransaction(work) {
      database.exec('begin immediate')
      try {
        const result = work()
        database.exec('commit')
        return result
      } catch (error) {
        if (database.isTransaction) database.exec('rollback')
        throw error
      }
    },
    close: () => database.close(),
  }
}

/** Older stores lack the times of refunds. */
function addRefundTimes(database: DatabaseSync): void {
  const columns = database.prepare('pragma table_info(refunds)').all()
  if (columns.some(({ name }) => name === 'created_at')) return
  database.exec('alter table refunds add column created_at integer not null default 0')
}
