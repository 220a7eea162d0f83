import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { NamingClient, TransactionPoolClient, type Pooler } from './database-client.ts'
import { isTracing } from '#api/tracing/active-span.ts'
import { withNamedStatements } from './named-statements.ts'
import type { Tables } from './tables.ts'
import { traceConnects } from './trace-statements.ts'

export type Db = Kysely<Tables>

const oid = { int8: 20, date: 1082, timestamp: 1114 } as const

/** 64-bit columns hold minor units and counters; an unsafe integer must never be rounded silently. */
function parseSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer ${text} from the database is not safe`)
  return value
}

const types = {
  getTypeParser(id: number, format?: 'text' | 'binary'): (text: string) => unknown {
    if (id === oid.int8) return parseSafeInteger
    // Local times and days have no zone: a `Date` would shift them by the server's zone.
    if (id === oid.date || id === oid.timestamp) return (text: string) => text
    // pg types it loosely; a parser of a text column takes text.
    return pg.types.getTypeParser(id, format) as (text: string) => unknown
  },
}

// An open write transaction holds the outbox back, so none may run for long.
const sessionLimits = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 15_000 }

// PostgreSQL 15 and 16 do not have it; there, only statements and idle transactions are limited.
const transactionLimitSql = `select set_config('transaction_timeout', '60s', false)
  where current_setting('transaction_timeout', true) is not null`

export interface DatabaseOptions {
  url: string
  poolSize: number
  pooler?: Pooler
  onError?: (error: Error) => void
  /** For bulk loads while no server runs. */
  hasLongTransactions?: boolean
}

/** Opens a pool. Close it with `end()`. */
export function openPool(options: DatabaseOptions): pg.Pool {
  const { url, poolSize, pooler = 'none', onError, hasLongTransactions = false } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    application_name: 'terrace-api',
    // A new connection costs as much as a hundred statements, so connections survive between bursts.
    idleTimeoutMillis: 300_000,
    // A request that gets no connection in this time ends with 503.
    connectionTimeoutMillis: 10_000,
    // Notices a database whose machine has vanished.
    keepAlive: true,
    ...(pooler === 'none' ? ownSessions(hasLongTransactions) : { Client: TransactionPoolClient }),
  })
  // Without a listener a lost connection would crash the process. The pool replaces idle ones; a query in progress
  // fails with the error.
  pool.on('error', (error) => onError?.(error))
  pool.on('connect', (client) => void client.on('error', () => undefined))
  if (isTracing()) traceConnects(pool)
  return pool
}

/** Opens the pool and the typed query builder over it. Close both with `db.destroy()`. */
export function openDatabase(options: DatabaseOptions): { db: Db; pool: pg.Pool } {
  const pool = openPool(options)
  return {
    pool,
    db: new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: withNamedStatements(pool, options.pooler ?? 'none') }),
    }),
  }
}

/** Options of connections that keep their session, and with it settings and prepared statements. */
function ownSessions(hasLongTransactions: boolean): pg.PoolConfig {
  return {
    ...sessionLimits,
    Client: NamingClient,
    // The driver knows no option for this limit. The pool awaits the hook.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, its types do not say so
    onConnect: async (client) => {
      if (!hasLongTransactions) await client.query(transactionLimitSql)
    },
  }
}
