import type { RulesOverview, WirePriceRule, WireSimulatedMove } from '@terrace/contracts/price-rules'
import { gbp } from '../factories.ts'

export function wirePriceRuleOf(values: Partial<WirePriceRule> = {}): WirePriceRule {
  return {
    id: 'prl_1',
    name: 'Premier League',
    version: 1,
    settings: {
      filter: {},
      strategy: { by: 'undercut', amount: '1.00' },
      place: 1,
      margin_percent: '10',
      ceiling: null,
      round_to: null,
      max_percent_per_day: 8,
      max_changes_per_hour: 2,
      follows_up: false,
      min_comparables: 3,
      outlier_percent: 50,
      respects_hand_hours: 24,
    },
    state: 'off',
    stopped: null,
    matched: 12,
    covered: 12,
    moves_today: 0,
    last_move_at: null,
    simulation: null,
    updated_at: '2026-11-20T10:00:00.000Z',
    updated_by: 'Sam Reed',
    ...values,
  }
}

export function rulesOverview(
  rules: readonly WirePriceRule[],
  values: Partial<RulesOverview> = {},
): RulesOverview {
  return {
    rules: [...rules],
    stopped: null,
    stopped_by_operator: null,
    next_run_at: null,
    last_run: null,
    ...values,
  }
}

export function simulatedMove(values: Partial<WireSimulatedMove> = {}): WireSimulatedMove {
  return {
    listing: { id: 'lst_1', event: { id: 17, title: 'Arsenal vs Spurs' }, section: 'Block 12', row: '8' },
    reason: 'moved',
    from: gbp('100.00'),
    to: gbp('89.00'),
    proceeds: gbp('89.00'),
    limited_by: [],
    floor: gbp('55.00'),
    lowest: gbp('90.00'),
    compared: 4,
    other_rule: null,
    has_file_price: false,
    ...values,
  }
}
