import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'

const keptDays = 30
const importsAtOnce = 20

/**
 * Deletes the rows and the file of imports that ended 30 days ago; what they did stays in the history of each listing.
 * Returns how many imports it emptied. The sweeper deletes the files.
 */
export async function purgeOldInventoryImports(db: Db): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from inventory_imports
    where created_at < clock_timestamp() - make_interval(days => ${keptDays}) and file_parts <> '{}'
      and state in ('previewed', 'done', 'done_with_errors', 'refused', 'discarded', 'undone')
    order by created_at limit ${importsAtOnce}`.execute(db)
  for (const { id } of rows) {
    await inTransaction(db, async (tx) => {
      await sql`
        update inventory_imports set state = 'discarded', finished_at = clock_timestamp()
        where id = ${id} and state = 'previewed'`.execute(tx)
      await sql`delete from inventory_import_rows where import_id = ${id}`.execute(tx)
      await sql`delete from inventory_import_events where import_id = ${id}`.execute(tx)
      await sql`
        insert into unclaimed_files (name, recorded_at)
        select unnest(file_parts), clock_timestamp() - interval '2 days' from inventory_imports where id = ${id}
        on conflict do nothing`.execute(tx)
      await sql`update inventory_imports set file_parts = '{}' where id = ${id}`.execute(tx)
    })
  }
  return rows.length
}
