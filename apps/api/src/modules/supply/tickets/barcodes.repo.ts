import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

/** The barcodes of a listing's tickets that a file says are unsold, from low to high, as keyed hashes. */
export interface TicketBarcodes {
  listingId: string
  teamId: string
  eventId: number
  hashes: readonly string[]
}

const rowsOf = (barcodes: readonly TicketBarcodes[]) =>
  JSON.stringify(
    barcodes.flatMap(({ listingId, teamId, eventId, hashes }) =>
      hashes.map((hash, index) => ({ listingId, teamId, eventId, hash, place: index + 1 })),
    ),
  )

const rowShape = sql`"listingId" text, "teamId" text, "eventId" integer, hash text, place integer`

/**
 * Of these listings, those with a barcode that another ticket of the event has: by listing id, with the other listing when it
 * is the team's own. A barcode of the team's unsold tickets that are off sale may be used again.
 */
export async function findUsedBarcodes(
  db: DbOrTx,
  barcodes: readonly TicketBarcodes[],
): Promise<Map<string, string | null>> {
  if (barcodes.length === 0) return new Map()
  const { rows } = await sql<{ listingId: string; other: string | null }>`
    select c."listingId", max(l.id) filter (where l.seller_team_id = c."teamId") as other
    from jsonb_to_recordset(${rowsOf(barcodes)}::jsonb) as c (${rowShape})
    join listing_tickets t on t.event_id = c."eventId" and t.barcode_digest = decode(c.hash, 'hex')
      and t.listing_id <> c."listingId"
    join listings l on l.id = t.listing_id
    where t.state = 'sold' or l.status = 'active' or l.seller_team_id <> c."teamId"
    group by c."listingId"`.execute(db)
  return new Map(rows.map(({ listingId, other }) => [listingId, other]))
}

/**
 * Gives the barcodes to the unsold tickets of each listing, from low to high. The caller has locked the listings and the
 * barcodes are not used. Returns listings of which another process has used a barcode in the meantime.
 */
export async function saveBarcodes(tx: Tx, barcodes: readonly TicketBarcodes[]): Promise<Set<string>> {
  if (barcodes.length === 0) return new Set()
  const ids = barcodes.map(({ listingId }) => listingId)
  const data = rowsOf(barcodes)
  // Own tickets off sale give their barcodes up; those of these listings get the new ones.
  await sql`
    update listing_tickets t set barcode_digest = null
    from jsonb_to_recordset(${data}::jsonb) as c (${rowShape}), listings l
    where t.event_id = c."eventId" and t.barcode_digest = decode(c.hash, 'hex') and t.state = 'free'
      and l.id = t.listing_id and l.seller_team_id = c."teamId" and l.status <> 'active'`.execute(tx)
  await sql`
    update listing_tickets t set barcode_digest = null where t.listing_id = any(${ids}) and t.state = 'free'`.execute(
    tx,
  )
  const { rows } = await sql<{ listingId: string; saved: number }>`
    with code as materialized (
      select * from jsonb_to_recordset(${data}::jsonb) as c (${rowShape})
    ), unsold as materialized (
      select l.id, n as ordinal, row_number() over (partition by l.id order by n) as place,
        case when l.first_seat is null then null else coalesce(l.seats[n], l.first_seat + n - 1) end as seat
      from listings l cross join lateral generate_series(1, l.quantity) n
      where l.id = any(${ids})
        and not exists (select from listing_tickets t where t.listing_id = l.id and t.ordinal = n and t.state = 'sold')
    ), written as (
      insert into listing_tickets (listing_id, ordinal, seat, event_id, barcode_digest)
      select c."listingId", u.ordinal, u.seat, c."eventId", decode(c.hash, 'hex')
      from code c join unsold u on u.id = c."listingId" and u.place = c.place
      where not exists (select from listing_tickets t where t.listing_id = u.id and t.ordinal = u.ordinal)
      on conflict do nothing
      returning listing_id
    ), changed as (
      update listing_tickets t set barcode_digest = decode(c.hash, 'hex'), seat = u.seat
      from code c join unsold u on u.id = c."listingId" and u.place = c.place
      where t.listing_id = u.id and t.ordinal = u.ordinal
      returning t.listing_id
    )
    select id as "listingId", count(*)::integer as saved
    from (select listing_id from written union all select listing_id from changed) w (id) group by id`.execute(
    tx,
  )
  const saved = new Map(rows.map(({ listingId, saved: count }) => [listingId, count]))
  return new Set(
    barcodes.flatMap(({ listingId, hashes }) =>
      (saved.get(listingId) ?? 0) < hashes.length ? [listingId] : [],
    ),
  )
}

/** Of these listings, those whose unsold tickets have other barcodes. */
export async function readChangedBarcodes(
  db: DbOrTx,
  barcodes: readonly TicketBarcodes[],
): Promise<Set<string>> {
  if (barcodes.length === 0) return new Set()
  const { rows } = await sql<{ listingId: string }>`
    select c."listingId" from jsonb_to_recordset(${rowsOf(barcodes)}::jsonb) as c (${rowShape})
    group by c."listingId"
    having array_agg(decode(c.hash, 'hex') order by c.place) is distinct from (
      select array_agg(t.barcode_digest order by t.ordinal) from listing_tickets t
      where t.listing_id = c."listingId" and t.state = 'free' and t.barcode_digest is not null)`.execute(db)
  return new Set(rows.map(({ listingId }) => listingId))
}
