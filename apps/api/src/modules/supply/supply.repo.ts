import { sql } from 'kysely'
import { holdIsOpen } from '#api/db/predicates.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { NewListing } from './new-listing.ts'

/** A listing locked by a seller command. */
export interface LockedListing {
  id: string
  eventId: number
  sellerTeamId: string
  section: string
  row: string
  firstSeat: number | null
  lastSeat: number | null
  seats: number[] | null
  quantity: number
  sold: number
  faceValueMinor: number | null
  priceMinor: number
  currency: string
  splitType: NewListing['splitType']
  quantityLimit: number | null
  multipleSaleUnit: number | null
  status: 'active' | 'withdrawn'
  version: number
}

/**
 * Returns a team that may sell, with its base currency: it sells and has an active account, or has had listings before.
 * Sellers managed by the operator may have no accounts.
 */
export async function findSeller(
  db: DbOrTx,
  teamId: string,
): Promise<{ id: string; currency: string } | undefined> {
  const { rows } = await sql<{ id: string; currency: string }>`
    select t.id, t.base_currency as currency from teams t
    where t.id = ${teamId} and (
      (t.can_sell and exists (select 1 from accounts a where a.team_id = t.id and a.status = 'active'))
      or exists (select 1 from listings l where l.seller_team_id = t.id))`.execute(db)
  return rows[0]
}

/** Locks the listing's row; commands that hold, sell or change it wait. */
export async function findSellerOfListing(db: DbOrTx, listingId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('listings')
    .select('seller_team_id')
    .where('id', '=', listingId)
    .executeTakeFirst()
  return row?.seller_team_id
}

export async function lockListing(tx: Tx, listingId: string): Promise<LockedListing | undefined> {
  const { rows } = await sql<LockedListing>`
    select id, event_id as "eventId", seller_team_id as "sellerTeamId", section, "row", first_seat as "firstSeat",
      last_seat as "lastSeat", seats, face_value_minor as "faceValueMinor", quantity, sold, price_minor as "priceMinor", currency, split_type as "splitType",
      quantity_limit as "quantityLimit", multiple_sale_unit as "multipleSaleUnit", status, version
    from listings where id = ${listingId} for update`.execute(tx)
  return rows[0]
}

/**
 * Returns the tickets that are sold or held now. Must run after the lock, in its own statement: a statement that waits
 * for the lock does not see holds committed during the wait.
 */
export async function countCommitted(tx: Tx, listing: Pick<LockedListing, 'id' | 'sold'>): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(quantity), 0)::int as held from holds
    where listing_id = ${listing.id} and ${holdIsOpen('holds')}
  `.execute(tx)
  return listing.sold + (rows[0]?.held ?? 0)
}

export async function findVenueOfEvent(db: DbOrTx, eventId: number): Promise<number | undefined> {
  const row = await db.selectFrom('events').select('venue_id').where('id', '=', eventId).executeTakeFirst()
  return row?.venue_id
}

/** Day of the event at its venue, YYYY-MM-DD. */
export async function findLocalDay(db: DbOrTx, eventId: number): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select to_char(local_at, 'YYYY-MM-DD') as day from catalogue_events where id = ${eventId}`.execute(db)
  return rows[0]?.day
}

export interface SeatRange {
  eventId: number
  sellerTeamId: string
  section: string
  row: string
  firstSeat: number
  lastSeat: number
  /** Every seat, unless they are adjacent. */
  seats: readonly number[] | null
}

/**
 * Returns another listing of the seller that offers one of these seats or sold it. All seats of a withdrawn listing
 * are taken while it has open holds.
 */
