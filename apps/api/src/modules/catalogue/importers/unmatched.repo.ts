import { sql } from 'kysely'
import type { Reader, Tx } from '#api/db/transaction.ts'
import { refKeyOf, type FeedEvent } from './feed-event.ts'
import type { Missing } from './match-names.ts'

export interface Unmatched {
  id: number
  status: 'waiting' | 'dismissed' | 'loaded'
  entry: FeedEvent
  missing: Missing[]
  fileName: string
  line: number
}

const columns = sql`id, status, entry, missing, file_name as "fileName", line`

/** Notes what cannot be placed. One that was dismissed stays so, however often its file is read. */
export async function putUnmatched(
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

/** The row has found its event. */
export async function settleUnmatched(
  tx: Tx,
  settled: readonly { event: FeedEvent; eventId: number }[],
): Promise<void> {
  if (settled.length === 0) return
  const rows = settled.map(({ event: { source, ref }, eventId }) => ({ source, ref, eventId }))
  await sql`
    update unmatched_events u set status = 'loaded', event_id = r."eventId", decided_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(source text, ref text, "eventId" integer)
    where u.source = r.source and u.ref = r.ref and u.status <> 'loaded'`.execute(tx)
}

/** What nobody needs to decide any more: it is over, or was never held. */
export async function dropUnmatched(tx: Tx, { source, ref }: FeedEvent): Promise<void> {
  await sql`
    delete from unmatched_events where source = ${source} and ref = ${ref} and status = 'waiting'`.execute(tx)
}

/** Of those of the events that wait or have waited; by {@link refKeyOf}. */
export async function findStatuses(
  tx: Tx,
  events: readonly FeedEvent[],
): Promise<Map<string, Unmatched['status']>> {
  const wanted = events.map(({ source, ref }) => ({ source, ref }))
  const { rows } = await sql<Pick<FeedEvent, 'source' | 'ref'> & Pick<Unmatched, 'status'>>`
    select source, ref, status from unmatched_events
    join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted(source text, ref text) using (source, ref)
  `.execute(tx)
  return new Map(rows.map((row) => [refKeyOf(row), row.status]))
}

/** In the order in which they came. */
export async function listByStatus(reader: Reader, status: Unmatched['status']): Promise<Unmatched[]> {
  const { rows } = await sql<Unmatched>`
    select ${columns} from unmatched_events where status = ${status} order by id`.execute(reader)
  return rows
}

export async function findUnmatched(reader: Reader, id: number): Promise<Unmatched | undefined> {
  const { rows } = await sql<Unmatched>`select ${columns} from unmatched_events where id = ${id}`.execute(
    reader,
  )
  return rows[0]
}

/** Answers whether there was anything to dismiss. */
export async function dismiss(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    update unmatched_events set status = 'dismissed', decided_at = clock_timestamp()
    where id = ${id} and status = 'waiting' returning id`.execute(tx)
  return rows.length > 0
}

/** A dismissed row that somebody wants after all. */
export async function reopenUnmatched(tx: Tx, id: number): Promise<void> {
  await sql`
    update unmatched_events set status = 'waiting', decided_at = null where id = ${id} and status = 'dismissed'
  `.execute(tx)
}
