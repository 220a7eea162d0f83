import { sql, type RawBuilder } from 'kysely'
import type { RetentionName } from '#api/config/retention.ts'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { RetentionRule } from './retention-rules.ts'

/** Rows whose time began before `until`, oldest first. */
const dueFrom = (rule: RetentionRule, until: Date): RawBuilder<unknown> => {
  const [before = '', ...after] = (rule.where ?? 'true').split(':until')
  const where = sql.join([sql.raw(before), ...after.map(sql.raw)], sql`${until}::timestamptz`)
  return sql`from ${sql.raw(rule.table)} t ${sql.raw(rule.join ?? '')}
    where ${sql.raw(rule.since)} < ${until} and (${where})`
}

interface DueRows {
  from: Date
  until: Date
  limit: number
}

/** The oldest due rows from `from` on. */
export function dueQuery(rule: RetentionRule, { from, until, limit }: DueRows): RawBuilder<unknown> {
  const since = sql.raw(rule.since)
  return sql`select t.${sql.raw(rule.key ?? 'ctid')} as key, ${since} as since ${dueFrom(rule, until)} and ${since} >= ${from}
    order by ${since} limit ${limit}`
}

export interface Batch {
  found: number
  removed: number
  /** The newest `since` of the batch; the next batch continues there. */
  last: Date | null
}

/**
 * Removes at most `limit` due rows in one statement. Rows that a transaction has locked are left for the next run, so it
 * waits for no one, and several processes share the work.
 */
export async function removeBatch(db: DbOrTx, rule: RetentionRule, due: DueRows): Promise<Batch> {
  const key = sql.raw(rule.key ?? 'ctid')
  const table = sql.raw(rule.table)
  const change = rule.erase
    ? sql`update ${table} as changed set ${sql.raw(rule.erase)} from due where changed.${key} = due.key returning 1`
    : sql`delete from ${table} as changed using due where changed.${key} = due.key returning 1`
  const { rows } = await sql<Batch>`
    with due as materialized (
      ${dueQuery(rule, due)} for update of t skip locked
    ), changed as (${change})
    select (select count(*) from changed)::int as removed, (select count(*) from due)::int as found,
      (select max(since) from due) as last`.execute(db)
  return rows[0] ?? { found: 0, removed: 0, last: null }
}

/** How many rows a run would remove now. */
export async function countDue(db: DbOrTx, rule: RetentionRule, until: Date): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count ${dueFrom(rule, until)}`.execute(db)
  return rows[0]?.count ?? 0
}

const farFuture = new Date('9999-01-01')

/** When the days of the oldest row began that the rule will remove one day. */
export async function readOldest(db: DbOrTx, rule: RetentionRule): Promise<Date | null> {
  const { rows } = await sql<{ oldest: Date | null }>`
    select ${sql.raw(rule.since)} as oldest ${dueFrom(rule, farFuture)}
    order by ${sql.raw(rule.since)} limit 1`.execute(db)
  return rows[0]?.oldest ?? null
}

/** False for a table of the job store before a worker has started. */
export async function tableExists(db: DbOrTx, table: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass(${table}) is not null as exists`.execute(
    db,
  )
  return rows[0]?.exists ?? false
}

export interface RetentionRun {
  rule: RetentionName
  startedAt: Date
  tookMs: number
  removed: number
  /** False: its time was over, or it failed; the next run continues. */
  isComplete: boolean
  oldestLeft: Date | null
}

export async function insertRun(db: DbOrTx, run: RetentionRun): Promise<void> {
  await db
    .insertInto('retention_runs')
    .values({
      rule: run.rule,
      started_at: run.startedAt,
      took_ms: run.tookMs,
      removed: run.removed,
      is_complete: run.isComplete,
      oldest_left: run.oldestLeft,
    })
    .execute()
}

/** The last run of each rule. */
export async function readLastRuns(db: DbOrTx): Promise<Map<string, RetentionRun>> {
  const { rows } = await sql<RetentionRun>`
    select distinct on (rule) rule, started_at as "startedAt", took_ms as "tookMs", removed, is_complete as "isComplete",
      oldest_left as "oldestLeft"
    from retention_runs order by rule, id desc`.execute(db)
  return new Map(rows.map((run) => [run.rule, run]))
}