export async function findTakenSeats(
  tx: DbOrTx,
  range: SeatRange,
  except: string | null,
): Promise<string | undefined> {
  const wanted = sql`seat_ranges(${range.firstSeat}::integer, ${range.lastSeat}::integer, ${range.seats}::integer[])`
  const { rows } = await sql<{ id: string }>`
    select l.id from listings l
    where l.event_id = ${range.eventId} and l.seller_team_id = ${range.sellerTeamId} and l.section = ${range.section}
      and lower(l."row") = lower(${range.row}) and l.id is distinct from ${except}::text and (
        l.first_seat <= ${range.lastSeat} and l.last_seat >= ${range.firstSeat} and (l.status = 'active' or exists (
          select from holds h where h.listing_id = l.id and ${holdIsOpen('h')}))
          and seat_ranges(l.first_seat, l.last_seat, l.seats) && ${wanted}
        or l.sold_seats && ${wanted})
    limit 1`.execute(tx)
  return rows[0]?.id
}

/** Serialises a seller's commands for one event, so that they see each other's seats. */
export async function lockSellerSeats(tx: Tx, eventId: number, sellerTeamId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`seats/${eventId}/${sellerTeamId}`}), ${eventId})`.execute(
    tx,
  )
}

export function lastSeatOf({
  firstSeat,
  seats,
  quantity,
}: Pick<NewListing, 'firstSeat' | 'seats' | 'quantity'>): number | null {
  return seats?.at(-1) ?? (firstSeat === null ? null : firstSeat + quantity - 1)
}

export async function insertListing(
  tx: Tx,
  listing: NewListing & { id: string; categoryId: number; createdAt: Date },
): Promise<void> {
  await tx
    .insertInto('listings')
    .values({
      id: listing.id,
      event_id: listing.eventId,
      seller_team_id: listing.sellerTeamId,
      external_id: listing.externalId,
      category_id: listing.categoryId,
      section: listing.section,
      row: listing.row,
      first_seat: listing.firstSeat,
      last_seat: lastSeatOf(listing),
      seats: listing.seats ?? null,
      seats_hidden: listing.seatsHidden,
      general_admission: listing.generalAdmission,
      ticket_type: listing.deliveryType,
      split_type: listing.splitType,
      quantity_limit: listing.quantityLimit,
      multiple_sale_unit: listing.multipleSaleUnit,
      quantity: listing.quantity,
      price_minor: listing.price.minor,
      currency: listing.price.currency,
      face_value_minor: listing.faceValue?.minor ?? null,
      in_hand_date: listing.inHandDate,
      in_hand_days_before: listing.inHandDaysBefore ?? null,
      instant_download: listing.instantDownload,
      hospitality: listing.hospitality,
      attendee_delivery_details_required: listing.attendeeDeliveryDetailsRequired,
      attendee_identification_details_required: listing.attendeeIdentificationDetailsRequired,
      notes: JSON.stringify(listing.notes),
      cost_minor: listing.cost?.minor ?? null,
      floor_minor: listing.floor?.minor ?? null,
      shown_quantity: listing.shownQuantity ?? null,
      split_quantities: listing.splitQuantities ?? null,
      internal_notes: listing.internalNotes ?? null,
      tags: listing.tags ?? [],
      status: (listing.isPublished ?? true) ? 'active' : 'withdrawn',
      created_at: listing.createdAt,
      updated_at: listing.createdAt,
    })
    .execute()
}

export interface ListingChange {
  priceMinor?: number | undefined
  quantity?: number | undefined
  lastSeat?: number | null | undefined
  seats?: readonly number[] | null | undefined
  status?: 'active' | 'withdrawn' | undefined
}

/** Writes the change and returns the new version. */
export async function changeListing(
  tx: Tx,
  listingId: string,
  change: ListingChange,
  at: Date,
): Promise<number> {
  const row = await tx
    .updateTable('listings')
    .set((expression) => ({
      version: expression('version', '+', 1),
      updated_at: at,
      ...(change.priceMinor !== undefined && { price_minor: change.priceMinor }),
      ...(change.quantity !== undefined && { quantity: change.quantity }),
      ...(change.lastSeat !== undefined && { last_seat: change.lastSeat }),
      ...(change.seats !== undefined && { seats: change.seats && [...change.seats] }),
      ...(change.status !== undefined && { status: change.status }),
    }))
    .where('id', '=', listingId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}
