import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { Counts, ImportRow, Outcome } from './import-run.ts'

export type StagedRow = ImportRow & { position: number }

const columns = sql`
  position, line, outcome, reason, event_id as "eventId", title, local_at as "localAt", before, after, link`

export async function insertRows(tx: Tx, runId: number, rows: readonly StagedRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into import_rows (run_id, position, line, outcome, reason, event_id, title, local_at, before, after, link)
    select ${runId}::integer, position, line, outcome, reason, "eventId", title, "localAt", nullif(before, 'null'),
      nullif(after, 'null'), nullif(link, 'null')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(position integer, line integer, outcome text,
      reason text, "eventId" integer, title text, "localAt" text, before jsonb, after jsonb, link jsonb)`.execute(
    tx,
  )
}

/** Rows after a position, in the order of the file. */
export async function readRows(
  db: DbOrTx,
  runId: number,
  { after, limit, only }: { after: number; limit: number; only?: readonly Outcome[] },
): Promise<StagedRow[]> {
  const { rows } = await sql<StagedRow>`
    select ${columns} from import_rows where run_id = ${runId} and position > ${after}
      ${only ? sql`and outcome = any(${only}::text[])` : sql``}
    order by position limit ${limit}`.execute(db)
  return rows
}

/** Rows that concern a source's reference or wait for a decision, after a position. */
export async function readUnsettledRows(
  db: DbOrTx,
  runId: number,
  { after, limit }: { after: number; limit: number },
): Promise<StagedRow[]> {
  const { rows } = await sql<StagedRow>`
    select ${columns} from import_rows
    where run_id = ${runId} and position > ${after} and (link is not null or outcome = 'waiting')
    order by position limit ${limit}`.execute(db)
  return rows
}

export async function countOutcomes(db: DbOrTx, runId: number): Promise<Counts> {
  const { rows } = await sql<{ outcome: Outcome; count: number }>`
    select outcome, count(*)::integer as count from import_rows where run_id = ${runId} group by outcome`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]))
}

export interface UnknownCount {
  what: string
  name: string
  /** How many rows wait for it, and the first of them. */
  rows: number
  line: number
}

/** The names that the run's waiting rows miss, most rows first. */
export async function countUnknownNames(db: DbOrTx, runId: number, limit: number): Promise<UnknownCount[]> {
  const { rows } = await sql<UnknownCount>`
    select m.value ->> 'what' as what, m.value ->> 'name' as name, count(*)::integer as rows,
      min(r.line) as line
    from import_rows r cross join lateral jsonb_array_elements(r.after -> 'missing') m
    where r.run_id = ${runId} and r.outcome = 'waiting'
    group by 1, 2 order by rows desc, what, name limit ${limit}`.execute(db)
  return rows
}

export async function deleteRows(db: DbOrTx, runId: number, limit: number): Promise<number> {
  // By place on disk: the planner knows nothing yet about a run, and would compare all of its rows with each other.
  const { numAffectedRows } = await sql`
    delete from import_rows where ctid = any(array(
      select ctid from import_rows where run_id = ${runId} order by position limit ${limit}))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The seasons of which the file has more than half of the events. A file with less is a part of its season. */
export async function findCoveredSeasons(
  db: DbOrTx,
  runId: number,
  seasonIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with listed as (
      select distinct event_id from import_rows where run_id = ${runId} and event_id is not null
    )
    select e.season_id as id from events e left join listed l on l.event_id = e.id
    where e.season_id = any(${seasonIds}::integer[]) group by e.season_id
    having 2 * count(l.event_id) > count(*) order by e.season_id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Upcoming events of the season that the file does not have, after an id. An event at the time of a row that waits for
 * a name may be that row.
 */
export async function findMissingEvents(
  db: DbOrTx,
  runId: number,
  { seasonId, now, after, limit }: { seasonId: number; now: Date; after: number; limit: number },
): Promise<{ eventId: number; title: string; localAt: string }[]> {
  const { rows } = await sql<{ eventId: number; title: string; localAt: string }>`
    select e.id as "eventId", e.title, to_char(e.source_local_at, 'YYYY-MM-DD"T"HH24:MI') as "localAt" from events e
    where e.season_id = ${seasonId} and e.starts_at > ${now} and e.status <> 'cancelled' and e.id > ${after}
      and not exists (select from import_rows r where r.run_id = ${runId} and r.event_id = e.id)
      and to_char(e.source_local_at, 'YYYY-MM-DD"T"HH24:MI') not in (
        select r.local_at from import_rows r where r.run_id = ${runId} and r.outcome = 'waiting' and r.local_at is not null)
    order by e.id limit ${limit}`.execute(db)
  return rows
}
