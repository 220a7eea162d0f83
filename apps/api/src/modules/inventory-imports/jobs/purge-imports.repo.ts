import { importUndoHours } from '@terrace/contracts/inventory-imports'
import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'

const keptDays = 30
/** Of one team: older files go earlier, so that a team that has reached its quota can send files again. */
const keptTeamBytes = 4 * 1024 ** 3
const importsAtOnce = 20

/**
 * Deletes the rows and the file of imports that ended 30 days ago, or earlier where newer files of the team take too much
 * room and the import cannot be undone any more. What they did stays in the history of each listing. Returns how many
 * imports it emptied. The sweeper deletes the files.
 */
export async function purgeOldInventoryImports(db: Db): Promise<number> {
  let emptied = 0
  for (;;) {
    const ids = await findPurgeable(db)
    for (const id of ids) await emptyImport(db, id)
    emptied += ids.length
    if (ids.length < importsAtOnce) return emptied
  }
}

async function findPurgeable(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, state, created_at, applied_at,
        sum(file_bytes) over (partition by team_id order by created_at desc, id desc) as bytes_since
      from inventory_imports where file_parts <> '{}'
    ) stored
    where (created_at < clock_timestamp() - make_interval(days => ${keptDays})
        and state in ('previewed', 'done', 'done_with_errors', 'refused', 'discarded', 'undone'))
      or (bytes_since > ${keptTeamBytes} and state in ('done', 'done_with_errors', 'refused', 'discarded', 'undone')
        and coalesce(applied_at < clock_timestamp() - make_interval(hours => ${importUndoHours}), true))
    order by created_at limit ${importsAtOnce}`.execute(db)
  return rows.map(({ id }) => id)
}

async function emptyImport(db: Db, id: string): Promise<void> {
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
