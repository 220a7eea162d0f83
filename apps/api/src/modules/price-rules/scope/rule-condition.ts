import type { RawBuilder } from 'kysely'
import { isSelected } from '#api/modules/supply/index.ts'
import type { PriceRule } from '../rules/price-rule.ts'

/** Whether the rule selects the listing `l` of its team, as the inventory's filter does. */
export function conditionOf(
  { teamId, now }: { teamId: string; now: Date },
  { settings }: PriceRule,
): RawBuilder<boolean> {
  return isSelected({ teamId, now, filter: { ...settings.filter, events: 'upcoming' } })
}
