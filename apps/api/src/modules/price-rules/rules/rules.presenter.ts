import type { WirePriceRule } from '@terrace/contracts/price-rules'
import type { PriceRule } from './price-rule.ts'
import { isSimulated } from './is-simulated.ts'

export interface RuleFigures {
  matched: number
  covered: number
  movesToday: number
  lastMoveAt: Date | null
}

export function presentRule(rule: PriceRule, figures: RuleFigures, now: Date): WirePriceRule {
  const { stoppedReason, stoppedAt, simulatedVersion, simulatedAt } = rule
  return {
    id: rule.id,
    name: rule.name,
    version: rule.version,
    settings: rule.settings,
    state: rule.state,
    stopped: stoppedReason && stoppedAt ? { reason: stoppedReason, at: stoppedAt.toISOString() } : null,
    matched: figures.matched,
    covered: figures.covered,
    moves_today: figures.movesToday,
    last_move_at: figures.lastMoveAt?.toISOString() ?? null,
    simulation:
      simulatedVersion !== null && simulatedAt
        ? { version: simulatedVersion, at: simulatedAt.toISOString(), is_current: isSimulated(rule, now) }
        : null,
    updated_at: rule.updatedAt.toISOString(),
    updated_by: rule.updatedBy,
  }
}
