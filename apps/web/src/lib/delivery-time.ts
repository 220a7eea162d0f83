import type { WireOrderLine } from '@terrace/contracts/orders'
import { formatDate } from '@terrace/domain/dates'
import { lastDeliveryHours, usualDeliveryHours } from '@terrace/domain/delivery-clock'
import { toLocal } from '@terrace/domain/time-zones'

interface DeliveryTime {
  delivery: WireOrderLine['delivery']
  /** The day from which the seller has them, 'YYYY-MM-DD'. */
  in_hand_date: string
  event: Pick<WireOrderLine['event'], 'timezone' | 'time_confirmed'>
}

/**
 * When tickets are to be expected (spec §9, buyer policy), in the same words before and after they are bought: usually
 * within 48 hours of the in-hand date; those bought within 48 hours of the event may arrive up to 2 hours before it. Days are
 * the venue's, as the event's own is.
 */
export function deliveryTimeText({ delivery, in_hand_date, event }: DeliveryTime, now: number): string {
  const day = (moment: string | number) => toLocal(moment, event.timezone)?.slice(0, 10) ?? ''
  const by = formatDate(day(delivery.expected_by)) ?? ''
  if (delivery.rule === 'before_event') {
    const text = `May arrive up to ${lastDeliveryHours} hours before the event`
    return event.time_confirmed ? `${text}: by ${by}` : text
  }
  const since = in_hand_date <= day(now) ? 'In hand' : `In hand from ${formatDate(in_hand_date)}`
  return `${since}: usually delivered within ${usualDeliveryHours} hours, by ${by}`
}
