import { toInstant } from './time-zones.ts'

/** When tickets are to be delivered (spec §9, buyer policy). */

const hour = 3_600_000

/** Usually within so many hours of the in-hand date. */
export const usualDeliveryHours = 48
/** Tickets bought within {@link usualDeliveryHours} of the event may arrive up to so many hours before it. */
export const lastDeliveryHours = 2

export interface BoughtTickets {
  /** YYYY-MM-DD, a day at the venue. */
  inHandDate: string
  /** The venue's wall clock, `YYYY-MM-DDTHH:mm`. */
  eventLocalAt: string
  timeZone: string
  /** Without it the event's day alone is known. */
  timeConfirmed: boolean
  placedAt: Date
}

export interface DeliveryClock {
  rule: 'after_in_hand' | 'before_event'
  expectedBy: Date
}

/**
 * By when the tickets are expected: 48 hours from the beginning of the in-hand date, or from the purchase where that came later; never
 * later than 2 hours before the event, and then exactly for what was bought within 48 hours of it. Where its time is still open,
 * its day begins in the place of those 2 hours.
 */
export function deliveryClock({
  inHandDate,
  eventLocalAt,
  timeZone,
  timeConfirmed,
  placedAt,
}: BoughtTickets): DeliveryClock {
  const inHand = instantOf(inHandDate, timeZone)
  const event = instantOf(eventLocalAt, timeZone)
  const latest = event - (timeConfirmed ? lastDeliveryHours * hour : 0)
  const usual = Math.max(inHand, placedAt.getTime()) + usualDeliveryHours * hour
  const isLate = usual > latest || event - placedAt.getTime() <= usualDeliveryHours * hour
  return isLate
    ? { rule: 'before_event', expectedBy: new Date(latest) }
    : { rule: 'after_in_hand', expectedBy: new Date(usual) }
}

const mostKnown = 5000
const known = new Map<string, number>()

// A list of purchases asks for the same few days again and again, and each takes longer than all the rest of its line.
function instantOf(local: string, timeZone: string): number {
  const key = `${timeZone} ${local}`
  const before = known.get(key)
  if (before !== undefined) return before
  const instant = toInstant(local, timeZone)
  if (!instant) throw new RangeError(`${local} is no date`)
  if (known.size >= mostKnown) known.clear()
  known.set(key, instant.getTime())
  return instant.getTime()
}
