import type { RuleSettings } from '@terrace/contracts/price-rules'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { PriceRule } from './price-rule.ts'

const columns = sql`r.id, r.team_id as "teamId", r.name, r.position, r.version, r.settings, r.state,
  r.stopped_reason as "stoppedReason", r.stopped_at as "stoppedAt", r.simulated_version as "simulatedVersion",
  r.simulated_at as "simulatedAt", r.updated_at as "updatedAt",
  (select a.full_name from accounts a where a.id = r.updated_by and a.erased_at is null) as "updatedBy"`

/** The team's rules by priority: of several rules that select a listing, the first one prices it. */
export async function readRules(db: DbOrTx, teamId: string): Promise<PriceRule[]> {
  const { rows } = await sql<PriceRule>`
    select ${columns} from price_rules r where r.team_id = ${teamId} and r.removed_at is null
    order by r.position, r.id`.execute(db)
  return rows
}

/** `undefined` for a rule of another team, and for a removed one. */
export async function findRule(
  db: DbOrTx,
  { teamId, id }: { teamId: string; id: string },
): Promise<PriceRule | undefined> {
  const { rows } = await sql<PriceRule>`
    select ${columns} from price_rules r
    where r.id = ${id} and r.team_id = ${teamId} and r.removed_at is null`.execute(db)
  return rows[0]
}

/** Locks the team's rules: waits for a batch of prices that is being written, and blocks other changes of the rules. */
export async function lockTeam(tx: Tx, teamId: string, now: Date): Promise<void> {
  await sql`insert into price_rule_teams (team_id, next_run_at) values (${teamId}, ${now}) on conflict do nothing`.execute(
    tx,
  )
  await sql`select from price_rule_teams where team_id = ${teamId} for update`.execute(tx)
}

export async function insertRule(
  tx: Tx,
  rule: { id: string; teamId: string; name: string; settings: RuleSettings; accountId: string; at: Date },
): Promise<void> {
  await sql`
    insert into price_rules (id, team_id, name, position, settings, created_at, updated_at, updated_by)
    select ${rule.id}, ${rule.teamId}, ${rule.name},
      (select coalesce(max(position), 0) + 1 from price_rules where team_id = ${rule.teamId} and removed_at is null),
      ${JSON.stringify(rule.settings)}::jsonb, ${rule.at}, ${rule.at}, ${rule.accountId}`.execute(tx)
}

/** Raises the version and switches the rule off. */
export async function updateRule(
  tx: Tx,
  rule: { id: string; name: string; settings: RuleSettings; accountId: string; at: Date },
): Promise<void> {
  await sql`
    update price_rules set name = ${rule.name}, settings = ${JSON.stringify(rule.settings)}::jsonb, version = version + 1,
      state = 'off', stopped_reason = null, stopped_at = null, updated_at = ${rule.at}, updated_by = ${rule.accountId}
    where id = ${rule.id}`.execute(tx)
}

export async function setRuleState(
  tx: Tx,
  { id, state, at, accountId }: { id: string; state: 'on' | 'off'; at: Date; accountId: string },
): Promise<void> {
  await sql`
    update price_rules set state = ${state}, stopped_reason = null, stopped_at = null, updated_at = ${at},
      updated_by = ${accountId}
    where id = ${id}`.execute(tx)
}

/** Switches the rule off and hides it. The row stays, because the log refers to it. */
export async function removeRule(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`
    update price_rules set state = 'off', stopped_reason = null, stopped_at = null, removed_at = ${at}
    where id = ${id}`.execute(tx)
  await sql`delete from price_rule_simulations where rule_id = ${id}`.execute(tx)
}

export async function writeOrder(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update price_rules r set position = o.position
    from unnest(${ids}::text[]) with ordinality as o (id, position) where r.id = o.id`.execute(tx)
}

export interface TeamSwitch {
  stoppedAt: Date | null
  stoppedBy: string | null
  nextRunAt: Date
  lastMemberRunAt: Date | null
}

export async function readTeamSwitch(db: DbOrTx, teamId: string): Promise<TeamSwitch | undefined> {
  const { rows } = await sql<TeamSwitch>`
    select t.stopped_at as "stoppedAt", t.next_run_at as "nextRunAt", t.last_member_run_at as "lastMemberRunAt",
      (select a.full_name from accounts a where a.id = t.stopped_by and a.erased_at is null) as "stoppedBy"
    from price_rule_teams t where t.team_id = ${teamId}`.execute(db)
  return rows[0]
}

export async function writeTeamSwitch(
  tx: Tx,
  { teamId, stopped }: { teamId: string; stopped: { at: Date; by: string } | null },
): Promise<void> {
  await sql`
    update price_rule_teams set stopped_at = ${stopped?.at ?? null}, stopped_by = ${stopped?.by ?? null}
    where team_id = ${teamId}`.execute(tx)
}

/** Schedules the team's next run for this time. */
export async function scheduleRun(tx: Tx, teamId: string, at: Date): Promise<void> {
  await sql`update price_rule_teams set next_run_at = ${at} where team_id = ${teamId}`.execute(tx)
}
