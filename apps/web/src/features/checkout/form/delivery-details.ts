import type { WireHold } from '@terrace/contracts/holds'
import { formatDate } from '@terrace/domain/time/dates'
import { estimateDelivery, type DeliveryEstimate } from '@terrace/domain/time/delivery-estimate'
import {
  parseDeliveryType,
  detailedDeliveryLabel,
  type DeliveryType,
} from '@terrace/domain/tickets/delivery-types'
import { toLocal } from '@terrace/domain/time/time-zones'
import { deliveryTimeText } from '#web/lib/format/delivery-time.ts'

/** The delivery type as checkout names it (spec §9). */
export function deliveryName(deliveryType: string): string {
  const type = parseDeliveryType(deliveryType)
  return type === null ? deliveryType : detailedDeliveryLabel(type)
}

const deliveryMethodTexts: Readonly<Record<DeliveryType, string>> = {
  eTicket: 'PDF to print or show on screen.',
  mobile: 'Transferred to your phone in the organiser’s app.',
  'mobile-link': 'Open on a phone from a link or wallet.',
  paper: 'Posted to the address agreed for the order.',
  'local-delivery': 'Handed over at the agreed location.',
  'season-cards': 'On loan for the event. Cards not returned are charged.',
}

/** The buyer policy's summary for a delivery type. */
export function deliveryMethodText(deliveryType: string): string | null {
  const type = parseDeliveryType(deliveryType)
  return type && deliveryMethodTexts[type]
}

interface TicketsToBuy {
  in_hand_date: string
  event: Pick<WireHold['event'], 'event_date_local' | 'timezone' | 'time_confirmed'>
}

/** Delivery estimate for tickets bought at `boughtAt`, in milliseconds. */
function estimateOf({ in_hand_date, event }: TicketsToBuy, boughtAt: number): DeliveryEstimate {
  return estimateDelivery({
    inHandDate: in_hand_date,
    eventLocalAt: event.event_date_local,
    timeZone: event.timezone,
    timeConfirmed: event.time_confirmed,
    placedAt: new Date(boughtAt),
  })
}

/** The estimate, worded as on the order. */
export function deliveryTime(tickets: TicketsToBuy, boughtAt: number): string {
  const { rule, expectedBy } = estimateOf(tickets, boughtAt)
  return deliveryTimeText({ ...tickets, delivery: { rule, expected_by: expectedBy.toISOString() } }, boughtAt)
}

/** The latest expected delivery day, in its venue's time zone. */
export function lastDelivery(lines: readonly TicketsToBuy[], boughtAt: number): string {
  const [last] = lines
    .map((line) => ({ by: estimateOf(line, boughtAt).expectedBy, zone: line.event.timezone }))
    .toSorted((left, right) => right.by.getTime() - left.by.getTime())
  return (last && formatDate(toLocal(last.by, last.zone))) ?? ''
}
