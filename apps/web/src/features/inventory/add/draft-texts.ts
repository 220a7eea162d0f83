import type { DraftField, WireDraft, WireDraftEvent } from '@terrace/contracts/inventory-drafts'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatMoney } from '@terrace/domain/money/money'
import { deliveryLabel } from '@terrace/domain/tickets/delivery-types'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { formatDate, formatEventDate } from '@terrace/domain/time/dates'
import { seatRange } from '#web/lib/format/seats.ts'
import { importFieldNames } from '#web/features/inventory/import-field-names.ts'
import { splitText } from '#web/features/inventory/texts.ts'

/** Name of a field as the preview shows it. */
export function draftFieldName(field: DraftField): string {
  if (field === 'event') return 'Event'
  if (field === 'together') return 'Seats'
  return field === 'unknown' ? 'Row' : importFieldNames[field]
}

/** "Sat 28 Nov 2026, 15:00 · Emirates Stadium". */
export function eventDetail({ local_at: local, time_known: timeConfirmed, venue }: WireDraftEvent): string {
  return [formatEventDate({ local, timeConfirmed }), venue].filter(Boolean).join(' · ')
}

/** What a complete draft adds: "4 tickets · Block 12 · Row 8 · Seats 101–104 · £180.00 each · E-ticket · In hand now". */
export function listingFacts({ listing, proceeds }: WireDraft): string[] {
  if (!listing) return []
  const { price: amount, currency, row, first_seat: first, quantity } = listing
  const listed = listing.seats?.join(', ')
  const seats = first === null ? null : (listed ?? seatRange(first, first + quantity - 1))
  const price = formatMoney(fromWireMoney({ amount, currency }))
  const receives = proceeds && formatMoney(fromWireMoney(proceeds))
  const split = splitText(listing.split)
  return [
    formatTickets(quantity),
    listing.section,
    ...(listing.general_admission ? ['General admission'] : row === '' ? [] : [`Row ${row}`]),
    ...(seats === null ? [] : [`Seats ${seats}`]),
    `${price} each${receives && receives !== price ? `, you receive ${receives}` : ''}`,
    ...(typeof listing.cost === 'string'
      ? [`Cost ${formatMoney(fromWireMoney({ amount: listing.cost, currency }))}`]
      : []),
    ...(split === 'Any' ? [] : [`Split: ${split}`]),
    listing.instant_download ? 'Instant download' : deliveryLabel(listing.ticket_type),
    `In hand ${formatDate(listing.in_hand_date) ?? listing.in_hand_date}`,
    ...listing.notes.map(({ text }) => text),
  ]
}
