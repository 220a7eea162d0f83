import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import type { ListingPatch, NewListingValues, WrittenListing } from './listing-values.ts'

const shape = sql`id text, external_id text, event_id integer, category_id integer, section text, "row" text,
  first_seat integer, last_seat integer, seats integer[], seats_hidden boolean, general_admission boolean, ticket_type text,
  split_type text,
  multiple_sale_unit integer, split_quantities integer[], quantity integer, shown_quantity integer, price_minor bigint,
  currency text, cost_minor bigint, floor_minor bigint, face_value_minor bigint, in_hand_date date,
  in_hand_days_before smallint,
  instant_download boolean, notes jsonb, internal_notes text, tags text[], status text`

export async function insertListings(
  tx: Tx,
  sellerTeamId: string,
  listings: readonly NewListingValues[],
  now: Date,
): Promise<WrittenListing[]> {
  if (listings.length === 0) return []
  const { rows } = await sql<WrittenListing>`
    insert into listings (id, external_id, seller_team_id, event_id, category_id, section, "row", first_seat, last_seat,
      seats, seats_hidden, general_admission, ticket_type, split_type, multiple_sale_unit, split_quantities, quantity,
      shown_quantity, price_minor, currency, cost_minor, floor_minor, face_value_minor, in_hand_date, in_hand_days_before,
      instant_download, notes, internal_notes, tags, status, created_at, updated_at)
    select r.id, r.external_id, ${sellerTeamId}, r.event_id, r.category_id, r.section, r."row", r.first_seat, r.last_seat,
      r.seats, r.seats_hidden, r.general_admission, r.ticket_type, r.split_type, r.multiple_sale_unit, r.split_quantities,
      r.quantity, r.shown_quantity, r.price_minor, r.currency, r.cost_minor, r.floor_minor, r.face_value_minor,
      r.in_hand_date, r.in_hand_days_before, r.instant_download, r.notes, r.internal_notes, r.tags, r.status, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(listings)}::jsonb) as r(${shape})
    returning id, event_id as "eventId", version, revision`.execute(tx)
  return rows
}

/** Place and event of a listing never change, because holds, quotes and orders refer to them. */
export async function updateListings(
  tx: Tx,
  patches: readonly ListingPatch[],
  now: Date,
): Promise<WrittenListing[]> {
  if (patches.length === 0) return []
  const records = patches.map(({ id, external_id, values }) => ({ id, external_id, ...values }))
  const { rows } = await sql<WrittenListing>`
    update listings l set external_id = r.external_id, last_seat = r.last_seat, seats = r.seats,
      seats_hidden = r.seats_hidden,
      ticket_type = r.ticket_type, split_type = r.split_type, multiple_sale_unit = r.multiple_sale_unit,
      split_quantities = r.split_quantities, quantity = r.quantity, shown_quantity = r.shown_quantity,
      price_minor = r.price_minor, cost_minor = r.cost_minor, floor_minor = r.floor_minor,
      face_value_minor = r.face_value_minor, in_hand_date = r.in_hand_date, in_hand_days_before = r.in_hand_days_before,
      instant_download = r.instant_download,
      notes = r.notes, internal_notes = r.internal_notes, tags = r.tags, status = r.status,
      version = l.version + 1, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(${shape})
    where l.id = r.id
    returning l.id, l.event_id as "eventId", l.version, l.revision`.execute(tx)
  return rows
}

export interface ListingChangeEntry {
  listingId: string
  kind: string
  isUndo: boolean
  before: object
  after: object
}

export async function insertListingChanges(tx: Tx, entries: readonly ListingChangeEntry[]): Promise<void> {
  if (entries.length === 0) return
  await sql`
    insert into listing_changes (listing_id, kind, source, is_undo, "before", "after")
    select "listingId", kind, 'file', "isUndo", "before", "after"
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as r("listingId" text, kind text, "isUndo" boolean, "before" jsonb, "after" jsonb)`.execute(tx)
}
