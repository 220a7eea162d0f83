import type { WireOrderLine } from '@terrace/contracts/order-shapes'
import { formatDate } from '@terrace/domain/time/dates'
import { lastDeliveryHours, usualDeliveryHours } from '@terrace/domain/time/delivery-estimate'
import { toLocal } from '@terrace/domain/time/time-zones'

interface DeliveryTime {
  delivery: WireOrderLine['delivery']
  /** Date from which the seller has the tickets, 'YYYY-MM-DD'. */
  in_hand_date: string
  event: Pick<WireOrderLine['event'], 'timezone' | 'time_confirmed'>
}

/**
 * Expected delivery (spec §9, buyer policy), in the same words before and after the purchase: within 48 hours of the
 * in-hand date, or up to 2 hours before an event that starts within 48 hours. Dates are in the venue's time zone.
 */
export function deliveryTimeText({ delivery, in_hand_date, event }: DeliveryTime, now: number): string {
  const day = (time: string | number) => toLocal(time, event.timezone)?.slice(0, 10) ?? ''
  const by = formatDate(day(delivery.expected_by)) ?? ''
  if (delivery.rule === 'before_event') {
    const text = `May arrive up to ${lastDeliveryHours} hours before the event`
    return event.time_confirmed ? `${text}: by ${by}` : text
  }
  const since = in_hand_date <= day(now) ? 'In hand' : `In hand from ${formatDate(in_hand_date)}`
  return `${since}: usually delivered within ${usualDeliveryHours} hours, by ${by}`
}
