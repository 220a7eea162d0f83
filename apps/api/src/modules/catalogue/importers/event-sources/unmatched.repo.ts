import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { waitsFor } from '../../proposals/proposed-rows.repo.ts'
import { refKeyOf, type SourceEvent } from './source-event.ts'
import type { Missing } from './match-names.ts'

export interface Unmatched {
  id: number
  status: 'waiting' | 'dismissed' | 'loaded'
  entry: SourceEvent
  missing: Missing[]
  fileName: string
  line: number
}

const waitingPage = 5000

const columns = sql`id, status, entry, missing, file_name as "fileName", line`

/** Stores unmatched rows, the last one of each reference; a dismissed row stays dismissed. */
export async function saveUnmatched(
  tx: Tx,
  unmatched: readonly Pick<Unmatched, 'entry' | 'missing' | 'fileName' | 'line'>[],
): Promise<void> {
  const rows = [...new Map(unmatched.map((row) => [refKeyOf(row.entry), row])).values()]
  if (rows.length === 0) return
  await sql`
    insert into unmatched_events (source, ref, entry, missing, file_name, line)
    select entry ->> 'source', entry ->> 'ref', entry, missing, "fileName", line
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(entry jsonb, missing jsonb, "fileName" text, line integer)
    on conflict (source, ref) do update set entry = excluded.entry, missing = excluded.missing,
      file_name = excluded.file_name, line = excluded.line, event_id = null, decided_at = null,
      status = case unmatched_events.status when 'dismissed' then 'dismissed' else 'waiting' end`.execute(tx)
}

export async function resolveUnmatched(
  tx: Tx,
  resolved: readonly { event: Pick<SourceEvent, 'source' | 'ref'>; eventId: number }[],
): Promise<void> {
  if (resolved.length === 0) return
  const rows = resolved.map(({ event: { source, ref }, eventId }) => ({ source, ref, eventId }))
  await sql`
    update unmatched_events u set status = 'loaded', event_id = r."eventId", decided_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(source text, ref text, "eventId" integer)
    where u.source = r.source and u.ref = r.ref and u.status <> 'loaded'`.execute(tx)
}

/** Deletes rows that need no decision, because their events are over or do not take place. */
export async function dropUnmatched(
  tx: Tx,
  refs: readonly Pick<SourceEvent, 'source' | 'ref'>[],
): Promise<void> {
  if (refs.length === 0) return
  const rows = refs.map(({ source, ref }) => ({ source, ref }))
  await sql`
    delete from unmatched_events u using jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(source text, ref text)
    where u.source = r.source and u.ref = r.ref and u.status = 'waiting'`.execute(tx)
}

export async function findStatuses(
  tx: DbOrTx,
  events: readonly Pick<SourceEvent, 'source' | 'ref'>[],
): Promise<Map<string, Unmatched['status']>> {
  const keys = events.map(({ source, ref }) => ({ source, ref }))
  const { rows } = await sql<Pick<SourceEvent, 'source' | 'ref'> & Pick<Unmatched, 'status'>>`
    select source, ref, status from unmatched_events
    join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as wanted(source text, ref text) using (source, ref)
  `.execute(tx)
  return new Map(rows.map((row) => [refKeyOf(row), row.status]))
}

/** Which waiting rows: of these proposals, or all; with ids up to `upTo`. */
export interface WaitingFilter {
  proposals: readonly number[] | undefined
  upTo: number
}

const isWaiting = ({ proposals, upTo }: WaitingFilter) => sql`
  status = 'waiting' and id <= ${upTo} ${proposals === undefined ? sql`` : sql`and ${waitsFor(proposals)}`}`

/** How many rows wait, and the last one's id. */
export async function countWaiting(
  db: DbOrTx,
  filter: WaitingFilter,
): Promise<{ count: number; last: number }> {
  const { rows } = await sql<{ count: number; last: number }>`
    select count(*)::integer as count, coalesce(max(id), 0) as last from unmatched_events where ${isWaiting(filter)}`.execute(
    db,
  )
  return rows[0] ?? { count: 0, last: 0 }
}

/** The waiting rows, read in pages: a large file may have half a million of them. */
export async function* readWaiting(db: DbOrTx, filter: WaitingFilter): AsyncGenerator<Unmatched> {
  for (let after = 0; ;) {
    const { rows } = await sql<Unmatched>`
      select ${columns} from unmatched_events where ${isWaiting(filter)} and id > ${after}
      order by id limit ${waitingPage}`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

export async function listByStatus(reader: DbOrTx, status: Unmatched['status']): Promise<Unmatched[]> {
  const { rows } = await sql<Unmatched>`
    select ${columns} from unmatched_events where status = ${status} order by id`.execute(reader)
  return rows
}
