import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import type { ListingFields } from './listing-fields.ts'
import type { LockedFields } from './listing-fields.repo.ts'

/** Seats of sold tickets, those of cancelled ones too until they are back on sale. */
export async function readSoldSeats(tx: Tx, listingId: string): Promise<Set<number>> {
  const { rows } = await sql<{ seat: number }>`
    select seat from listings l, unnest(l.sold_seats) run, generate_series(lower(run), upper(run) - 1) seat
    where l.id = ${listingId}`.execute(tx)
  return new Set(rows.map(({ seat }) => seat))
}

interface KeptTickets extends Pick<ListingFields, 'quantity' | 'first_seat' | 'last_seat' | 'seats'> {
  status?: 'withdrawn'
  at: Date
}

/** Reduces the listing to its committed tickets, and returns its version. The number and the own hold go. */
export async function shrinkToCommitted(tx: Tx, listingId: string, kept: KeptTickets): Promise<number> {
  const { at, ...columns } = kept
  const row = await tx
    .updateTable('listings')
    .set((expression) => ({
      ...columns,
      external_id: null,
      own_hold_quantity: null,
      own_hold_until: null,
      own_hold_note: null,
      version: expression('version', '+', 1),
      updated_at: at,
    }))
    .where('id', '=', listingId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}

/** Adds a listing like `from`, at the place of `next`, with its barcodes and the file that manages it. */
export async function copyListing(
  tx: Tx,
  { from, next, categoryId, at }: { from: LockedFields; next: LockedFields; categoryId: number; at: Date },
): Promise<void> {
  await sql`
    insert into listings (id, event_id, seller_team_id, external_id, category_id, section, "row", first_seat, last_seat,
      seats, seats_hidden, general_admission, ticket_type, split_type, quantity_limit, multiple_sale_unit, quantity,
      price_minor, currency, face_value_minor, in_hand_date, in_hand_days_before, instant_download, hospitality,
      attendee_delivery_details_required, attendee_identification_details_required, notes, status, is_demo, created_at,
      updated_at, cost_minor, floor_minor, shown_quantity, split_quantities, internal_notes, tags)
    select ${next.id}, event_id, seller_team_id, ${from.externalId}, ${categoryId}, ${next.section}, ${next.row},
      ${next.first_seat}, ${next.last_seat}, ${next.seats}, seats_hidden, ${next.general_admission}, ticket_type,
      split_type, quantity_limit, multiple_sale_unit, ${next.quantity}, price_minor, currency, face_value_minor,
      in_hand_date, in_hand_days_before, instant_download, hospitality, attendee_delivery_details_required,
      attendee_identification_details_required, notes, ${from.status}, is_demo, ${at}, ${at}, cost_minor, floor_minor,
      shown_quantity, split_quantities, internal_notes, tags
    from listings where id = ${from.id}`.execute(tx)
  const order = sql`row_number() over (order by t.ordinal)`
  await sql`
    update listing_tickets t set listing_id = ${next.id}, ordinal = moved.place,
      seat = case when ${next.first_seat}::integer is null then null
        else coalesce((${next.seats}::integer[])[moved.place], ${next.first_seat}::integer + moved.place::integer - 1) end
    from (
      select t.ordinal, ${order}::integer as place from listing_tickets t
      where t.listing_id = ${from.id} and t.state = 'free' and t.ordinal > ${from.quantity - next.quantity}
    ) moved
    where t.listing_id = ${from.id} and t.ordinal = moved.ordinal`.execute(tx)
  await sql`update inventory_listing_sources set listing_id = ${next.id} where listing_id = ${from.id}`.execute(
    tx,
  )
}
