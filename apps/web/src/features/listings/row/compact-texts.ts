import type { WireListing } from '@terrace/contracts/listings'
import { fromWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { formatMoney, money } from '@terrace/domain/money/money'
import { deliveryLabel, type DeliveryType } from '@terrace/domain/tickets/delivery-types'
import { rememberByText } from '#web/features/listings/seat-map/remember-by-text.ts'
import { seatRange } from '#web/lib/format/seats.ts'

const shortDeliveries: Partial<Record<DeliveryType, string>> = {
  'mobile-link': 'Mobile link',
  'local-delivery': 'Local',
  'season-cards': 'Season card',
}

/** A label for a narrow cell and the label of spec §9. */
export function shortDelivery(type: DeliveryType): { short: string; full: string } {
  const full = deliveryLabel(type)
  return { short: shortDeliveries[type] ?? full, full }
}

/** `318–319`, `hidden` when the seller hides them, `Standing` for general admission. */
export function seatsCell({
  general_admission: isStanding,
  first_seat,
  last_seat,
  seats,
}: WireListing): string {
  return isStanding ? 'Standing' : (seatRange(first_seat, last_seat, '–', seats) ?? 'Hidden')
}

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Formatting a date is slow, and few days occur in a list. */
const dayText = rememberByText((day) => dayAndMonth.format(new Date(`${day}T00:00:00Z`)))

/** `Instant`, `Now` or the day from which the seller has the tickets, such as `25 Nov`. */
export function inHandText({ instant_download, in_hand_date: day }: WireListing, today: string): string {
  if (instant_download) return 'Instant'
  return day <= today ? 'Now' : dayText(day)
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

function ageParts(publishedAt: string, now: number): { count: number; unit: 'minute' | 'hour' | 'day' } {
  const ms = Math.max(0, now - Date.parse(publishedAt))
  if (ms < hourMs) return { count: Math.floor(ms / minuteMs), unit: 'minute' }
  if (ms < dayMs) return { count: Math.floor(ms / hourMs), unit: 'hour' }
  return { count: Math.floor(ms / dayMs), unit: 'day' }
}

/** Time since publication, such as `40 m`, `9 h` or `6 d`. */
export function ageText(publishedAt: string, now: number): string {
  const { count, unit } = ageParts(publishedAt, now)
  return `${count} ${unit.charAt(0)}`
}

/** The same for screen readers: `6 days`. */
export function ageLabel(publishedAt: string, now: number): string {
  const { count, unit } = ageParts(publishedAt, now)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** By how much a price changed, without its sign. */
export function priceDifference(previous: WireMoney, current: WireMoney): { text: string; isLower: boolean } {
  const before = fromWireMoney(previous)
  const after = fromWireMoney(current)
  const minor = after.minor - before.minor
  return { text: formatMoney(money(Math.abs(minor), after.currency)), isLower: minor < 0 }
}
