import type { WireOrder } from '@terrace/contracts/order-shapes'
import type { WireOrderDetail } from '@terrace/contracts/orders'
import { parseDeliveryType, detailedDeliveryLabel } from '@terrace/domain/tickets/delivery-types'
import { orderStateLabel, type OrderLineState } from '@terrace/domain/lifecycles/order-lifecycle'
import { formatDateTime, formatEventDate } from '@terrace/domain/time/dates'
import { toLocal } from '@terrace/domain/time/time-zones'
import { locationText, seatRange } from '#web/lib/format/seats.ts'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import type { Tone } from '#web/ui/data-display/badge.tsx'

export type OrderLine = WireOrder['lines'][number]
/** A line with its tickets, attendees and history. */
export type FullOrderLine = WireOrderDetail['lines'][number]
type WireStatus = WireOrder['status']

// The wire keeps the spec's spelling `Fullfilled` (product.md §10).
const states: Readonly<Record<WireStatus, OrderLineState>> = {
  Confirmed: 'confirmed',
  Fullfilled: 'delivered',
  Cancelled: 'cancelled',
}
const tones: Readonly<Record<OrderLineState, Tone>> = {
  confirmed: 'info',
  delivered: 'ok',
  cancelled: 'danger',
}

/** Label and colour of a status; each status has its own (spec §4). */
export function statusStyle(status: WireStatus): { label: string; tone: Tone } {
  const state = states[status]
  return { label: orderStateLabel(state), tone: tones[state] }
}

/** Section, row and seats of each line: 'M4 · 9 · 21–22, 112 · 22'. */
export function seatsText({ lines }: WireOrder): string {
  return lines.map(locationText).join(', ')
}

/** The day of the first event: 'Sat 05 Dec 26'. */
export function eventDayText({ lines }: WireOrder): string {
  const [first] = lines.map(({ event }) => event.event_date_local).toSorted()
  return formatEventDate({ local: first, timeConfirmed: false })?.split(',')[0] ?? ''
}

/** The earliest delivery that is outstanding, or `null`. */
function nextDelivery({ lines }: WireOrder): { at: number; timeZone: string } | null {
  const outstanding = lines
    .filter(({ status }) => status === 'Confirmed')
    .map(({ delivery, event }) => ({ at: Date.parse(delivery.expected_by), timeZone: event.timezone }))
  return outstanding.toSorted((left, right) => left.at - right.at)[0] ?? null
}

/** The order's status; 'Late' and partial deliveries replace 'Confirmed'. */
export function deliveryState(order: WireOrder, now: number): { label: string; tone: Tone } {
  const next = nextDelivery(order)
  if (order.status !== 'Confirmed' || next === null) return statusStyle(order.status)
  if (next.at < now) return { label: 'Late', tone: 'danger' }
  const due = order.lines.filter(({ status }) => status !== 'Cancelled')
  const delivered = ticketsOf(due.filter(({ status }) => status === 'Fullfilled'))
  return delivered === 0
    ? statusStyle(order.status)
    : { label: `${delivered} of ${ticketsOf(due)} ready`, tone: 'info' }
}

const ticketsOf = (lines: readonly OrderLine[]) => lines.reduce((total, { quantity }) => total + quantity, 0)

const hourMs = 3_600_000

/**
 * When the next delivery is due, by the venue's clock: '3 h late', 'Today 18:00', '24 Nov 26, 12:00' within two days,
 * else '03 Dec 26'.
 */
export function deadlineText(
  order: WireOrder,
  now: number,
): { text: string; tone: 'danger' | 'signal' | 'neutral' } | null {
  const next = nextDelivery(order)
  if (next === null) return null
  const hoursLeft = (next.at - now) / hourMs
  if (hoursLeft < 0) {
    const late = Math.max(1, Math.floor(-hoursLeft))
    return { text: late < 48 ? `${late} h late` : `${Math.floor(late / 24)} days late`, tone: 'danger' }
  }
  const [due, today] = [toLocal(next.at, next.timeZone), toLocal(now, next.timeZone)]
  const text = formatDateTime(due) ?? ''
  if (hoursLeft >= 48) return { text: text.split(',')[0] ?? '', tone: 'neutral' }
  const isToday = due?.slice(0, 10) === today?.slice(0, 10)
  return { text: isToday ? `Today ${due?.slice(11, 16) ?? ''}` : text, tone: 'signal' }
}

/** When the order was placed, in the viewer's time zone: '05 Dec 26, 17:30'. */
export function placedAtText(placedAt: string): string {
  return inViewerTimeZone(placedAt)
}

/** The first line's event and the number of other events: 'Arsenal v Chelsea and 1 more event'. */
export function eventsText({ lines }: WireOrder): string {
  const titles = [...new Map(lines.map(({ event }) => [event.id, event.title])).values()]
  const [first = '', ...others] = titles
  if (others.length === 0) return first
  return `${first} and ${others.length} more ${others.length === 1 ? 'event' : 'events'}`
}

/** The known parts of a location: 'Lower tier · Block 25 · Row 7 · Seats 401–403'. */
export function seatLabel({
  category_name,
  section,
  row,
  first_seat,
  last_seat,
  seats: list,
}: OrderLine): string {
  const range = seatRange(first_seat, last_seat, '–', list)
  const seats = range && `${/[–,]/.test(range) ? 'Seats' : 'Seat'} ${range}`
  const parts = [category_name, section, row && `Row ${row}`, seats]
  return [...new Set(parts.filter(Boolean))].join(' · ')
}

/** The delivery type in the spec's second label set (spec §9). */
export function deliveryText({ ticket_type }: OrderLine): string {
  const type = parseDeliveryType(ticket_type)
  return type === null ? ticket_type : detailedDeliveryLabel(type)
}

/** 'Ticket 2', or 'All tickets' when the file covers the whole line. */
export function ticketText({ ticket }: { ticket: number | null }): string {
  return ticket === null ? 'All tickets' : `Ticket ${ticket}`
}

export interface SellerGroup<Line extends OrderLine> {
  seller: OrderLine['seller']
  lines: Line[]
}

/** Groups lines by seller, in order of first appearance. */
export function groupBySeller<Line extends OrderLine>(lines: readonly Line[]): SellerGroup<Line>[] {
  const parts = new Map<string, SellerGroup<Line>>()
  for (const line of lines) {
    const part = parts.get(line.seller.id) ?? { seller: line.seller, lines: [] }
    part.lines.push(line)
    parts.set(line.seller.id, part)
  }
  return [...parts.values()]
}
