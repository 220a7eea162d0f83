import type { WireHoldLine, WireHold } from '@terrace/contracts/holds'
import { toWireMoney, toWirePercent } from '@terrace/contracts/wire-money'
import type { Money } from '@terrace/domain/money/money'
import { serviceFee } from '@terrace/domain/money/service-fee'
import type { HoldCooldown } from './holds.repo.ts'
import type { PlacedLine } from './hold.ts'
import type { TeamHold } from './team-holds.repo.ts'

interface Priced {
  listingId: string
  quantity: number
  price: Money
  feeBp: number
  expiresAt: Date
}

export function presentPlacedLine(line: PlacedLine): WireHoldLine {
  return presentLine(line.holdId, line)
}

/** `accountId`: the viewer, for `is_me`. `cooldown`: tells whether the next hold is rejected once this one has ended unsold. */
export function presentHold(
  hold: TeamHold,
  { accountId, cooldown }: { accountId: string; cooldown: HoldCooldown | null },
): WireHold {
  const { event, listing, conversion } = hold
  return {
    ...presentLine(hold.id, hold),
    state: hold.state,
    ...(hold.releasing && {
      releasing: {
        quantity: hold.releasing.quantity,
        release_at: hold.releasing.at.toISOString(),
      },
    }),
    ...(hold.quoteId !== null && { quote_ref: hold.quoteId }),
    ...(conversion && {
      conversion: {
        original_price: toWireMoney(conversion.originalPrice),
        rate: conversion.rate,
        rate_date: conversion.rateDate,
      },
    }),
    next_hold_waits_minutes:
      cooldown && hold.earlierHolds + 1 >= cooldown.afterHolds ? cooldown.minutes : null,
    internal_note: hold.internalNote,
    quote: hold.quote && { title: hold.quote.title, client_name: hold.quote.clientName },
    held_by:
      hold.heldBy.name === null
        ? null
        : { name: hold.heldBy.name, is_me: hold.heldBy.accountId === accountId },
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
      first_seat: listing.firstSeat,
      last_seat: listing.lastSeat,
      ...(listing.seats && { seats: listing.seats }),
      ticket_type: listing.deliveryType,
      in_hand_date: listing.inHandDate,
      instant_download: listing.instantDownload,
      attendee_delivery_details_required: listing.attendeeDeliveryDetailsRequired,
      attendee_identification_details_required: listing.attendeeIdentificationDetailsRequired,
      seller_name: listing.sellerName,
      releasable: hold.releasable,
    },
  }
}

function presentLine(holdId: string, line: Priced): WireHoldLine {
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
