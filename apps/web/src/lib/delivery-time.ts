import type { WireOrderLine } from '@terrace/contracts/orders'
import { onOwnClock } from './own-clock.ts'

/** By when the tickets of a bought line are expected, in the words of the buyer policy (spec §9). */
export function deliveryTimeText({ rule, expected_by }: WireOrderLine['delivery']): string {
  const by = `by ${onOwnClock(expected_by)}, your time`
  return rule === 'before_event'
    ? `May arrive up to 2 hours before the event: ${by}`
    : `Usually delivered within 48 hours of the in-hand date: ${by}`
}
