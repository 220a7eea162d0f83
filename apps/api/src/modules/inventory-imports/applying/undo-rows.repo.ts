import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'

export interface RowToUndo {
  position: number
  action: 'new' | 'changed' | 'withdrawn'
  externalId: string | null
  listingId: string
  replacedListingId: string | null
  appliedRevision: number | null
  /** The values that the import changed, by column of `listings`. */
  before: object | null
}

/** Written rows that are not undone yet, the last one first. */
export async function readRowsToUndo(tx: Tx, importId: string, limit: number): Promise<RowToUndo[]> {
  const { rows } = await sql<RowToUndo>`
    select position, action, external_id as "externalId", listing_id as "listingId",
      replaced_listing_id as "replacedListingId", applied_revision as "appliedRevision", "before"
    from inventory_import_rows
    where import_id = ${importId} and outcome = 'written' and action in ('new', 'changed', 'withdrawn')
    order by (action = 'withdrawn'), position desc limit ${limit}`.execute(tx)
  return rows
}

export interface UndoneRow {
  position: number
  outcome: 'undone' | 'undo_rejected'
  code: string | null
  message: string | null
}

export async function saveUndone(tx: Tx, importId: string, rows: readonly UndoneRow[]): Promise<void> {
  await sql`
    update inventory_import_rows r set outcome = d.outcome, code = d.code, message = d.message
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as d(position integer, outcome text, code text, message text)
    where r.import_id = ${importId} and r.position = d.position`.execute(tx)
}
