import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { InventoryImport } from '../imports/inventory-import.ts'
import type { NamedEvent } from '../reading/inventory-row.ts'

/** An event of a file that was found. */
export interface MatchedEvent {
  key: string
  named: NamedEvent
  eventId: number
  facts: string | null
  /** Has started: its rows are not compared, and its listings can no longer change. */
  isPast: boolean
}

/** `withRows`: only those of which the import has rows. */
export async function readMatchedEvents(
  db: DbOrTx,
  importId: string,
  now: Date,
  { withRows = false }: { withRows?: boolean } = {},
): Promise<MatchedEvent[]> {
  const { rows } = await sql<MatchedEvent>`
    select i.key, i.named, i.event_id as "eventId", i.facts, coalesce(e.starts_at <= ${now}, true) as "isPast"
    from inventory_import_events i left join events e on e.id = i.event_id
    where i.import_id = ${importId} and i.event_id is not null and (not ${withRows}::boolean or exists (
      select from inventory_import_rows r where r.import_id = i.import_id and r.event_key = i.key))`.execute(
    db,
  )
  return rows
}

/** What people have decided about events of this import; `null`: their rows are skipped. */
export async function readOwnDecisions(
  db: DbOrTx,
  importId: string,
): Promise<{ key: string; eventId: number | null }[]> {
  const { rows } = await sql<{ key: string; eventId: number | null }>`
    select key, case when not is_skipped then event_id end as "eventId" from inventory_import_events
    where import_id = ${importId} and (is_skipped or matched_by = 'decision')`.execute(db)
  return rows
}

/** Saves nothing once the import has left the state, because then another process has gone on with it. */
export async function saveFacts(
  db: DbOrTx,
  { id, state }: Pick<InventoryImport, 'id' | 'state'>,
  events: readonly { key: string; facts: string | null }[],
): Promise<void> {
  if (events.length === 0) return
  await sql`
    with current as materialized (
      select id from inventory_imports where id = ${id} and state = ${state} for share
    )
    update inventory_import_events e set facts = d.facts
    from current, jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as d(key text, facts text)
    where e.import_id = current.id and e.key = d.key`.execute(db)
}

/**
 * Adds events of an earlier import whose rows were not read again, so that the next file finds them, too. A decision about the
 * earlier import has become a name of the event.
 */
export async function copyEvents(
  db: DbOrTx,
  { from, to, keys }: { from: string; to: string; keys: readonly string[] },
): Promise<void> {
  await sql`
    insert into inventory_import_events (import_id, key, named, rows, first_line, last_line, event_id, matched_by, facts)
    select ${to}, e.key, e.named, e.rows, e.first_line, e.last_line, e.event_id,
      case e.matched_by when 'decision' then 'alias' else e.matched_by end, e.facts
    from inventory_import_events e join unnest(${keys}::text[]) as k(key) on k.key = e.key
    where e.import_id = ${from}
    on conflict do nothing`.execute(db)
}
