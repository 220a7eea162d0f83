import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import type { FieldChange, ListingFields } from './listing-fields.ts'

/** A listing locked by a command of its team. */
export interface LockedFields extends ListingFields {
  id: string
  eventId: number
  sellerTeamId: string
  section: string
  row: string
  firstSeat: number | null
  lastSeat: number | null
  sold: number
  currency: string
  revision: number
  /** Of the event, YYYY-MM-DD. */
  localDay: string
}

/** Locks the listing; `undefined` for one of another team. */
export async function lockFields(
  tx: Tx,
  { teamId, listingId }: { teamId: string; listingId: string },
): Promise<LockedFields | undefined> {
  const { rows } = await sql<LockedFields>`
    select l.id, l.event_id as "eventId", l.seller_team_id as "sellerTeamId", l.section, l."row",
      l.first_seat as "firstSeat", l.last_seat as "lastSeat", l.sold, l.currency, l.revision,
      (select to_char(e.local_at, 'YYYY-MM-DD') from catalogue_events e where e.id = l.event_id) as "localDay",
      ${sql.raw(fieldColumns('l'))}
    from listings l where l.id = ${listingId} and l.seller_team_id = ${teamId} for update`.execute(tx)
  return rows[0]
}

const columns = [
  'price_minor',
  'cost_minor',
  'floor_minor',
  'face_value_minor',
  'quantity',
  'shown_quantity',
  'split_type',
  'quantity_limit',
  'multiple_sale_unit',
  'split_quantities',
  'in_hand_date',
  'ticket_type',
  'instant_download',
  'notes',
  'internal_notes',
  'tags',
  'status',
] as const satisfies readonly (keyof ListingFields)[]

/** The columns of {@link ListingFields}, of this table alias. */
export function fieldColumns(alias: string): string {
  return columns.map((column) => `${alias}.${column}`).join(', ')
}

/** Writes the changed fields and returns the version that buyers' pages compare. */
export async function writeFields(
  tx: Tx,
  { id, firstSeat }: Pick<LockedFields, 'id' | 'firstSeat'>,
  { after }: FieldChange,
  at: Date,
): Promise<number> {
  const { notes, quantity, ...others } = after
  const row = await tx
    .updateTable('listings')
    .set((expression) => ({
      ...others,
      ...(notes && { notes: JSON.stringify(notes) }),
      ...(quantity !== undefined && {
        quantity,
        last_seat: firstSeat === null ? null : firstSeat + quantity - 1,
      }),
      version: expression('version', '+', 1),
      updated_at: at,
    }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}
