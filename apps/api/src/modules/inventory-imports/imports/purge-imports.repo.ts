import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'

const keptDays = 30
/**
 * Above this size of a team's stored files, the oldest are deleted early, even if their import could still be undone, so that
 * a team that has reached its quota can send files again.
 */
const keptTeamBytes = 4 * 1024 ** 3
const importsAtOnce = 500

const endedStates = sql`('done', 'done_with_errors', 'refused', 'discarded', 'undone')`

/**
 * Deletes the rows and the file of imports that ended 30 days ago, or earlier where newer files of the team take too much
 * room. What they did stays in the history of each listing. Returns how many imports it emptied. The sweeper deletes the files.
 */
export async function purgeOldInventoryImports(db: Db): Promise<number> {
  let emptied = 0
  for (const find of [findOld, findBeyondQuota]) {
    for (;;) {
      const ids = await find(db)
      for (const id of ids) if (await emptyImport(db, id)) emptied += 1
      if (ids.length < importsAtOnce) break
    }
  }
  return emptied
}

async function findOld(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from inventory_imports
    where file_parts <> '{}' and created_at < clock_timestamp() - make_interval(days => ${keptDays})
      and (state = 'previewed' or state in ${endedStates})
    order by created_at limit ${importsAtOnce}`.execute(db)
  return rows.map(({ id }) => id)
}

async function findBeyondQuota(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select stored.id from (
      select team_id from inventory_imports where file_parts <> '{}'
      group by team_id having sum(file_bytes) > ${keptTeamBytes}
    ) full_teams
    cross join lateral (
      select id, state, created_at, sum(file_bytes) over (order by created_at desc, id desc) as bytes_since
      from inventory_imports where team_id = full_teams.team_id and file_parts <> '{}'
    ) stored
    where bytes_since > ${keptTeamBytes} and state in ${endedStates}
    order by created_at limit ${importsAtOnce}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes the import's rows and hands its file to the sweeper. Returns false if work on it has started in the meantime. */
async function emptyImport(db: Db, id: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql`
      update inventory_imports
      set state = case state when 'previewed' then 'discarded' else state end,
        finished_at = case state when 'previewed' then clock_timestamp() else finished_at end
      where id = ${id} and (state = 'previewed' or state in ${endedStates})
      returning id`.execute(tx)
    if (rows.length === 0) return false
    await sql`delete from inventory_import_rows where import_id = ${id}`.execute(tx)
    await sql`delete from inventory_import_events where import_id = ${id}`.execute(tx)
    await sql`
      insert into unclaimed_files (name, recorded_at)
      select unnest(file_parts), clock_timestamp() - interval '2 days' from inventory_imports where id = ${id}
      on conflict do nothing`.execute(tx)
    await sql`
      update inventory_imports set file_parts = '{}', kept_rows = 0, read_fully_at = null where id = ${id}`.execute(
      tx,
    )
    return true
  })
}
