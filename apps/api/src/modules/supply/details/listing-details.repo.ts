import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

export interface DetailedListing {
  eventId: number
  section: string
  row: string
  priceMinor: number
  faceValueMinor: number | null
  firstSeat: number | null
  lastSeat: number | null
  seats: number[] | null
  soldSeats: number[]
}

export async function findListing(
  db: DbOrTx,
  { teamId, listingId }: { teamId: string; listingId: string },
): Promise<DetailedListing | undefined> {
  const { rows } = await sql<DetailedListing>`
    select l.event_id as "eventId", l.section, l."row", l.price_minor as "priceMinor", l.face_value_minor as "faceValueMinor",
      l.first_seat as "firstSeat", l.last_seat as "lastSeat", l.seats,
      array(select generate_series(lower(run), upper(run) - 1) from unnest(l.sold_seats) run) as "soldSeats"
    from listings l where l.id = ${listingId} and l.seller_team_id = ${teamId}`.execute(db)
  return rows[0]
}

export interface ListingSale {
  orderNumber: string
  placedAt: Date
  state: 'confirmed' | 'delivered' | 'cancelled'
  /** The tickets are for sale again. */
  isReturned: boolean
  quantity: number
  seats: number[]
  tickets: number[]
  delivered: number
  /** Per ticket. */
  priceMinor: number
  currency: string
}

const maxSales = 200

/** Sales of the listing, newest first, with their seats, and without their buyers. */
export async function readListingSales(db: DbOrTx, listingId: string): Promise<ListingSale[]> {
  const { rows } = await sql<ListingSale>`
    select o.number as "orderNumber", o.placed_at as "placedAt", line.state, h.state <> 'sold' as "isReturned",
      line.quantity, array(select jsonb_array_elements_text(line.snapshot -> 'seats')::integer) as seats,
      array(select t.ordinal from listing_tickets t
        where t.listing_id = line.listing_id and t.hold_id = line.hold_id order by t.ordinal) as tickets,
      case when line.state = 'delivered' then line.quantity
        else (select count(distinct t.ticket_number)::integer from tickets t where t.line_id = line.id) end as delivered,
      line.seller_price_minor as "priceMinor", line.seller_currency as currency
    from order_lines line
    join orders o on o.id = line.order_id
    join holds h on h.id = line.hold_id
    where line.listing_id = ${listingId}
    order by o.placed_at desc, line.id limit ${maxSales}`.execute(db)
  return rows
}

export interface ListingSource {
  profileId: string
  profileName: string
  importId: string
  /** `null` once the import is deleted. */
  fileName: string | null
  line: number | null
  importedAt: Date
}

/** The file that manages the listing. */
export async function readListingSource(db: DbOrTx, listingId: string): Promise<ListingSource | null> {
  const { rows } = await sql<ListingSource>`
    select s.profile_id as "profileId", p.name as "profileName", s.import_id as "importId", i.file_name as "fileName",
      (select r.line from inventory_import_rows r join listings l on l.id = s.listing_id
        where r.import_id = s.import_id and r.external_id = coalesce(l.external_id, l.id)
        order by r.position limit 1) as line, s.updated_at as "importedAt"
    from inventory_listing_sources s
    join inventory_profiles p on p.id = s.profile_id
    left join inventory_imports i on i.id = s.import_id
    where s.listing_id = ${listingId}`.execute(db)
  return rows[0] ?? null
}

/** Tickets of the listing with a barcode. */
export async function countBarcodes(db: DbOrTx, listingId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from listing_tickets
    where listing_id = ${listingId} and barcode_digest is not null`.execute(db)
  return rows[0]?.count ?? 0
}
