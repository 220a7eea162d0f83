import { sql } from 'kysely'
import { holdIsOpen } from '#api/db/predicates.ts'
import type { DbOrTx } from '#api/db/transaction.ts'

interface TakenBy {
  teamId: string
  now: Date
}

/**
 * Whether another listing of the team offers or has sold seats of `c`, a row with `id`, `event_id`, `section`, `place` and
 * `seats`.
 */
export const areSeatsTaken = ({ teamId, now }: TakenBy) => sql`exists (
  select from listings o
  where o.event_id = c.event_id and o.seller_team_id = ${teamId} and o.section = c.section and o."row" = c.place
    and o.id <> c.id and (
      seat_ranges(o.first_seat, o.last_seat, o.seats) && c.seats
        and (o.status = 'active' or exists (
          select from holds h where h.listing_id = o.id and ${holdIsOpen('h', now)}))
      or o.sold_seats && c.seats)
)`

/** Those of the listings that cannot go on sale together, because their seats are taken. Of two with one seat, the first can. */
export async function findTakenSeats(
  db: DbOrTx,
  ids: readonly string[],
  { teamId, now }: TakenBy,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    with candidate as materialized (
      select l.id, l.event_id, l.section, l."row" as place, seat_ranges(l.first_seat, l.last_seat, l.seats) as seats
      from listings l where l.id = any(${ids}) and l.seller_team_id = ${teamId} and l.first_seat is not null
    )
    select c.id from candidate c
    where ${areSeatsTaken({ teamId, now })} or exists (
      select from candidate other
      where other.id < c.id and other.event_id = c.event_id and other.section = c.section and other.place = c.place
        and other.seats && c.seats)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
