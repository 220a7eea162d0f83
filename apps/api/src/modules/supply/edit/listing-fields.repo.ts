import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import { resizedSeats, type FieldChange, type ListingFields } from './listing-fields.ts'

/** A listing locked by a command of its team. */
export interface LockedFields extends ListingFields {
  id: string
  eventId: number
  sellerTeamId: string
  externalId: string | null
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
    select l.id, l.event_id as "eventId", l.seller_team_id as "sellerTeamId", l.external_id as "externalId",
      l.sold, l.currency, l.revision,
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
  'in_hand_days_before',
  'own_hold_quantity',
  'own_hold_note',
  'section',
  'row',
  'general_admission',
  'seats_hidden',
  'first_seat',
  'last_seat',
  'seats',
  'ticket_type',
  'instant_download',
  'notes',
  'internal_notes',
  'tags',
  'status',
] as const satisfies readonly Exclude<keyof ListingFields, 'own_hold_until'>[]

/** The columns of {@link ListingFields}, of this table alias. */
export function fieldColumns(alias: string): string {
  // As text, because histories and bulk edits compare and store it.
  const until = `to_char(${alias}.own_hold_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as own_hold_until`
  return [...columns.map((column) => `${alias}."${column}"`), until].join(', ')
}

/** Writes the changed fields and returns the version that buyers' pages compare. */
export async function writeFields(
  tx: Tx,
  old: Pick<LockedFields, 'id' | 'first_seat' | 'last_seat' | 'seats'>,
  { after }: FieldChange,
  { at, categoryId }: { at: Date; categoryId?: number | undefined },
): Promise<number> {
  const { notes, own_hold_until: until, ...others } = after
  const isResized = after.quantity !== undefined && after.first_seat === undefined
  const row = await tx
    .updateTable('listings')
    .set((expression) => ({
      ...others,
      ...(categoryId !== undefined && { category_id: categoryId }),
      ...(until !== undefined && { own_hold_until: until === null ? null : new Date(until) }),
      ...(notes && { notes: JSON.stringify(notes) }),
      ...(isResized && resizedSeats(old, after.quantity ?? 0)),
      version: expression('version', '+', 1),
      updated_at: at,
    }))
    .where('id', '=', old.id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}
