import { sql } from 'kysely'
import { holdIsOpen } from '#api/db/predicates.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { StoredListing } from './listing-values.ts'

export interface ListingChoice {
  sellerTeamId: string
  externalIds: readonly string[]
  listingIds: readonly string[]
}

const columns = sql`l.id, l.external_id, l.event_id, l.section, l."row", l.first_seat, l.last_seat, l.seats, l.seats_hidden,
  l.general_admission, l.ticket_type, l.split_type, l.quantity_limit, l.multiple_sale_unit, l.split_quantities, l.quantity,
  l.shown_quantity, l.price_minor, l.currency, l.cost_minor, l.floor_minor, l.face_value_minor,
  to_char(l.in_hand_date, 'YYYY-MM-DD') as in_hand_date, l.in_hand_days_before, l.instant_download, l.notes, l.internal_notes, l.tags, l.status,
  l.sold, l.version, l.revision`

/** The seller's listings with these numbers or ids. */
export async function readListings(
  db: DbOrTx,
  { sellerTeamId, externalIds, listingIds }: ListingChoice,
): Promise<StoredListing[]> {
  const { rows } = await sql<StoredListing>`
    select ${columns} from listings l
    where l.seller_team_id = ${sellerTeamId}
      and (l.external_id = any(${externalIds}::text[]) or l.id = any(${listingIds}::text[]))`.execute(db)
  return rows
}

/** As {@link readListings}; locks them in the order of their ids, as every command does. */
export async function lockListings(
  tx: Tx,
  { sellerTeamId, externalIds, listingIds }: ListingChoice,
): Promise<StoredListing[]> {
  const { rows } = await sql<StoredListing>`
    select ${columns} from listings l
    where l.seller_team_id = ${sellerTeamId}
      and (l.external_id = any(${externalIds}::text[]) or l.id = any(${listingIds}::text[]))
    order by l.id for update`.execute(tx)
  return rows
}

export interface HeldAndSold {
  /** Tickets in holds and unpaid orders. */
  held: number
  /** Tickets sold after the given time, and in the minutes before it. */
  soldSince: number
  soldJustBefore: number
}

/**
 * What buyers have of these listings. Must run after the lock, in its own statement: a statement that waits for the lock
 * does not see holds committed during the wait.
 */
export async function readHeldAndSold(
  db: DbOrTx,
  listingIds: readonly string[],
  { since, graceMinutes }: { since: Date; graceMinutes: number },
): Promise<Map<string, HeldAndSold>> {
  const justBefore = new Date(since.getTime() - graceMinutes * 60_000)
  const { rows } = await sql<HeldAndSold & { id: string }>`
    select c.id,
      (select coalesce(sum(h.quantity), 0)::int from holds h
        where h.listing_id = c.id and ${holdIsOpen('h')}) as held,
      coalesce(sum(s.quantity) filter (where s.placed_at > ${since}), 0)::int as "soldSince",
      coalesce(sum(s.quantity) filter (where s.placed_at <= ${since}), 0)::int as "soldJustBefore"
    from unnest(${listingIds}::text[]) as c(id)
    left join lateral (
      select line.quantity, o.placed_at from order_lines line join orders o on o.id = line.order_id
      where line.listing_id = c.id and line.state <> 'cancelled' and o.placed_at > ${justBefore}
    ) s on true
    group by c.id`.execute(db)
  return new Map(rows.map(({ id, ...heldAndSold }) => [id, heldAndSold]))
}

export interface SeatsWanted {
  listingId: string
  eventId: number
  section: string
  row: string
  firstSeat: number
  lastSeat: number
  /** Every seat, unless they are adjacent. */
  seats: readonly number[] | null
}

/**
 * Which of these listings want seats that another listing of the seller offers or has sold, by listing id with the other
 * one's id.
 */
export async function findTakenSeatsOfMany(
  tx: Tx,
  sellerTeamId: string,
  wanted: readonly SeatsWanted[],
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ wanted: string; taken: string }>`
    select w."listingId" as wanted, min(l.id) as taken
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as w("listingId" text, "eventId" integer, section text, "row" text, "firstSeat" integer, "lastSeat" integer, seats integer[])
    cross join lateral (select seat_ranges(w."firstSeat", w."lastSeat", w.seats) as ranges) asked
    join listings l on l.event_id = w."eventId" and l.seller_team_id = ${sellerTeamId} and l.section = w.section
      and lower(l."row") = lower(w."row") and l.id <> w."listingId"
    where l.first_seat <= w."lastSeat" and l.last_seat >= w."firstSeat" and (l.status = 'active' or exists (
        select from holds h where h.listing_id = l.id and ${holdIsOpen('h')}))
        and seat_ranges(l.first_seat, l.last_seat, l.seats) && asked.ranges
      or l.sold_seats && asked.ranges
    group by w."listingId"`.execute(tx)
  return new Map(rows.map((row) => [row.wanted, row.taken]))
}

/** Serialises a seller's commands for these events, as `lockSellerSeats` does for one. */
export async function lockSeatsOfEvents(
  tx: Tx,
  sellerTeamId: string,
  eventIds: readonly number[],
): Promise<void> {
  const keys = [...new Set(eventIds)]
    .toSorted((left, right) => left - right)
    .map((id) => ({ name: `seats/${id}/${sellerTeamId}`, id }))
  if (keys.length === 0) return
  await sql`
    select pg_advisory_xact_lock(hashtext(k.name), k.id)
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(name text, id integer)`.execute(tx)
}
