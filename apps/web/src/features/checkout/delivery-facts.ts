import { parseLocal, toLocalText, utcMilliseconds } from '@terrace/domain/dates'
import { parseDeliveryType, secondDeliveryLabel, type DeliveryType } from '@terrace/domain/delivery-types'
import { deliveryTimeText } from '#web/lib/delivery-time.ts'

const day = 86_400_000

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

interface DeliveryTime {
  in_hand_date: string
  event: { event_date_local: string; time_confirmed: boolean }
}

/** When tickets that are bought at this moment, in milliseconds, are to be expected. */
export function deliveryTime({ in_hand_date, event }: DeliveryTime, boughtAt: number): string {
  const start = instantOf(event.event_date_local)
  // The venue's wall time is read as UTC here: a few hours do not matter to a limit of two days.
  if (start !== null && start - boughtAt < 2 * day) {
    const expected_by = event.time_confirmed ? localText(start - 2 * 3_600_000) : null
    return deliveryTimeText({ rule: 'before_event', in_hand_date, expected_by }, boughtAt)
  }
  const from = Math.max(instantOf(in_hand_date) ?? 0, boughtAt)
  const expected_by = localText(from + 2 * day)
  return deliveryTimeText({ rule: 'after_in_hand', in_hand_date, expected_by }, boughtAt)
}

function instantOf(local: string): number | null {
  const parts = parseLocal(local)
  return parts && utcMilliseconds(parts)
}

function localText(milliseconds: number): string {
  const date = new Date(milliseconds)
  return toLocalText({
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  })
}
