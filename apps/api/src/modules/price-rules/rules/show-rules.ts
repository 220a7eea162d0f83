import type { RulesOverview, WirePriceRule } from '@terrace/contracts/price-rules'
import type { Db } from '#api/db/client.ts'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { Clock } from '#api/shared/clock.ts'
import { readStop } from '../runs/operator-stop.repo.ts'
import { readLastRun } from '../runs/runs.repo.ts'
import { countCovered } from '../scope/covered-listings.repo.ts'
import { countMovesOfRules } from '../log/moves-log.repo.ts'
import { priceRuleErrors } from '../price-rules.errors.ts'
import type { PriceRule } from './price-rule.ts'
import { presentRule } from './rules.presenter.ts'
import { findRule, readRules, readTeamSwitch } from './rules.repo.ts'

interface ShowDeps {
  db: Db
  clock: Clock
}

/** Everything that the list of rules shows. */
export async function showRules({ db, clock }: ShowDeps, teamId: string): Promise<RulesOverview> {
  const now = clock.now()
  const [rules, team, stop, run] = await Promise.all([
    readRules(db, teamId),
    readTeamSwitch(db, teamId),
    readStop(db),
    readLastRun(db, teamId),
  ])
  const isAnyOn = rules.some(({ state }) => state === 'on')
  return {
    rules: await presentRules(db, { teamId, rules, now }),
    stopped: team?.stoppedAt ? { at: team.stoppedAt.toISOString(), by: team.stoppedBy } : null,
    stopped_by_operator: stop ? { at: stop.stoppedAt.toISOString(), reason: stop.reason } : null,
    // One that is due starts within seconds.
    next_run_at:
      team && isAnyOn && !team.stoppedAt && !stop
        ? new Date(Math.max(team.nextRunAt.getTime(), now.getTime())).toISOString()
        : null,
    last_run: run
      ? {
          at: run.startedAt.toISOString(),
          is_finished: run.isFinished,
          checked: run.checked,
          moved: run.moved,
        }
      : null,
  }
}

/** @throws `price_rule.not_found`, also for a rule of another team */
export async function showRule(
  { db, clock }: ShowDeps,
  { teamId, id }: { teamId: string; id: string },
): Promise<WirePriceRule> {
  const rule = await findRule(db, { teamId, id })
  if (!rule) throw priceRuleErrors.make('price_rule.not_found')
  return presentOneRule(db, { rule, now: clock.now() })
}

export async function presentOneRule(
  db: DbOrTx,
  { rule, now }: { rule: PriceRule; now: Date },
): Promise<WirePriceRule> {
  const rules = await readRules(db, rule.teamId)
  const presented = await presentRules(db, { teamId: rule.teamId, rules, now })
  const found = presented.find(({ id }) => id === rule.id)
  if (!found) throw new Error('the rule that was read is missing')
  return found
}

async function presentRules(
  db: DbOrTx,
  { teamId, rules, now }: { teamId: string; rules: readonly PriceRule[]; now: Date },
): Promise<WirePriceRule[]> {
  const counts = new Map((await countCovered(db, { teamId, rules, now })).map((each) => [each.ruleId, each]))
  const moves = await countMovesOfRules(
    db,
    rules.map(({ id }) => id),
    new Date(now.getTime() - 86_400_000),
  )
  return rules.map((rule) => {
    const { matched = 0, covered = 0 } = counts.get(rule.id) ?? {}
    const { count: movesToday = 0, lastAt: lastMoveAt = null } = moves.get(rule.id) ?? {}
    return presentRule(rule, { matched, covered, movesToday, lastMoveAt }, now)
  })
}
