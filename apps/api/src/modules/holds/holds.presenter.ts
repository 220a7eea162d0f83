import type { WireHeldLine, WireHold } from '@terrace/contracts/holds'
import { toWireMoney, toWirePercent } from '@terrace/contracts/wire-money'
import type { Money } from '@terrace/domain/money'
import { serviceFee } from '@terrace/domain/service-fee'
import type { HeldLine } from './hold.ts'
import type { TeamHold } from './team-holds.repo.ts'

interface Priced {
  listingId: string
  quantity: number
  price: Money
  feeBp: number
  expiresAt: Date
}

export function presentHeldLine(line: HeldLine): WireHeldLine {
  return presentLine(line.holdId, line)
}

/** A hold in the team's list (product.md §12). */
export function presentHold(hold: TeamHold): WireHold {
  const { event, listing } = hold
  return {
    ...presentLine(hold.id, hold),
    state: hold.state,
    ...(hold.quoteRef !== null && { quote_ref: hold.quoteRef }),
    event: {
      id: event.id,
      title: event.title,
      slug: event.slug,
      event_date_local: event.localAt,
      timezone: event.timeZone,
      time_confirmed: event.timeConfirmed,
      venue_name: event.venueName,
      city: event.city,
    },
    listing: {
      category_name: listing.categoryName,
      section: listing.section,
      row: listing.row,
      ticket_type: listing.ticketType,
      in_hand_date: listing.inHandDate,
      instant_download: listing.instantDownload,
      attendee_delivery_details_required: listing.attendeeDeliveryDetailsRequired,
      attendee_identification_details_required: listing.attendeeIdentificationDetailsRequired,
      seller_name: listing.sellerName,
      releasable: hold.releasable,
    },
  }
}

function presentLine(holdId: string, line: Priced): WireHeldLine {
  return {
    hold_id: holdId,
    listing_id: line.listingId,
    quantity: line.quantity,
    price: toWireMoney(line.price),
    service_fee: toWireMoney(serviceFee(line.price, line.feeBp)),
    service_fee_percent: toWirePercent(line.feeBp),
    expires_at: line.expiresAt.toISOString(),
  }
}
