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
  /** How many rows wait for it. */
  rows: number
}

/** The names that the run's waiting rows miss, most rows first. */
export async function countUnknownNames(db: DbOrTx, runId: number, limit: number): Promise<UnknownCount[]> {
  const { rows } = await sql<UnknownCount>`
    select m.value ->> 'what' as what, m.value ->> 'name' as name, count(*)::integer as rows
    from import_rows r cross join lateral jsonb_array_elements(r.after -> 'missing') m
    where r.run_id = ${runId} and r.outcome = 'waiting'
    group by 1, 2 order by rows desc, what, name limit ${limit}`.execute(db)
  return rows
}

export async function deleteRows(db: DbOrTx, runId: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from import_rows where run_id = ${runId} and position in (
      select position from import_rows where run_id = ${runId} order by position limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Upcoming events of the seasons that the file covers in large part and does not have. A file with less than half of a
 * season's events is a part of it.
 */
export async function findMissingEvents(
  db: DbOrTx,
  runId: number,
  { seasonIds, now }: { seasonIds: readonly number[]; now: Date },
): Promise<{ eventId: number; title: string; localAt: string }[]> {
  const { rows } = await sql<{ eventId: number; title: string; localAt: string }>`
    with listed as (
      select distinct event_id from import_rows where run_id = ${runId} and event_id is not null
    ), of_season as (
      select e.id, e.season_id, e.title, e.source_local_at, e.starts_at, e.status, l.event_id is not null as is_listed
      from events e left join listed l on l.event_id = e.id where e.season_id = any(${seasonIds}::integer[])
    ), covered as (
      select season_id from of_season group by season_id having 2 * count(*) filter (where is_listed) > count(*)
    )
    select id as "eventId", title, to_char(source_local_at, 'YYYY-MM-DD"T"HH24:MI') as "localAt"
    from of_season join covered using (season_id)
    where not is_listed and starts_at > ${now} and status <> 'cancelled' order by source_local_at, id`.execute(
    db,
  )
  return rows
}
