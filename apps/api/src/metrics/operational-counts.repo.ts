import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import { processIsRunning } from '#api/db/predicates.ts'
import { emailsOfJob } from '#api/modules/notifications/index.ts'

export interface OperationalCounts {
  openAttempts: number
  /** Open, not waiting for the bank, and unchanged for a minute. */
  stuckAttempts: number
  oldestOpenAttemptSeconds: number
  pendingRefunds: number
  /** Of the last day, which an index finds. */
  unprocessedPaymentEvents: number
  /** Inventory files that a process has to read or apply, of which some have failed and are tried again. */
  waitingImports: number
  failingImports: number
  oldestImportSeconds: number
  /** Runs of price rules that have not ended, of which some have failed and are tried again. */
  openRuleRuns: number
  failingRuleRuns: number
  oldestRuleRunSeconds: number
  /** 1 while the database cannot archive its log, otherwise 0, also without an archive. */
  archiveFailing: number
  /** Running processes by role. */
  processes: Record<string, number>
  /** Seconds since each durable subscriber last moved on. */
  subscriberAges: Record<string, number>
}

/** What an operator watches, in one statement; each part reads a small index or table. */
export async function readOperationalCounts(db: Db): Promise<OperationalCounts> {
  const { rows } = await sql<OperationalCounts>`
    select open.count as "openAttempts", open.stuck as "stuckAttempts", open.oldest as "oldestOpenAttemptSeconds",
      (select count(*)::int from order_refunds where state = 'pending') as "pendingRefunds",
      (select count(*)::int from payment_events where processed_at is null
        and received_at > clock_timestamp() - interval '1 day') as "unprocessedPaymentEvents",
      imports.count as "waitingImports", imports.failing as "failingImports", imports.oldest as "oldestImportSeconds",
      runs.count as "openRuleRuns", runs.failing as "failingRuleRuns", runs.oldest as "oldestRuleRunSeconds",
      (select coalesce(current_setting('archive_mode') <> 'off'
        and last_failed_time > coalesce(last_archived_time, '-infinity'), false)::int
        from pg_stat_archiver) as "archiveFailing",
      (select coalesce(jsonb_object_agg(role, count), '{}') from (
        select role, count(*)::int as count from processes, unnest(roles) role
        where ${processIsRunning('processes')} group by role) by_role) as processes,
      (select coalesce(jsonb_object_agg(subscriber, extract(epoch from clock_timestamp() - updated_at)), '{}')
        from outbox_cursors) as "subscriberAges"
    from (
      select count(*)::int as count,
        count(*) filter (where state <> 'requires_action'
          and updated_at < clock_timestamp() - interval '1 minute')::int as stuck,
        coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as oldest
      from checkout_attempts where is_open) open,
    (
      select count(*)::int as count, count(*) filter (where failed_attempts > 0)::int as failing,
        coalesce(extract(epoch from clock_timestamp() - min(coalesce(applied_at, created_at))
          filter (where state <> 'undoing')), 0)::float8 as oldest
      from inventory_imports where state in ('received', 'parsed', 'matched', 'applying', 'undoing')) imports,
    (
      select count(*)::int as count, count(*) filter (where failures > 0)::int as failing,
        coalesce(extract(epoch from clock_timestamp() - min(started_at)), 0)::float8 as oldest
      from price_rule_runs where finished_at is null) runs`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('the counts of the operator have no row')
  return counts
}

interface QueueSizes {
  /** Jobs that wait or run. */
  pending: Record<string, number>
  /** Jobs that were given up. */
  failed: Record<string, number>
}

/** Sizes by queue, where emails that share a job are all counted; empty before the first worker has started. */
export async function readQueueSizes(db: Db): Promise<QueueSizes> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('pgboss.job') is not null as exists`.execute(db)
  if (rows[0]?.exists !== true) return { pending: {}, failed: {} }
  const sizes = await sql<{ name: string; pending: number; failed: number }>`
    select name, coalesce(sum(${emailsOfJob}) filter (where state < 'completed'), 0)::int as pending,
      coalesce(sum(${emailsOfJob}) filter (where state = 'failed'), 0)::int as failed
    from pgboss.job where state < 'completed' or state = 'failed' group by name`.execute(db)
  return {
    pending: Object.fromEntries(sizes.rows.map(({ name, pending }) => [name, pending])),
    failed: Object.fromEntries(sizes.rows.map(({ name, failed }) => [name, failed])),
  }
}
