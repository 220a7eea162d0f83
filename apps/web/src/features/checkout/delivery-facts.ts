import type { WireHold } from '@terrace/contracts/holds'
import { formatDate } from '@terrace/domain/dates'
import { deliveryClock, type DeliveryClock } from '@terrace/domain/delivery-clock'
import { parseDeliveryType, secondDeliveryLabel, type DeliveryType } from '@terrace/domain/delivery-types'
import { toLocal } from '@terrace/domain/time-zones'
import { deliveryTimeText } from '#web/lib/delivery-time.ts'

/** What the tickets come as, in the words for details and checkout (spec §9). */
export function deliveryName(ticketType: string): string {
  const type = parseDeliveryType(ticketType)
  return type === null ? ticketType : secondDeliveryLabel(type)
}

const handovers: Readonly<Record<DeliveryType, string>> = {
  eTicket: 'Files to print or to show on a screen, as the organiser asks.',
  mobile: 'Transferred to a phone that runs the organiser’s application.',
  'mobile-link': 'Opened on a phone by a link, or kept in its wallet.',
  paper: 'Sent to the address agreed for the order.',
  'local-delivery': 'Handed over at the place agreed for the order.',
  'season-cards': 'Lent for the event; a card that is not given back is charged to you.',
}

/** What the buyer policy says of tickets of this type, where they are accessed. */
export function handoverText(ticketType: string): string | null {
  const type = parseDeliveryType(ticketType)
  return type && handovers[type]
}

interface TicketsToBuy {
  in_hand_date: string
  event: Pick<WireHold['event'], 'event_date_local' | 'timezone' | 'time_confirmed'>
}

/** By when tickets that are bought at this moment, in milliseconds, are expected. */
function clockOf({ in_hand_date, event }: TicketsToBuy, boughtAt: number): DeliveryClock {
  return deliveryClock({
    inHandDate: in_hand_date,
    eventLocalAt: event.event_date_local,
    timeZone: event.timezone,
    timeConfirmed: event.time_confirmed,
    placedAt: new Date(boughtAt),
  })
}

/** The same in the words that the order will have. */
export function deliveryTime(tickets: TicketsToBuy, boughtAt: number): string {
  const { rule, expectedBy } = clockOf(tickets, boughtAt)
  return deliveryTimeText({ ...tickets, delivery: { rule, expected_by: expectedBy.toISOString() } }, boughtAt)
}

/** The day by which the last of all these tickets is expected, as its venue has it. */
export function lastDelivery(lines: readonly TicketsToBuy[], boughtAt: number): string {
  const [last] = lines
    .map((line) => ({ by: clockOf(line, boughtAt).expectedBy, zone: line.event.timezone }))
    .toSorted((one, other) => other.by.getTime() - one.by.getTime())
  return (last && formatDate(toLocal(last.by, last.zone))) ?? ''
}
