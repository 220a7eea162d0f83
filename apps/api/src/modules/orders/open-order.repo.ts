import type { DeliveryType } from '@terrace/domain/delivery-types'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'
import type { LineFacts } from './order.ts'

interface Row extends Omit<LineFacts, 'seats'> {
  number: string
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

/**
 * With what an order begins: the next order number, short enough to say on the telephone and never used twice, and what the
 * listings are now and which of their seats are sold; the caller has their rows locked.
 */
export async function openOrder(
  tx: Tx,
  listingIds: readonly string[],
): Promise<{ number: string; sellable: Map<string, SellableFacts> }> {
  // The number stands in a query of its own: there it is drawn once, not once a row.
  const { rows } = await sql<Row>`
    select (select nextval('order_numbers')::text) as number, listing_id as "listingId", event_title as "eventTitle",
      event_slug as "eventSlug", event_local_at as "eventLocalAt", time_confirmed as "timeConfirmed", time_zone as "timeZone",
      venue_name as "venueName", city, category_name as "categoryName", section, "row", seats_hidden as "seatsHidden",
      ticket_type as "ticketType", in_hand_date as "inHandDate", seller_name as "sellerName", first_seat as "firstSeat",
      last_seat as "lastSeat", seats_taken as "seatsTaken"
    from facts_of_listings(${listingIds})`.execute(tx)
  return {
    number: rows[0]?.number ?? '',
    sellable: new Map(rows.map(({ listingId, ...row }) => [listingId, toSellable(row)])),
  }
}

function toSellable({ firstSeat, lastSeat, seatsTaken, ...row }: Omit<Row, 'listingId'>): SellableFacts {
  const { number: _number, ...facts } = row
  return { facts, firstSeat, lastSeat, taken: new Set(seatsTaken) }
}
