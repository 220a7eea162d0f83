import { memberRunSeconds } from '@terrace/contracts/price-rules'
import { inTransaction } from '#api/db/transaction.ts'
import { priceRuleErrors } from '../price-rules.errors.ts'
import type { RuleEditor } from '../rules/manage-rules.ts'
import { lockTeam, readRules, readTeamSwitch } from '../rules/rules.repo.ts'
import { continueRun, type RunDeps } from './run-rules.ts'
import { startMemberRun } from './runs.repo.ts'

/**
 * Runs the team's rules at the request of a member. The limits per hour and day also apply to these runs.
 * @throws `price_rule.run_too_soon`, `price_rule.none_on`
 */
export async function runRulesNow(
  deps: RunDeps,
  { teamId, accountId }: Pick<RuleEditor, 'teamId' | 'accountId'>,
): Promise<void> {
  const runId = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    await lockTeam(tx, teamId, now)
    const team = await readTeamSwitch(tx, teamId)
    const isAnyOn = (await readRules(tx, teamId)).some(({ state }) => state === 'on')
    if (!isAnyOn || team?.stoppedAt) throw priceRuleErrors.make('price_rule.none_on')
    const { lastMemberRunAt } = team ?? {}
    const waitMs = lastMemberRunAt ? lastMemberRunAt.getTime() + memberRunSeconds * 1000 - now.getTime() : 0
    if (waitMs > 0)
      throw priceRuleErrors.make('price_rule.run_too_soon', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
    return startMemberRun(tx, { teamId, accountId, now })
  })
  await continueRun(deps, runId)
}
