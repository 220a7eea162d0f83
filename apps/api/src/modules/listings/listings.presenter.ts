import type { WireListing } from '@terrace/contracts/listings'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { allInPrice } from '@terrace/domain/money/service-fee'
import type { PricedListing } from './listing.ts'

/** Presents a listing (product.md §9) without the seats that its seller hides. */
export function presentListing(
  { listing, price, splits, isNew }: PricedListing,
  serviceFeeBp: number,
): WireListing {
  const seats =
    listing.seatsHidden || listing.firstSeat === null || listing.lastSeat === null
      ? {}
      : {
          first_seat: listing.firstSeat,
          last_seat: listing.lastSeat,
          ...(listing.seats && { seats: [...listing.seats] }),
        }
  return {
    id: listing.id,
    event_id: listing.eventId,
    category: listing.category,
    section: listing.section,
    row: listing.row,
    ...seats,
    general_admission: listing.generalAdmission,
    ticket_type: listing.deliveryType,
    split_type: listing.splitType,
    quantity_limit: listing.quantityLimit,
    multiple_sale_unit: listing.multipleSaleUnit,
    available: Math.max(0, listing.available),
    splits: [...splits],
    proceed_price: toWireMoney(price),
    all_in_price: toWireMoney(allInPrice(price, serviceFeeBp)),
    original_price: toWireMoney(listing.price),
    face_value: listing.faceValue && toWireMoney(listing.faceValue),
    in_hand_date: listing.inHandDate,
    instant_download: listing.instantDownload,
    hospitality: listing.hospitality,
    attendee_delivery_details_required: listing.attendeeDeliveryDetailsRequired,
    attendee_identification_details_required: listing.attendeeIdentificationDetailsRequired,
    notes: [...listing.notes],
    seller: listing.seller,
    published_at: new Date(listing.publishedMs).toISOString(),
    is_new: isNew,
    version: listing.version,
  }
}
