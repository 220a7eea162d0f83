import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import { readArchive } from '../examine-archive.ts'
import { readCollation } from '../examine-collation.ts'

/** What PostgreSQL says about itself. No address and no name of a role. */
export async function readServerFacts(db: Db): Promise<Record<string, unknown>> {
  const { rows: settings } = await sql<{ name: string; setting: string; unit: string | null }>`
    select name, setting, unit from pg_settings where name in ('server_version', 'max_connections', 'shared_buffers',
      'work_mem', 'effective_cache_size', 'synchronous_commit', 'fsync', 'full_page_writes', 'wal_level', 'max_wal_size',
      'default_transaction_isolation', 'autovacuum', 'random_page_cost', 'jit', 'track_io_timing')
    order by name`.execute(db)
  const { rows: extensions } = await sql<{ name: string; version: string }>`
    select extname as name, extversion as version from pg_extension order by extname`.execute(db)
  const { rows: replicas } = await sql<{ state: string; sync: string; lagSeconds: number | null }>`
    select state, sync_state as sync, extract(epoch from replay_lag)::float8 as "lagSeconds" from pg_stat_replication`.execute(
    db,
  )
  const { rows } = await sql<Record<string, unknown>>`
    select pg_database_size(current_database()) as bytes, numbackends as connections, xact_rollback as rollbacks,
      deadlocks, temp_bytes as "temporaryBytes", pg_is_in_recovery() as "isReplica",
      round(100.0 * blks_hit / nullif(blks_hit + blks_read, 0), 1)::float8 as "cachedReadsPercent"
    from pg_stat_database where datname = current_database()`.execute(db)
  const [collation, archive] = [await readCollation(db), await readArchive(db)]
  return { ...rows[0], collation, archive, settings, extensions, replicas }
}

/** The largest tables first. */
export async function readTableSizes(db: Db): Promise<object[]> {
  const { rows } = await sql<object>`
    select schemaname as schema, relname as table, pg_total_relation_size(relid) as bytes, n_live_tup as rows,
      n_dead_tup as "deadRows", seq_scan as "fullScans", idx_scan as "indexScans", last_autovacuum as vacuumed,
      last_autoanalyze as analyzed
    from pg_stat_user_tables order by pg_total_relation_size(relid) desc, relname limit 150`.execute(db)
  return rows
}

export async function readAppliedMigrations(db: Db): Promise<object[]> {
  const { rows } = await sql<object>`
    select name, applied_at as "appliedAt" from schema_migrations order by name desc limit 20`.execute(db)
  return rows
}

export interface RegisteredProcess {
  id: string
  roles: string[]
  startedAt: Date
  seenAt: Date
  /** False for one that ended within the last hour without saying so. */
  isRunning: boolean
  origins: string[]
}

/** Without `process_is_running()`, which a database lacks if its upgrade failed. */
export async function readProcesses(db: Db): Promise<RegisteredProcess[]> {
  const { rows } = await sql<RegisteredProcess>`
    select id, roles, started_at as "startedAt", seen_at as "seenAt", origins,
      seen_at > clock_timestamp() - interval '4 seconds' as "isRunning"
    from processes order by started_at, id`.execute(db)
  return rows
}

export interface RunningStatement {
  pid: number
  application: string
  state: string
  transactionSeconds: number | null
  statementSeconds: number | null
  waitsFor: string | null
  blockedBy: number[]
  text: string
}

/** Open transactions and statements, the oldest first. */
export async function readRunningStatements(db: Db): Promise<RunningStatement[]> {
  const { rows } = await sql<RunningStatement>`
    select pid, application_name as application, coalesce(state, '') as state,
      extract(epoch from clock_timestamp() - xact_start)::float8 as "transactionSeconds",
      extract(epoch from clock_timestamp() - query_start)::float8 as "statementSeconds",
      wait_event_type || ': ' || wait_event as "waitsFor", pg_blocking_pids(pid) as "blockedBy", query as text
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
    order by xact_start nulls last limit 50`.execute(db)
  return rows
}

export interface StatementStatistics {
  calls: number
  totalMs: number
  meanMs: number
  maxMs: number
  rows: number
  text: string
}

/** The statements that took most time, or why that is not known. */
export async function readStatementStatistics(db: Db): Promise<StatementStatistics[] | string> {
  const { rows: found } = await sql<{ schema: string | null; isLoaded: boolean }>`
    select (select nspname from pg_extension join pg_namespace n on n.oid = extnamespace
        where extname = 'pg_stat_statements') as schema,
      current_setting('pg_stat_statements.max', true) is not null as "isLoaded"`.execute(db)
  const { schema = null, isLoaded = false } = found[0] ?? {}
  if (!isLoaded) return 'pg_stat_statements is not in shared_preload_libraries'
  if (schema === null) return 'a superuser must run: create extension pg_stat_statements'
  const { rows } = await sql<StatementStatistics>`
    select calls, total_exec_time as "totalMs", mean_exec_time as "meanMs", max_exec_time as "maxMs", rows, query as text
    from ${sql.table(`${schema}.pg_stat_statements`)}
    where dbid = (select oid from pg_database where datname = current_database())
    order by total_exec_time desc limit 50`.execute(db)
  return rows
}

export interface FailedJobs {
  queue: string
  jobs: number
  lastAt: Date | null
  reason: string | null
}

/** Jobs that were given up, by queue and reason. */
export async function readFailedJobs(db: Db): Promise<FailedJobs[]> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('pgboss.job') is not null as exists`.execute(db)
  if (found[0]?.exists !== true) return []
  const { rows } = await sql<FailedJobs>`
    select name as queue, count(*)::int as jobs, max(completed_on) as "lastAt", output ->> 'message' as reason
    from pgboss.job where state = 'failed' group by name, output ->> 'message' order by 2 desc limit 100`.execute(
    db,
  )
  return rows
}
