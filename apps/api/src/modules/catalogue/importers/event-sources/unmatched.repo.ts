import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
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

const columns = sql`id, status, entry, missing, file_name as "fileName", line`

/** Stores an unmatched row; a dismissed row stays dismissed. */
export async function saveUnmatched(
  tx: Tx,
  row: Pick<Unmatched, 'entry' | 'missing' | 'fileName' | 'line'>,
): Promise<void> {
  const { entry } = row
  await sql`
    insert into unmatched_events (source, ref, entry, missing, file_name, line)
    values (${entry.source}, ${entry.ref}, ${JSON.stringify(entry)}::jsonb, ${JSON.stringify(row.missing)}::jsonb,
      ${row.fileName}, ${row.line})
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

/** Deletes a row that needs no decision, because its event is over or does not take place. */
export async function dropUnmatched(
  tx: Tx,
  { source, ref }: Pick<SourceEvent, 'source' | 'ref'>,
): Promise<void> {
  await sql`
    delete from unmatched_events where source = ${source} and ref = ${ref} and status = 'waiting'`.execute(tx)
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

export async function listByStatus(reader: DbOrTx, status: Unmatched['status']): Promise<Unmatched[]> {
  const { rows } = await sql<Unmatched>`
    select ${columns} from unmatched_events where status = ${status} order by id`.execute(reader)
  return rows
}
