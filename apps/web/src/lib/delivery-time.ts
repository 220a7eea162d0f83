import type { WireOrderLine } from '@terrace/contracts/orders'
import { formatDate } from '@terrace/domain/dates'

interface DeliveryTime {
  rule: WireOrderLine['delivery']['rule']
  /** The day from which the seller has them, 'YYYY-MM-DD'. */
  in_hand_date: string
  /** By when they are expected: its day is told. Null where that is not known. */
  expected_by: string | null
}

/**
 * When tickets are to be expected (spec §9, buyer policy), in the same words before and after they are bought: usually
 * within 48 hours of the in-hand date; those bought within 48 hours of the event may arrive up to 2 hours before it.
 */
export function deliveryTimeText({ rule, in_hand_date, expected_by }: DeliveryTime, now: number): string {
  const day = expected_by === null ? null : formatDate(expected_by.slice(0, 10))
  if (rule === 'before_event') {
    return `May arrive up to 2 hours before the event${day === null ? '' : `: by ${day}`}`
  }
  const isInHand = in_hand_date <= new Date(now).toISOString().slice(0, 10)
  const since = isInHand ? 'In hand' : `In hand from ${formatDate(in_hand_date)}`
  return `${since}: usually delivered within 48 hours${day === null ? '' : `, by ${day}`}`
}
