import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

/** Tickets of a seller with the amounts that belong to the permission `price`. */
export interface PricedTickets {
  /** The listing that has them; `null` for a new one. */
  listingId: string | null
  eventId: number
  sellerTeamId: string
  section: string
  row: string
  firstSeat: number | null
  lastSeat: number | null
  seats: readonly number[] | null
  currency: string
  priceMinor: number
  costMinor: number | null
  floorMinor: number | null
  faceValueMinor: number | null
}

/**
 * Whether another listing of the seller, on sale or not, has or had tickets at this place with other amounts. Without seat
 * numbers on either side, any tickets of the row may be the same; without a row, any of the section.
 */
export async function hasOtherAmounts(db: DbOrTx, tickets: PricedTickets): Promise<boolean> {
  const { section, row, firstSeat, lastSeat, seats } = tickets
  const seatRanges = sql`seat_ranges(${firstSeat}::integer, ${lastSeat}::integer, ${seats}::integer[])`
  const { rows } = await sql`
    select from listings l
    cross join lateral (
      select coalesce(bool_or(c."before" ->> 'section' = ${section}), false) as was_in_section,
        coalesce(bool_or(lower(c."before" ->> 'row') in (lower(${row}), '')), false) as was_in_row,
        coalesce(bool_or(c."before" ?| array['first_seat', 'quantity']), false) as had_other_seats
      from listing_changes c where c.listing_id = l.id
    ) earlier
    where l.event_id = ${tickets.eventId} and l.seller_team_id = ${tickets.sellerTeamId}
      and l.id is distinct from ${tickets.listingId}::text
      and (l.price_minor, l.currency, l.cost_minor, l.floor_minor, l.face_value_minor) is distinct from
        (${tickets.priceMinor}::bigint, ${tickets.currency}::text, ${tickets.costMinor}::bigint,
          ${tickets.floorMinor}::bigint, ${tickets.faceValueMinor}::bigint)
      and (l.section = ${section} or earlier.was_in_section)
      and (${row} = '' or lower(l."row") in (lower(${row}), '') or earlier.was_in_row)
      and (${firstSeat}::integer is null or l.first_seat is null or earlier.had_other_seats
        or seat_ranges(l.first_seat, l.last_seat, l.seats) && ${seatRanges})
    limit 1`.execute(db)
  return rows.length > 0
}
