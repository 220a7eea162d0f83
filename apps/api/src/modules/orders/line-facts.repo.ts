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
    select l.id as "listingId", e.title as "eventTitle", e.slug as "eventSlug",
      to_char(e.local_at, 'YYYY-MM-DD"T"HH24:MI') as "eventLocalAt", e.time_confirmed as "timeConfirmed",
      v.timezone as "timeZone", v.name as "venueName", v.city, c.name as "categoryName", l.section, l."row", l.seats_hidden as "seatsHidden",
      l.ticket_type as "ticketType", l.in_hand_date as "inHandDate", t.name as "sellerName",
      l.first_seat as "firstSeat", l.last_seat as "lastSeat",
      array(
        -- Cancelled, a line keeps its seats from others for as long as its tickets are not on sale again.
        select seat::int from order_lines o join holds h on h.id = o.hold_id, jsonb_array_elements(o.facts -> 'seats') seat
        where o.listing_id = l.id and h.state = 'sold'
      ) as "seatsTaken"
    from listings l
    join events e on e.id = l.event_id
    join venues v on v.id = e.venue_id
    join seating_categories c on c.id = l.category_id
    join teams t on t.id = l.seller_team_id
    where l.id = any(${listingIds})`.execute(tx)
  return new Map(
    rows.map(({ listingId, firstSeat, lastSeat, seatsTaken, ...facts }) => [
      listingId,
      { facts, firstSeat, lastSeat, taken: new Set(seatsTaken) },
    ]),
  )
}
