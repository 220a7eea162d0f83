import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { ImportCounts, InventoryImport } from './inventory-import.ts'

/**
 * Inserts the import's rows for withdrawals: one for each listing on sale that files of the profile manage and this file does
 * not name. Only listings of `among`, if it is given. Returns how many.
 */
export async function insertWithdrawals(
  db: DbOrTx,
  { id, profileId, teamId, rowsRead }: InventoryImport,
  among: readonly string[] | undefined,
): Promise<number> {
  const ofAmong =
    among === undefined ? sql`` : sql`join unnest(${among}::text[]) as a(id) on a.id = s.listing_id`
  const { rows } = await sql<{ count: number }>`
    with rows_of_file as materialized (
      select external_id from inventory_import_rows where import_id = ${id} and external_id is not null
    ), inserted as (
      insert into inventory_import_rows (import_id, position, external_id, action, listing_id, "before", "after")
      select ${id}, ${rowsRead}::integer + row_number() over (order by l.event_id, l.section, l."row", l.id), l.external_id,
        'withdrawn', l.id,
        jsonb_build_object('status', 'active', 'quantity', l.quantity - l.sold, 'price_minor', l.price_minor,
          'currency', l.currency, 'event_id', l.event_id, 'section', l.section, 'row', l."row",
          'first_seat', l.first_seat, 'last_seat', l.last_seat),
        jsonb_build_object('status', 'withdrawn')
      from inventory_listing_sources s ${ofAmong}
      join listings l on l.id = s.listing_id and l.status = 'active' and l.sold < l.quantity and l.seller_team_id = ${teamId}
      join events e on e.id = l.event_id and e.starts_at > clock_timestamp()
      where s.profile_id = ${profileId}
        and not exists (select from rows_of_file r where r.external_id = l.external_id)
        and not exists (select from rows_of_file r where r.external_id = l.id)
      returning 1
    ) select count(*)::int as count from inserted`.execute(db)
  return rows[0]?.count ?? 0
}

export async function deleteWithdrawals(db: DbOrTx, importId: string): Promise<void> {
  await sql`delete from inventory_import_rows where import_id = ${importId} and line is null`.execute(db)
}

/** How many listings on sale are managed by files of this profile. */
export async function countOnSale(db: DbOrTx, profileId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from inventory_listing_sources s
    join listings l on l.id = s.listing_id and l.status = 'active' and l.sold < l.quantity
    join events e on e.id = l.event_id and e.starts_at > clock_timestamp()
    where s.profile_id = ${profileId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** How many rows the import has of each action and of each outcome. */
export async function countRows(
  db: DbOrTx,
  { id: importId, keptRows }: Pick<InventoryImport, 'id' | 'keptRows'>,
): Promise<ImportCounts> {
  const { rows } = await sql<{ name: string; count: number }>`
    select action as name, count(*)::int as count from inventory_import_rows where import_id = ${importId} group by action
    union all
    select outcome, count(*)::int from inventory_import_rows
    where import_id = ${importId} and outcome is not null and outcome <> 'unchanged' group by outcome`.execute(
    db,
  )
  const counts: ImportCounts = Object.fromEntries(rows.map(({ name, count }) => [name, count]))
  return keptRows === 0 ? counts : { ...counts, unchanged: (counts.unchanged ?? 0) + keptRows }
}

/** How many rows have no external id, so that the listing they mean is not known. */
export async function countRowsWithoutId(db: DbOrTx, importId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from inventory_import_rows
    where import_id = ${importId} and line is not null and external_id is null`.execute(db)
  return rows[0]?.count ?? 0
}
