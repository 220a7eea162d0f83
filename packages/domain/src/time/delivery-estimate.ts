import { toInstant } from './time-zones.ts'

/** Delivery estimates (spec §9, buyer policy). */

const hour = 3_600_000

/** Usual delivery, in hours after the in-hand date. */
export const usualDeliveryHours = 48
/** Late deliveries may arrive up to this many hours before the event. */
export const lastDeliveryHours = 2

export interface PurchasedTickets {
  /** YYYY-MM-DD, in the venue's time zone. */
  inHandDate: string
  /** Local time at the venue, `YYYY-MM-DDTHH:mm`. */
  eventLocalAt: string
  timeZone: string
  /** When false, only the date of the event is known. */
  timeConfirmed: boolean
  placedAt: Date
}

export interface DeliveryEstimate {
  rule: 'after_in_hand' | 'before_event'
  expectedBy: Date
}

/**
 * Tickets are expected 48 hours after the in-hand date or the purchase, whichever is later, but at most 2 hours
 * before the event. Purchases within 48 hours of the event always get that limit. When the time is unconfirmed, the
 * limit is the start of the event's day.
 */
export function estimateDelivery({
  inHandDate,
  eventLocalAt,
  timeZone,
  timeConfirmed,
  placedAt,
}: PurchasedTickets): DeliveryEstimate {
  const inHandAt = instantOf(inHandDate, timeZone)
  const event = instantOf(eventLocalAt, timeZone)
  const latest = event - (timeConfirmed ? lastDeliveryHours * hour : 0)
  const usual = Math.max(inHandAt, placedAt.getTime()) + usualDeliveryHours * hour
  const isLate = usual > latest || event - placedAt.getTime() <= usualDeliveryHours * hour
  return isLate
    ? { rule: 'before_event', expectedBy: new Date(latest) }
    : { rule: 'after_in_hand', expectedBy: new Date(usual) }
}

const maxCachedInstants = 5000
const instantCache = new Map<string, number>()

// Order lists convert the same few dates repeatedly, and the conversion dominates the cost of a line.
function instantOf(local: string, timeZone: string): number {
  const key = `${timeZone} ${local}`
  const cached = instantCache.get(key)
  if (cached !== undefined) return cached
  const instant = toInstant(local, timeZone)
  if (!instant) throw new RangeError(`${local} is not a valid date`)
  if (instantCache.size >= maxCachedInstants) instantCache.clear()
  instantCache.set(key, instant.getTime())
  return instant.getTime()
}
