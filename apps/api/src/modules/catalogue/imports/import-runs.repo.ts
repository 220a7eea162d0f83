import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { Counts, ImportRun } from './import-run.ts'

const columns = sql`
  id, kind, file_name as "fileName", state, undoes_run_id as "undoesRunId", counts, started_by as "startedBy",
  started_at as "startedAt", applied_at as "appliedAt"`

export interface NewRun {
  kind: string
  fileName: string
  contentHash: string | null
  startedBy: string
  /** The run that this one undoes. Its events stay visible until the switch. */
  undoesRunId?: number
}

export async function createRun(db: DbOrTx, run: NewRun): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into import_runs (kind, file_name, content_hash, started_by, undoes_run_id, shows_events)
    values (${run.kind}, ${run.fileName}, ${run.contentHash}, ${run.startedBy}, ${run.undoesRunId ?? null}::integer,
      ${run.undoesRunId !== undefined}) returning id`.execute(db)
  return rows[0]?.id ?? 0
}

/**
 * Moves the run to the next state. Returns false when it is no longer in the expected one: another process has
 * discarded it.
 */
export async function changeState(
  tx: DbOrTx,
  id: number,
  { from, to }: { from: ImportRun['state']; to: ImportRun['state'] },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update import_runs set state = ${to},
      shows_events = case when ${to} = 'applied' then undoes_run_id is null else shows_events end,
      applied_at = case when ${to} = 'applied' then clock_timestamp() else applied_at end
    where id = ${id} and state = ${from}`.execute(tx)
  return numAffectedRows === 1n
}

export async function saveCounts(tx: DbOrTx, id: number, counts: Counts): Promise<void> {
  await sql`update import_runs set counts = ${JSON.stringify(counts)}::jsonb where id = ${id}`.execute(tx)
}

/** Remembers seasons and artists that the run has added, which a discard removes again. */
export async function saveAdded(
  tx: Tx,
  id: number,
  added: { seasonIds: readonly number[]; performerIds: readonly number[] },
): Promise<void> {
  await sql`
    update import_runs set added_season_ids = added_season_ids || ${added.seasonIds}::integer[],
      added_performer_ids = added_performer_ids || ${added.performerIds}::integer[]
    where id = ${id}`.execute(tx)
}

/** Deletes what the run has added and nothing uses. */
export async function removeAdded(tx: Tx, id: number): Promise<void> {
  await sql`
    delete from seasons s using import_runs r
    where r.id = ${id} and s.id = any(r.added_season_ids)
      and not exists (select from catalogue_events e where e.category_id = s.category_id and e.season_id = s.id)`.execute(
    tx,
  )
  await sql`
    delete from performers p using import_runs r
    where r.id = ${id} and p.id = any(r.added_performer_ids)
      and not exists (select from event_performers ep where ep.performer_id = p.id)`.execute(tx)
}

/** Whether the run is still being staged; keeps other processes from discarding it until the transaction ends. */
export async function lockStaging(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from import_runs where id = ${id} and state = 'staging' for share`.execute(tx)
  return rows.length === 1
}

/** Runs that were interrupted, oldest first. */
export async function findUnfinishedRuns(db: DbOrTx): Promise<ImportRun[]> {
  const { rows } = await sql<ImportRun>`
    select ${columns} from import_runs where state in ('staging', 'staged', 'applied') order by id`.execute(
    db,
  )
  return rows
}

export async function findRun(db: DbOrTx, id: number): Promise<ImportRun | undefined> {
  const { rows } = await sql<ImportRun>`select ${columns} from import_runs where id = ${id}`.execute(db)
  return rows[0]
}

/** The latest import that changed something and was not undone. */
export async function findLastApplied(db: DbOrTx): Promise<ImportRun | undefined> {
  const { rows } = await sql<ImportRun>`
    select ${columns} from import_runs
    where state = 'settled' and undoes_run_id is null
      and (counts ?| array['new', 'moved', 'changed', 'cancelled'])
    order by id desc limit 1`.execute(db)
  return rows[0]
}

/** Whether a file of this kind or profile was ever imported. */
export async function wasApplied(db: DbOrTx, kind: string): Promise<boolean> {
  const { rows } = await sql`
    select from import_runs where kind = ${kind} and state in ('applied', 'settled', 'undone') limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Deletes rows of runs that are too old to be undone, at most `limit`, and returns how many. */
export async function deleteOldRows(db: DbOrTx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from import_rows where ctid = any(array(
      select r.ctid from import_runs i join import_rows r on r.run_id = i.id
      where i.started_at < ${before} and i.state in ('settled', 'undone', 'discarded') limit ${limit}))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
