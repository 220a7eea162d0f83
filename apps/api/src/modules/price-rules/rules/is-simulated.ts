import { simulationHours } from '@terrace/contracts/price-rules'
import type { PriceRule } from './price-rule.ts'

/** Whether the rule's version was simulated recently enough to be switched on. */
export function isSimulated(
  { version, simulatedVersion, simulatedAt }: Pick<PriceRule, 'version' | 'simulatedVersion' | 'simulatedAt'>,
  now: Date,
): boolean {
  return (
    simulatedVersion === version &&
    simulatedAt !== null &&
    now.getTime() - simulatedAt.getTime() <= simulationHours * 3_600_000
  )
}
