import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import type { NewListing } from '../new-listing.ts'
import { lastSeatOf } from '../supply.repo.ts'

/** Whether the seller has withdrawn some of these seats at another price, so that adding them again changes their price. */
export async function hasRepricedSeats(tx: Tx, listing: NewListing): Promise<boolean> {
  const lastSeat = lastSeatOf(listing)
  if (listing.firstSeat === null || lastSeat === null) return false
  const { rows } = await sql`
    select from listings l
    where l.event_id = ${listing.eventId} and l.section = ${listing.section} and l."row" = ${listing.row}
      and l.seller_team_id = ${listing.sellerTeamId} and l.status = 'withdrawn'
      and (l.price_minor, l.currency) is distinct from (${listing.price.minor}::bigint, ${listing.price.currency}::text)
      and l.first_seat <= ${lastSeat} and l.last_seat >= ${listing.firstSeat}
      and seat_ranges(l.first_seat, l.last_seat, l.seats)
        && seat_ranges(${listing.firstSeat}::integer, ${lastSeat}::integer, ${listing.seats ?? null}::integer[])
    limit 1`.execute(tx)
  return rows.length > 0
}
