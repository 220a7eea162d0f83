import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { withNamedStatements } from './named-statements.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

const oid = { int8: 20, date: 1082, timestamp: 1114 } as const

/** 64-bit columns hold minor units and counters; one past the safe integers must never be rounded in silence. */
function parseSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer ${text} from the database is not safe`)
  return value
}

const types = {
  getTypeParser(id: number, format?: 'text' | 'binary'): (text: string) => unknown {
    if (id === oid.int8) return parseSafeInteger
    // Local wall times and days have no zone: as `Date` they would move with the server's.
    if (id === oid.date || id === oid.timestamp) return (text: string) => text
    // pg types it loosely; a parser of a text column takes text.
    return pg.types.getTypeParser(id, format) as (text: string) => unknown
  },
}

/** Seconds after which a transaction is broken off, however busy; what older servers do not know is left out there. */
export const limitTransactions = `
  select set_config('transaction_timeout', '60s', false) where current_setting('server_version_num')::int >= 170000`

export interface DatabaseOptions {
  url: string
  poolSize: number
  onError?: (error: Error) => void
  /** Of a command that loads much at once, while nobody waits for it. */
  hasLongTransactions?: boolean
}

/** Opens the pool and the typed query builder over it. Close with `db.destroy()`. */
export function openDatabase({ url, poolSize, onError, hasLongTransactions = false }: DatabaseOptions): {
  db: Db
  pool: pg.Pool
} {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    application_name: 'terrace-api',
    // A new connection costs the server more than a hundred statements on one that it knows: bursts find those of the last.
    idleTimeoutMillis: 300_000,
    // Any open write transaction holds the outbox tail back, so none may linger.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 15_000,
    // Waited for before the connection is used. Not among the settings above: an older server would refuse to connect.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, its types do not say so
    onConnect: async (client) => {
      if (!hasLongTransactions) await client.query(limitTransactions)
    },
  })
  // A connection that dies must not take the process with it. Of an idle one the pool tells, and opens another; whoever uses
  // one hears of it by its statement, but also in that time the event needs a listener.
  pool.on('error', (error) => onError?.(error))
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return {
    pool,
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withNamedStatements(pool) }) }),
  }
}
