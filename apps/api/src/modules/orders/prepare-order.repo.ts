import type { DeliveryType } from '@terrace/domain/tickets/delivery-types'
import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import type { LineSnapshot } from './order.ts'

interface ListingRow extends Omit<LineSnapshot, 'seats'> {
  number: string
  listingId: string
  deliveryType: DeliveryType
  firstSeat: number | null
  lastSeat: number | null
  seatsTaken: number[]
}

export interface SellableListing {
  snapshot: Omit<LineSnapshot, 'seats'>
  firstSeat: number | null
  lastSeat: number | null
  takenSeats: Set<number>
}

/**
 * Reads the next order number, the listings' current data and their sold seats. The caller has locked the listings.
 */
export async function prepareOrder(
  tx: Tx,
  listingIds: readonly string[],
): Promise<{ number: string; sellable: Map<string, SellableListing> }> {
  // A scalar subquery draws the sequence once; as a column it would draw one number per row.
  const { rows } = await sql<ListingRow>`
    select (select nextval('order_numbers')::text) as number, listing_id as "listingId", event_title as "eventTitle",
      event_slug as "eventSlug", event_local_at as "eventLocalAt", time_confirmed as "timeConfirmed", time_zone as "timeZone",
      venue_name as "venueName", city, category_name as "categoryName", section, "row", seats_hidden as "seatsHidden",
      ticket_type as "deliveryType", in_hand_date as "inHandDate", seller_name as "sellerName", first_seat as "firstSeat",
      last_seat as "lastSeat", seats_taken as "seatsTaken"
    from listing_snapshots(${listingIds})`.execute(tx)
  return {
    number: rows[0]?.number ?? '',
    sellable: new Map(rows.map(({ listingId, ...row }) => [listingId, toSellable(row)])),
  }
}

function toSellable({
  firstSeat,
  lastSeat,
  seatsTaken,
  ...row
}: Omit<ListingRow, 'listingId'>): SellableListing {
  const { number: _number, ...snapshot } = row
  return { snapshot, firstSeat, lastSeat, takenSeats: new Set(seatsTaken) }
}
