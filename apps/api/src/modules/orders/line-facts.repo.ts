import type { DeliveryType } from '@terrace/domain/delivery-types'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'
import type { LineFacts } from './order.ts'

interface Row extends Omit<LineFacts, 'seats'> {
  listingId: string
  ticketType: DeliveryType
  firstSeat: number | null
  lastSeat: number | null
  seatsTaken: number[]
}

export interface SellableFacts {
  facts: Omit<LineFacts, 'seats'>
  firstSeat: number | null
  lastSeat: number | null
  taken: Set<number>
}

/** What the listings are now, and which of their seats are sold; the caller has their rows locked. */
export async function readFactsOfListings(
  tx: Tx,
  listingIds: readonly string[],
): Promise<Map<string, SellableFacts>> {
  const { rows } = await sql<Row>`
    select listing_id as "listingId", event_title as "eventTitle", event_slug as "eventSlug", event_local_at as "eventLocalAt",
      time_confirmed as "timeConfirmed", time_zone as "timeZone", venue_name as "venueName", city,
      category_name as "categoryName", section, "row", seats_hidden as "seatsHidden", ticket_type as "ticketType",
      in_hand_date as "inHandDate", seller_name as "sellerName", first_seat as "firstSeat", last_seat as "lastSeat",
      seats_taken as "seatsTaken"
    from facts_of_listings(${listingIds})`.execute(tx)
  return new Map(
    rows.map(({ listingId, firstSeat, lastSeat, seatsTaken, ...facts }) => [
      listingId,
      { facts, firstSeat, lastSeat, taken: new Set(seatsTaken) },
    ]),
  )
}
