import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { SeatsWanted } from '../batches/stored-listings.repo.ts'

/** Enough to recognise the row; the rest is not shown. */
const maxSeats = 20

/** A listing on sale that has tickets left, in a row that has a name: the same numbers without one may be other seats. */
const isOffered = sql`l.status = 'active' and l.sold < l.quantity and l."row" <> '' and l.first_seat is not null`

/** Buyers see tickets of it: some are neither held nor kept by the seller's own hold. */
const isSeenByBuyers = sql`(select free from listing_stock(array[l.id], clock_timestamp())) > 0`

const offeredSeats = sql`seat_ranges(l.first_seat, l.last_seat, l.seats) - l.sold_seats`

/**
 * Seats that other teams offer too, by the key of who wants them. Only what every buyer sees counts: listings on sale
 * with free tickets that show their seat numbers.
 */
export async function findSharedSeats(
  db: DbOrTx,
  teamId: string,
  wanted: readonly SeatsWanted[],
): Promise<Map<string, number[]>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ key: string; seats: number[] }>`
    with shared as (
      select w."listingId" as key, range_agg((${offeredSeats}) * asked.ranges) as ranges
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as w("listingId" text, "eventId" integer, section text, "row" text, "firstSeat" integer, "lastSeat" integer, seats integer[])
      cross join lateral (select seat_ranges(w."firstSeat", w."lastSeat", w.seats) as ranges) asked
      join listings l on l.event_id = w."eventId" and l.section = w.section
        and lower(l."row") = lower(w."row")
        and l.seller_team_id <> ${teamId} and not l.seats_hidden and ${isOffered}
        and l.first_seat <= w."lastSeat" and l.last_seat >= w."firstSeat"
        and (${offeredSeats}) && asked.ranges and ${isSeenByBuyers}
      group by w."listingId"
    )
    select key, array(
      select seat from unnest(ranges) run, generate_series(lower(run), upper(run) - 1) seat order by seat limit ${maxSeats}
    ) as seats from shared`.execute(db)
  return new Map(rows.map(({ key, seats }) => [key, seats]))
}

export interface SharedSeats {
  eventId: number
  eventTitle: string
  section: string
  row: string
  seats: number[]
  offers: { listingId: string; teamId: string; teamName: string }[]
}

/** Rows of coming events in which several teams offer a seat, hidden numbers included, for an operator. */
export async function listSharedSeats(
  db: DbOrTx,
  { eventId, now, limit }: { eventId: number | null; now: Date; limit: number },
): Promise<SharedSeats[]> {
  const { rows } = await sql<SharedSeats>`
    with offered as (
      select l.id, l.event_id, l.seller_team_id, l.section, l."row", ${offeredSeats} as ranges
      from listings l join events e on e.id = l.event_id
      where ${isOffered} and e.starts_at > ${now} and (${eventId}::integer is null or l.event_id = ${eventId})
    ), pairs as (
      select a.event_id, a.section, a."row", range_agg(a.ranges * b.ranges) as ranges,
        array_agg(distinct a.id) || array_agg(distinct b.id) as ids
      from offered a join offered b on b.event_id = a.event_id and b.section = a.section
        and lower(b."row") = lower(a."row")
        and b.seller_team_id > a.seller_team_id and b.ranges && a.ranges
      group by a.event_id, a.section, a."row" order by a.event_id, a.section, a."row" limit ${limit}
    )
    select p.event_id as "eventId", e.title as "eventTitle", p.section, p."row", array(
        select seat from unnest(p.ranges) run, generate_series(lower(run), upper(run) - 1) seat order by seat limit ${maxSeats}
      ) as seats, (
        select jsonb_agg(jsonb_build_object('listingId', l.id, 'teamId', t.id, 'teamName', t.name) order by l.created_at, l.id)
        from listings l join teams t on t.id = l.seller_team_id where l.id = any(p.ids)
      ) as offers
    from pairs p join events e on e.id = p.event_id order by e.starts_at, p.event_id, p.section, p."row"`.execute(
    db,
  )
  return rows
}
