import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { isOnSale } from '@terrace/domain/lifecycles/event-status'
import { money } from '@terrace/domain/money/money'
import { sellerProceeds } from '@terrace/domain/money/seller-proceeds'
import { allowedQuantities } from '@terrace/domain/tickets/split-rules'
import type { InventoryEvent, InventoryRow } from './inventory.repo.ts'

export function presentInventoryRow(row: InventoryRow, now: Date): WireInventoryRow {
  const amount = (minor: number) => toWireMoney(money(minor, row.currency))
  const optionalAmount = (minor: number | null) => (minor === null ? null : amount(minor))
  const price = money(row.priceMinor, row.currency)
  const ownHold = presentOwnHold(row, now)
  const isPublished = row.status === 'active'
  const isEventOnSale = isOnSale({ status: row.eventStatus, startsAt: row.startsAt }, now)
  const free =
    isPublished && isEventOnSale
      ? Math.max(0, row.quantity - row.sold - row.held - (ownHold?.quantity ?? 0))
      : 0
  const shown = row.shownQuantity ?? Infinity
  const limit = Math.min(row.quantityLimit ?? Infinity, shown)
  return {
    id: row.id,
    external_id: row.externalId,
    event: presentInventoryEvent(row, now),
    category: { id: row.categoryId, name: row.category },
    section: row.section,
    row: row.row,
    first_seat: row.firstSeat,
    last_seat: row.lastSeat,
    seats: row.seats,
    seats_hidden: row.seatsHidden,
    general_admission: row.generalAdmission,
    quantity: row.quantity,
    sold: row.sold,
    held: row.held,
    own_hold: ownHold,
    shown_quantity: row.shownQuantity,
    offered: Math.min(free, shown),
    split_type: row.splitType,
    quantity_limit: row.quantityLimit,
    multiple_sale_unit: row.multipleSaleUnit,
    split_quantities: row.splitQuantities,
    splits: allowedQuantities({
      splitType: row.splitType,
      free,
      limit: limit === Infinity ? null : limit,
      unit: row.multipleSaleUnit,
      quantities: row.splitQuantities,
    }),
    price: toWireMoney(price),
    proceeds: toWireMoney(sellerProceeds(price)),
    cost: optionalAmount(row.costMinor),
    floor: optionalAmount(row.floorMinor),
    face_value: optionalAmount(row.faceValueMinor),
    in_hand_date: row.inHandDate,
    in_hand_days_before: row.inHandDaysBefore,
    is_in_hand: row.isInHand,
    ticket_type: row.deliveryType,
    instant_download: row.instantDownload,
    hospitality: row.hospitality,
    attendee_delivery_details_required: row.deliveryDetails,
    attendee_identification_details_required: row.identificationDetails,
    notes: row.notes,
    internal_notes: row.internalNotes,
    tags: row.tags,
    published: isPublished,
    status: row.sold >= row.quantity ? 'sold_out' : isPublished ? 'published' : 'unpublished',
    market: {
      lowest: optionalAmount(row.lowestMinor),
      rank: row.rank,
      count: row.compared ?? 0,
      past_sales:
        row.pastMedianMinor === null || row.pastSales === null
          ? null
          : { median: amount(row.pastMedianMinor), sales: row.pastSales },
    },
    version: row.revision,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}

/** `null` from its end on, before the job has removed it. */
function presentOwnHold(row: InventoryRow, now: Date): WireInventoryRow['own_hold'] {
  const { ownHoldQuantity: quantity, ownHoldUntil: until, ownHoldNote: note } = row
  if (quantity === null || until === null || until <= now) return null
  return { quantity, until: until.toISOString(), note }
}

export function presentInventoryEvent(event: InventoryEvent, now: Date): WireInventoryRow['event'] {
  return {
    id: event.eventId,
    title: event.eventTitle,
    slug: event.eventSlug,
    starts_at: event.startsAt.toISOString(),
    event_date_local: event.localAt,
    timezone: event.timezone,
    time_confirmed: event.timeConfirmed,
    venue_name: event.venueName,
    city: event.city,
    is_on_sale: isOnSale({ status: event.eventStatus, startsAt: event.startsAt }, now),
  }
}
