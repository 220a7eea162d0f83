import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

export interface StoppedRuleNotice {
  name: string
  /** Recipients of the email: the team's owners, and the member who changed the rule last. */
  accountIds: string[]
}

/**
 * The data for the email about a rule that was stopped or paused; `undefined` if the rule was changed, switched or removed
 * since. A rule that is paused for some listings stays on.
 */
export async function findStoppedRule(
  db: DbOrTx,
  { ruleId, isPause }: { ruleId: string; isPause: boolean },
): Promise<StoppedRuleNotice | undefined> {
  const { rows } = await sql<StoppedRuleNotice>`
    select r.name, array(
      select a.id from accounts a where a.team_id = r.team_id and a.status = 'active'
        and (a.team_role = 'owner' or a.id = r.updated_by) order by a.id) as "accountIds"
    from price_rules r where r.id = ${ruleId} and r.state = ${isPause ? 'on' : 'stopped'}`.execute(db)
  return rows[0]
}

/** Rules of all teams that are switched on. */
export async function countRulesOn(db: DbOrTx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from price_rules where state = 'on'`.execute(db)
  return rows[0]?.count ?? 0
}
