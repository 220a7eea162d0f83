import type { WireListing } from '@terrace/contracts/listings'
import { formatDate } from '@terrace/domain/dates'
import { deliveryLabel, secondDeliveryLabel } from '@terrace/domain/delivery-types'
import { formatTickets } from '@terrace/domain/tickets'
import { priceText } from '#web/lib/price.ts'

/** `R 22 · 318–319`; only what is known of row and seats. */
export function seatsText(listing: WireListing): string {
  const row = listing.general_admission || listing.row === '' ? undefined : `R ${listing.row}`
  return [row, seatRange(listing, '–')].filter(Boolean).join(' · ') || 'Unreserved'
}

/** The same for the ear: `Row 22, seats 318 to 319`. */
export function spokenSeats(listing: WireListing): string {
  if (listing.general_admission) return 'General admission'
  const range = seatRange(listing, ' to ')
  const row = listing.row === '' ? undefined : `Row ${listing.row}`
  const seats = range === undefined ? undefined : `${range.includes(' ') ? 'seats' : 'seat'} ${range}`
  return [row, seats].filter(Boolean).join(', ') || 'Unreserved'
}

function seatRange({ first_seat, last_seat }: WireListing, to: string): string | undefined {
  if (first_seat === undefined) return undefined
  return last_seat === undefined || last_seat === first_seat
    ? String(first_seat)
    : `${first_seat}${to}${last_seat}`
}

/** Label of the delivery type (spec §9), and when the seller has the tickets; `today` is YYYY-MM-DD. */
export function deliveryFacts(listing: WireListing, today: string): { label: string; when: string } {
  const label = deliveryLabel(listing.ticket_type)
  if (listing.instant_download) return { label, when: 'instant' }
  if (listing.in_hand_date <= today) return { label, when: 'in hand' }
  return { label, when: `from ${formatDate(listing.in_hand_date) ?? listing.in_hand_date}` }
}

export type NoteKind = 'benefit' | 'restriction' | 'information' | 'delivery' | 'identity' | 'single'

export interface NoteFact {
  kind: NoteKind
  text: string
}

/** Benefit texts of spec §9, to the letter. */
const benefitTexts = {
  delivery: 'Attendee delivery details required',
  identity: 'Attendee identification details required',
  single:
    'Single seat(s) - these seats are non-consecutive and will be split across the category/section/block listed',
} as const

/** All that a buyer must know of a listing besides its place and price: the seller's notes, then spec §9's texts. */
export function noteFacts(listing: WireListing): NoteFact[] {
  return [
    ...listing.notes.map(({ kind, text }) => ({ kind, text })),
    ...(listing.attendee_delivery_details_required
      ? [{ kind: 'delivery' as const, text: benefitTexts.delivery }]
      : []),
    ...(listing.attendee_identification_details_required
      ? [{ kind: 'identity' as const, text: benefitTexts.identity }]
      : []),
    ...(listing.split_type === 'Single Seats'
      ? [{ kind: 'single' as const, text: benefitTexts.single }]
      : []),
  ]
}

/** What an opened row tells besides its line: what will be received, and on which terms it is sold. */
export function detailFacts(listing: WireListing, today: string): { name: string; text: string }[] {
  const { face_value, original_price, proceed_price } = listing
  return [
    { name: 'Delivery', text: secondDeliveryLabel(listing.ticket_type) },
    { name: 'Tickets', text: capitalised(deliveryFacts(listing, today).when) },
    { name: 'Category', text: listing.category.name },
    { name: 'Seller', text: listing.seller.name },
    { name: 'Sold', text: saleTerms(listing) },
    ...(face_value ? [{ name: 'Face value', text: priceText(face_value) }] : []),
    ...(original_price.currency === proceed_price.currency
      ? []
      : [{ name: 'Seller’s price', text: priceText(original_price) }]),
  ]
}

/** `Sell In Multiples of 2, at most 6 tickets at once`. */
function saleTerms({ split_type, multiple_sale_unit, quantity_limit }: WireListing): string {
  const unit = split_type === 'Sell In Multiples' && multiple_sale_unit !== null
  return [
    unit ? `${split_type} of ${multiple_sale_unit}` : split_type,
    quantity_limit === null ? undefined : `at most ${formatTickets(quantity_limit)} at once`,
  ]
    .filter(Boolean)
    .join(', ')
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The quantity that a row offers first: as many as were asked for, or two, or what comes next to it. */
export function preferredQuantity(splits: readonly number[], asked: number): number | null {
  const wanted = Math.max(asked, 2)
  return splits.find((split) => split >= wanted) ?? splits.at(-1) ?? null
}
