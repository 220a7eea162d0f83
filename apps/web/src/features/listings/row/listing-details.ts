import type { WireListing } from '@terrace/contracts/listings'
import { formatDate } from '@terrace/domain/time/dates'
import { deliveryLabel, detailedDeliveryLabel } from '@terrace/domain/tickets/delivery-types'
import { priceText } from '#web/lib/format/price.ts'
import { seatRange } from '#web/lib/format/seats.ts'
import { inHandText } from './compact-texts.ts'

/** For example `R 22 · 318–319`, with the parts that are known. */
export function seatsText(listing: WireListing): string {
  const row = listing.general_admission || listing.row === '' ? undefined : `R ${listing.row}`
  return (
    [row, seatRange(listing.first_seat, listing.last_seat, '–', listing.seats)].filter(Boolean).join(' · ') ||
    'Unreserved'
  )
}

/** The same for screen readers: `Row 22, seats 318 to 319`. */
export function seatsLabel(listing: WireListing): string {
  if (listing.general_admission) return 'General admission'
  const range = seatRange(listing.first_seat, listing.last_seat, ' to ', listing.seats)
  const row = listing.row === '' ? undefined : `Row ${listing.row}`
  const seats = range === undefined ? undefined : `${range.includes(' ') ? 'seats' : 'seat'} ${range}`
  return [row, seats].filter(Boolean).join(', ') || 'Unreserved'
}

interface DeliveryDetails {
  label: string
  timing: string
  /** For cards, without the year. */
  shortTiming: string
}

/** Delivery label (spec §9) and when the seller has the tickets; `today` is YYYY-MM-DD. */
export function deliveryDetails(listing: WireListing, today: string): DeliveryDetails {
  const label = deliveryLabel(listing.ticket_type)
  const { instant_download: isInstant, in_hand_date: day } = listing
  if (isInstant) return { label, timing: 'instant', shortTiming: 'instant' }
  if (day <= today) return { label, timing: 'in hand', shortTiming: 'in hand' }
  return {
    label,
    timing: `from ${formatDate(day) ?? day}`,
    shortTiming: `from ${inHandText(listing, today)}`,
  }
}

export type NoteKind = 'benefit' | 'restriction' | 'information' | 'delivery' | 'identity' | 'single'

export interface ListingNote {
  kind: NoteKind
  text: string
}

/** Exact texts of spec §9. */
const benefitTexts = {
  delivery: 'Attendee delivery details required',
  identity: 'Attendee identification details required',
  single:
    'Single seat(s) - these seats are non-consecutive and will be split across the category/section/block listed',
} as const

/** The seller's notes followed by the texts of spec §9. */
export function listingNotes(listing: WireListing): ListingNote[] {
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

/** Attributes shown in an expanded row: delivery, seller and terms of sale. */
export function detailAttributes(listing: WireListing, today: string): { name: string; text: string }[] {
  const { face_value, original_price, proceed_price } = listing
  return [
    { name: 'Delivery', text: detailedDeliveryLabel(listing.ticket_type) },
    { name: 'Tickets', text: capitalise(deliveryDetails(listing, today).timing) },
    { name: 'Category', text: listing.category.name },
    { name: 'Seller', text: listing.seller.name },
    { name: 'Sale terms', text: saleTerms(listing) },
    ...(face_value ? [{ name: 'Face value', text: priceText(face_value) }] : []),
    ...(original_price.currency === proceed_price.currency
      ? []
      : [{ name: 'Seller’s price', text: priceText(original_price) }]),
  ]
}

/** For example `Sell In Multiples of 2, max 6 per purchase`. */
function saleTerms({ split_type, multiple_sale_unit, quantity_limit }: WireListing): string {
  const unit = split_type === 'Sell In Multiples' && multiple_sale_unit !== null
  return [
    unit ? `${split_type} of ${multiple_sale_unit}` : split_type,
    quantity_limit === null ? undefined : `max ${quantity_limit} per purchase`,
  ]
    .filter(Boolean)
    .join(', ')
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The quantity selected by default: the requested one or 2, else the closest that is allowed. */
export function preferredQuantity(splits: readonly number[], minQuantity: number): number | null {
  const preferred = Math.max(minQuantity, 2)
  return splits.find((split) => split >= preferred) ?? splits.at(-1) ?? null
}
