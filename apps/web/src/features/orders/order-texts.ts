import type { issueKinds, WireOrder, WireOrderWhole } from '@terrace/contracts/orders'
import { parseDeliveryType, secondDeliveryLabel } from '@terrace/domain/delivery-types'
import { orderStateLabel, type OrderLineState } from '@terrace/domain/order-lifecycle'
import { onOwnClock } from '#web/lib/own-clock.ts'
import type { Tone } from '#web/ui/badge.tsx'

export type OrderLine = WireOrder['lines'][number]
/** With its tickets, attendees and history. */
export type WholeLine = WireOrderWhole['lines'][number]
type WireStatus = WireOrder['status']

// The wire keeps the spec's spelling of one of them (product.md §10).
const states: Readonly<Record<WireStatus, OrderLineState>> = {
  Confirmed: 'confirmed',
  Fullfilled: 'fulfilled',
  Cancelled: 'cancelled',
}
const tones: Readonly<Record<OrderLineState, Tone>> = {
  confirmed: 'info',
  fulfilled: 'ok',
  cancelled: 'danger',
}

/** The word and the colour of a status: each of the three has its own (spec §4). */
export function statusLook(status: WireStatus): { label: string; tone: Tone } {
  const state = states[status]
  return { label: orderStateLabel(state), tone: tones[state] }
}

/** When it was placed, on the reader's own clock: '05 Dec 26, 17:30'. */
export function placedText(placedAt: string): string {
  return onOwnClock(placedAt)
}

/** The event of the first line, and how many others there are: 'Arsenal v Chelsea and 1 more event'. */
export function eventsText({ lines }: WireOrder): string {
  const titles = [...new Map(lines.map(({ event }) => [event.id, event.title])).values()]
  const [first = '', ...others] = titles
  if (others.length === 0) return first
  return `${first} and ${others.length} more ${others.length === 1 ? 'event' : 'events'}`
}

/** 'Lower tier · Block 25 · Row 7 · Seats 401–403', as far as it is known. */
export function placeText({ category_name, section, row, first_seat, last_seat }: OrderLine): string {
  const seats =
    first_seat === null || last_seat === null
      ? null
      : first_seat === last_seat
        ? `Seat ${first_seat}`
        : `Seats ${first_seat}–${last_seat}`
  const parts = [category_name, section, row === '' ? null : `Row ${row}`, seats]
  return [...new Set(parts.filter((part) => part !== null && part !== ''))].join(' · ')
}

/** What the buyer will receive, by spec §9's second labelling. */
export function deliveryText({ ticket_type }: OrderLine): string {
  const type = parseDeliveryType(ticket_type)
  return type === null ? ticket_type : secondDeliveryLabel(type)
}

export type IssueKind = (typeof issueKinds)[number]

const issues: Readonly<Record<IssueKind, string>> = {
  not_received: 'Tickets not received',
  wrong_tickets: 'Wrong tickets',
  wrong_seats: 'Wrong seats',
  file_unreadable: 'A file does not open',
  not_admitted: 'Not admitted at the gate',
  other: 'Something else',
}

/** What a report is about, as a buyer reads it. */
export function issueText(kind: IssueKind): string {
  return issues[kind]
}

/** 'Ticket 2', or what serves the whole line. */
export function ticketText({ ticket }: { ticket: number | null }): string {
  return ticket === null ? 'All tickets' : `Ticket ${ticket}`
}

/** '84 kB', '1.2 MB'. */
export function sizeText(bytes: number): string {
  const kilobytes = bytes / 1000
  return kilobytes < 1000 ? `${Math.max(1, Math.round(kilobytes))} kB` : `${(kilobytes / 1000).toFixed(1)} MB`
}

export interface SellerPart<Line extends OrderLine> {
  seller: OrderLine['seller']
  lines: Line[]
}

/** The lines by seller, in the order in which the sellers first appear. */
export function partsBySeller<Line extends OrderLine>(lines: readonly Line[]): SellerPart<Line>[] {
  const parts = new Map<string, SellerPart<Line>>()
  for (const line of lines) {
    const part = parts.get(line.seller.id) ?? { seller: line.seller, lines: [] }
    part.lines.push(line)
    parts.set(line.seller.id, part)
  }
  return [...parts.values()]
}
