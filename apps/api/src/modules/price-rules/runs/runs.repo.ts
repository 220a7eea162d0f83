import { ruleRunMinutes } from '@terrace/contracts/price-rules'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

/** How many teams' runs one statement starts. */
const startedAtOnce = 500

/** Starts the runs that are due, at most one per team. Returns how many it started. */
export async function startDueRuns(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql`
    with due as materialized (
      select t.team_id from price_rule_teams t
      where t.team_id in (select r.team_id from price_rules r where r.state = 'on') and t.stopped_at is null
        and t.next_run_at <= ${now}
      order by t.next_run_at limit ${startedAtOnce} for update skip locked
    ), next as (
      update price_rule_teams t set next_run_at = ${new Date(now.getTime() + ruleRunMinutes * 60_000)}
      from due where t.team_id = due.team_id
    )
    insert into price_rule_runs (team_id, started_at) select team_id, ${now} from due
    on conflict do nothing returning id`.execute(tx)
  return rows.length
}

/** Starts a run at the request of a member, unless one is in progress; returns the id of the run. */
export async function startMemberRun(
  tx: Tx,
  { teamId, accountId, now }: { teamId: string; accountId: string; now: Date },
): Promise<string> {
  await sql`update price_rule_teams set last_member_run_at = ${now} where team_id = ${teamId}`.execute(tx)
  await sql`
    insert into price_rule_runs (team_id, started_at, requested_by) values (${teamId}, ${now}, ${accountId})
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select id::text as id from price_rule_runs where team_id = ${teamId} and finished_at is null`.execute(tx)
  if (!rows[0]) throw new Error('the run that began is missing')
  return rows[0].id
}

export interface RunningRun {
  id: string
  teamId: string
  /** `null`: the covered listings are not chosen yet. */
  lastListingId: string | null
}

/** Locks the given run, or one that is due and that no other process works on. */
export async function lockRun(tx: Tx, now: Date, runId?: string): Promise<RunningRun | undefined> {
  const isDue = sql`(r.retry_at is null or r.retry_at <= ${now})`
  const { rows } = await sql<RunningRun>`
    select r.id::text as id, r.team_id as "teamId", r.last_listing_id as "lastListingId"
    from price_rule_runs r
    where r.finished_at is null and ${runId === undefined ? isDue : sql`r.id = ${runId}::bigint`}
    order by r.started_at, r.id limit 1 for update skip locked`.execute(tx)
  return rows[0]
}

/** Whether the team's rules may run. Locks them, so that switching them waits until this transaction has ended. */
export async function lockRunningTeam(tx: Tx, teamId: string): Promise<boolean> {
  const { rows } = await sql<{ isRunning: boolean }>`
    select stopped_at is null as "isRunning" from price_rule_teams where team_id = ${teamId} for share`.execute(
    tx,
  )
  return rows[0]?.isRunning ?? false
}

export async function advanceRun(
  tx: Tx,
  run: { id: string; lastListingId: string; checked: number; moved: number; finishedAt: Date | null },
): Promise<void> {
  await sql`
    update price_rule_runs set last_listing_id = ${run.lastListingId}, checked = checked + ${run.checked},
      moved = moved + ${run.moved}, finished_at = ${run.finishedAt}
    where id = ${run.id}::bigint`.execute(tx)
}

/** After so many failed batches the run ends. The next run starts as scheduled. */
const maxFailures = 3

/** Tries the run again after 1 and 2 minutes, then ends it. */
export async function postponeRun(tx: Tx, { id, now }: { id: string; now: Date }): Promise<void> {
  await sql`
    update price_rule_runs set failures = failures + 1,
      retry_at = ${now}::timestamptz + interval '1 minute' * power(2, failures),
      finished_at = case when failures + 1 >= ${maxFailures} then ${now}::timestamptz end
    where id = ${id}::bigint and finished_at is null`.execute(tx)
}

export interface LastRun {
  startedAt: Date
  isFinished: boolean
  checked: number
  moved: number
}

export async function readLastRun(db: DbOrTx, teamId: string): Promise<LastRun | undefined> {
  const { rows } = await sql<LastRun>`
    select started_at as "startedAt", finished_at is not null as "isFinished", checked, moved
    from price_rule_runs where team_id = ${teamId} order by id desc limit 1`.execute(db)
  return rows[0]
}

export async function isFinished(db: DbOrTx, runId: string): Promise<boolean> {
  const { rows } = await sql`
    select from price_rule_runs where id = ${runId}::bigint and finished_at is null`.execute(db)
  return rows.length === 0
}
