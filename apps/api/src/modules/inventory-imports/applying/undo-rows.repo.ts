import { sql } from 'kysely'
import { holdIsOpen } from '#api/db/predicates.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

export interface RowToUndo {
  position: number
  action: 'new' | 'changed' | 'withdrawn'
  externalId: string | null
  listingId: string
  /** The listing that had the row's external id before. The import withdrew it and created `listingId` for the id. */
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

export interface UndoPreview {
  /** Listings that get their former values back. */
  toRestore: number
  /** Listings that the import created. */
  toWithdraw: number
  /** Listings that the import withdrew, and their unsold tickets; they return only if the person chooses that. */
  toRelist: number
  ticketsToRelist: number
  /** Listings that stay as they are. */
  changedSince: number
  /** Sold or held tickets of `toWithdraw`; they stay valid. */
  committedTickets: number
}

/** What an undo would do with the listings as they are now. */
export async function readUndoPreview(db: DbOrTx, importId: string): Promise<UndoPreview> {
  const { rows } = await sql<UndoPreview>`
    with written as (
      select r.action, l.id, l.quantity, l.sold, l.revision = r.applied_revision as is_same
      from inventory_import_rows r join listings l on l.id = r.listing_id
      where r.import_id = ${importId} and r.outcome = 'written' and r.action in ('new', 'changed', 'withdrawn')
    ), held as (
      select h.listing_id, sum(h.quantity) as tickets
      from holds h
      where h.listing_id in (select id from written) and ${holdIsOpen('h')}
      group by h.listing_id
    ), with_committed as (
      select w.*, w.sold + coalesce(h.tickets, 0) as committed
      from written w left join held h on h.listing_id = w.id
    )
    select (count(*) filter (where is_same and action = 'changed'))::int as "toRestore",
      (count(*) filter (where is_same and action = 'new'))::int as "toWithdraw",
      (count(*) filter (where is_same and action = 'withdrawn'))::int as "toRelist",
      coalesce(sum(quantity - committed) filter (where is_same and action = 'withdrawn'), 0)::int as "ticketsToRelist",
      (count(*) filter (where not is_same))::int as "changedSince",
      coalesce(sum(committed) filter (where is_same and action = 'new'), 0)::int as "committedTickets"
    from with_committed`.execute(db)
  if (!rows[0]) throw new Error('an aggregate has one row')
  return rows[0]
}
