import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import type { SettledRow } from '../settled/settled-rows.repo.ts'
import type { InventoryRow, RowWarning } from '../reading/inventory-row.ts'

export interface RowToWrite {
  position: number
  action: 'new' | 'changed' | 'withdrawn'
  externalId: string | null
  contents: InventoryRow | null
  warnings: RowWarning[]
  listingId: string | null
  eventId: number | null
  digest: Buffer | null
}

/** The last row that was read: the next batch starts after it. */
export type WriteCursor = Pick<RowToWrite, 'action' | 'position'>

/**
 * The next rows that are not written yet: withdrawals first, so that their seats are free, then changes, then new
 * listings. The order is always the same, so that an interrupted import continues where it stopped.
 */
export async function readRowsToWrite(
  tx: Tx,
  importId: string,
  {
    withWithdrawals,
    after,
    limit,
  }: { withWithdrawals: boolean; after: WriteCursor | undefined; limit: number },
): Promise<RowToWrite[]> {
  const actions: RowToWrite['action'][] = withWithdrawals
    ? ['withdrawn', 'changed', 'new']
    : ['changed', 'new']
  for (const action of actions.slice(after ? actions.indexOf(after.action) : 0)) {
    const from = after?.action === action ? after.position : 0
    const { rows } = await sql<RowToWrite>`
      select r.position, r.action, r.external_id as "externalId", r.contents, r.warnings, r.listing_id as "listingId",
        e.event_id as "eventId", r.digest
      from inventory_import_rows r
      left join inventory_import_events e on e.import_id = r.import_id and e.key = r.event_key
      where r.import_id = ${importId} and r.action = ${action} and r.position > ${from} and r.outcome is null
      order by r.position limit ${limit}`.execute(tx)
    if (rows.length > 0) return rows
  }
  return []
}

export interface RowResult {
  position: number
  outcome: 'written' | 'unchanged' | 'rejected'
  code: string | null
  message: string | null
  warnings: RowWarning[]
  listingId: string | null
  /** The listing that had the row's external id before; it was withdrawn, and `listingId` was created for the id. */
  replacedListingId: string | null
  appliedRevision: number | null
  before: object | null
  after: object | null
}

export async function saveResults(tx: Tx, importId: string, results: readonly RowResult[]): Promise<void> {
  await sql`
    update inventory_import_rows r set outcome = d.outcome, code = d.code, message = d.message, warnings = d.warnings,
      listing_id = d."listingId", replaced_listing_id = d."replacedListingId", applied_revision = d."appliedRevision",
      "before" = nullif(d."before", 'null'), "after" = nullif(d."after", 'null')
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as d(position integer, outcome text, code text,
      message text, warnings jsonb, "listingId" text, "replacedListingId" text, "appliedRevision" integer,
      "before" jsonb, "after" jsonb)
    where r.import_id = ${importId} and r.position = d.position`.execute(tx)
}

/** Stores that files of this profile manage these listings from now on, and which rows leave them as they are. */
export async function saveSources(
  tx: Tx,
  { profileId, importId, now }: { profileId: string; importId: string; now: Date },
  sources: readonly (SettledRow | Pick<SettledRow, 'listingId'>)[],
): Promise<void> {
  if (sources.length === 0) return
  await sql`
    insert into inventory_listing_sources (listing_id, profile_id, import_id, updated_at, row_digest, settled_revision)
    select "listingId", ${profileId}, ${importId}, ${now}, decode(digest, 'hex'), revision
    from jsonb_to_recordset(${JSON.stringify(sources)}::jsonb) as d("listingId" text, digest text, revision integer)
    -- In the order of all statements that lock these rows.
    order by "listingId" collate "C"
    on conflict (listing_id) do update
      set profile_id = excluded.profile_id, import_id = excluded.import_id, updated_at = excluded.updated_at,
        row_digest = excluded.row_digest, settled_revision = excluded.settled_revision`.execute(tx)
}

/**
 * Stores the profile as the manager of listings that the file names without a change, even if they were made by hand, and which
 * of their rows later files need not read. From the last row to the first, so that of two rows of a listing the first counts.
 * Returns the position of the first row of the batch; `undefined` when none are left. Doing it again changes nothing.
 */
export async function adoptUnchanged(
  tx: Tx,
  { profileId, importId, now }: { profileId: string; importId: string; now: Date },
  { before, limit }: { before: number; limit: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ first: number | null }>`
    with batch as materialized (
      select r.position, r.listing_id, case when r.applied_revision is not null then r.digest end as digest,
        r.applied_revision
      from inventory_import_rows r
      where r.import_id = ${importId} and r.action = 'unchanged' and r.position < ${before}
      order by r.position desc limit ${limit}
    ), named as (
      select distinct on (b.listing_id) b.* from batch b where b.listing_id is not null order by b.listing_id, b.position
    ), stored as (
      insert into inventory_listing_sources as s (listing_id, profile_id, import_id, updated_at, row_digest, settled_revision)
      select n.listing_id, ${profileId}, ${importId}, ${now}::timestamptz, n.digest, n.applied_revision
      from named n left join inventory_listing_sources known on known.listing_id = n.listing_id
      -- Those that are stored already are not even locked.
      where known.profile_id is distinct from ${profileId}
        or (known.row_digest, known.settled_revision) is distinct from (n.digest, n.applied_revision)
      order by n.listing_id
      on conflict (listing_id) do update
        set profile_id = excluded.profile_id, row_digest = excluded.row_digest,
          settled_revision = excluded.settled_revision,
          import_id = case when s.profile_id = excluded.profile_id then s.import_id else excluded.import_id end,
          updated_at = case when s.profile_id = excluded.profile_id then s.updated_at else excluded.updated_at end
    )
    select min(position) as first from batch`.execute(tx)
  return rows[0]?.first ?? undefined
}
