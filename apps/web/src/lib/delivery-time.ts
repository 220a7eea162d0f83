import { formatDate } from '@terrace/domain/dates'
import type { WireOrderLine } from '@terrace/contracts/orders'
import { onOwnClock } from './own-clock.ts'

/** By when the tickets of a bought line are expected, in the words of the buyer policy (spec §9). */
export function deliveryTimeText({
  in_hand_date,
  delivery: { rule, expected_by },
}: Pick<WireOrderLine, 'in_hand_date' | 'delivery'>): string {
  const by = `by ${onOwnClock(expected_by)}, your time`
  return rule === 'before_event'
    ? `May arrive up to 2 hours before the event: ${by}`
    : `In hand from ${formatDate(in_hand_date)}: usually delivered within 48 hours, ${by}`
}
