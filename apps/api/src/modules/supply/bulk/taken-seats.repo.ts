import type { ListingSeats } from '@terrace/domain/tickets/seats'
import { sql } from 'kysely'
import { holdIsOpen } from '#api/db/predicates.ts'
import type { DbOrTx } from '#api/db/transaction.ts'

interface TakenBy {
  teamId: string
  now: Date
}

/** Numbered seats that a listing would offer. */
export interface SeatsToOffer extends ListingSeats {
  listingId: string
  eventId: number
  section: string
  row: string
  /** Another listing of the team offers or has sold some of them. */
  isTaken: boolean
}

/** The seats of these listings of the team, by listing; those without seat numbers are missing. */
export async function readSeatsToOffer(
  db: DbOrTx,
  ids: readonly string[],
  { teamId, now }: TakenBy,
): Promise<Map<string, SeatsToOffer>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<SeatsToOffer>`
    with wanted as materialized (
      select l.id, l.event_id, l.section, l."row", l.first_seat, l.last_seat, l.seats,
        seat_ranges(l.first_seat, l.last_seat, l.seats) as ranges
      from listings l where l.id = any(${ids}) and l.seller_team_id = ${teamId} and l.first_seat is not null
    )
    select w.id as "listingId", w.event_id as "eventId", w.section, w."row", w.first_seat as first, w.last_seat as last,
      w.seats as list, exists (
        select from listings o
        where o.event_id = w.event_id and o.seller_team_id = ${teamId} and o.section = w.section
          and lower(o."row") = lower(w."row")
          and o.id <> w.id and (
            o.first_seat <= w.last_seat and o.last_seat >= w.first_seat
              and seat_ranges(o.first_seat, o.last_seat, o.seats) && w.ranges
              and (o.status = 'active' or exists (
                select from holds h where h.listing_id = o.id and ${holdIsOpen('h', now)}))
            or o.sold_seats && w.ranges)
      ) as "isTaken"
    from wanted w`.execute(db)
  return new Map(rows.map((seats) => [seats.listingId, seats]))
}
