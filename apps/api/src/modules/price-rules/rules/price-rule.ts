import type { RuleSettings } from '@terrace/contracts/price-rules'
import { parseDecimal } from '@terrace/domain/money/money'
import type { PriceTerms } from '@terrace/domain/pricing/plan-price'

export interface PriceRule {
  id: string
  teamId: string
  name: string
  position: number
  version: number
  settings: RuleSettings
  /**
   * `on` and `off`: as a member switched it. `stopped`: by the server after loops with several sellers, until a member
   * switches it on or off. A rule that is on does nothing while all rules of its team are off (`switchAllRules`) or the
   * operator has stopped those of all teams (`stopAllRules`), and skips listings that are paused after a loop
   * (`loopPauseHours`).
   */
  state: 'off' | 'on' | 'stopped'
  stoppedReason: 'loop' | null
  stoppedAt: Date | null
  simulatedVersion: number | null
  simulatedAt: Date | null
  updatedAt: Date
  updatedBy: string | null
}

/** The terms in minor units and basis points. Every tradable currency has two decimals. */
export function termsOf(settings: RuleSettings): PriceTerms {
  const { strategy, ceiling, round_to: step } = settings
  return {
    strategy:
      strategy.by === 'undercut'
        ? { by: 'undercut', minor: hundredths(strategy.amount) }
        : strategy.by === 'undercut_percent'
          ? { by: 'undercut_percent', bp: hundredths(strategy.percent) }
          : { by: 'match' },
    rank: settings.place,
    marginBp: hundredths(settings.margin_percent),
    ceilingMinor: ceiling === null ? null : hundredths(ceiling),
    stepMinor: step === null ? null : hundredths(step),
    maxBpPerDay: settings.max_percent_per_day * 100,
    maxChangesPerHour: settings.max_changes_per_hour,
    followsUp: settings.follows_up,
    minComparables: settings.min_comparables,
  }
}

function hundredths(text: string): number {
  const parsed = parseDecimal(text, 2)
  if (!parsed.ok) throw new RangeError(`${text} passed the contract but is not a number`)
  return parsed.minor
}
