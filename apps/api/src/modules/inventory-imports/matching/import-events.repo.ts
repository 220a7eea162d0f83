import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { NamedEvent } from '../reading/inventory-row.ts'

export interface ImportEvent {
  key: string
  named: NamedEvent
  rows: number
  firstLine: number
  lastLine: number
}

export type MatchedBy = 'id' | 'foreign' | 'alias' | 'exact' | 'decision'

/** An event that could be meant. */
export interface EventCandidate {
  eventId: number
  title: string
  venue: string
  /** YYYY-MM-DDTHH:MM at the venue. */
  localAt: string
  /** 0 to 100. */
  score: number
  /** In what the file differs from the event. */
  differs: ('day' | 'time' | 'venue')[]
}

export interface StoredImportEvent extends ImportEvent {
  eventId: number | null
  matchedBy: MatchedBy | null
  isSkipped: boolean
  candidates: EventCandidate[]
}

/** Stores the events of a file, which are JSON of `ImportEvent[]`. */
export async function insertImportEvents(db: DbOrTx, importId: string, eventsJson: string): Promise<void> {
  await sql`
    insert into inventory_import_events (import_id, key, named, rows, first_line, last_line)
    select ${importId}, key, named, rows, "firstLine", "lastLine"
    from jsonb_to_recordset(${eventsJson}::jsonb)
      as r(key text, named jsonb, rows integer, "firstLine" integer, "lastLine" integer)
    on conflict do nothing`.execute(db)
}

const columns = sql`e.key, e.named, e.rows, e.first_line as "firstLine", e.last_line as "lastLine", e.event_id as "eventId",
  e.matched_by as "matchedBy", e.is_skipped as "isSkipped", e.candidates`

/** Events without a decision, after the given key. */
export async function readUnmatched(
  db: DbOrTx,
  importId: string,
  after: string,
  limit: number,
): Promise<StoredImportEvent[]> {
  const { rows } = await sql<StoredImportEvent>`
    select ${columns} from inventory_import_events e
    where e.import_id = ${importId} and e.event_id is null and not e.is_skipped and e.key > ${after}
    order by e.key limit ${limit}`.execute(db)
  return rows
}

/** Events whose rows are held, those with most rows first. */
export async function readHeldEvents(
  db: DbOrTx,
  importId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ events: StoredImportEvent[]; total: number }> {
  const held = sql`e.import_id = ${importId} and e.event_id is null and not e.is_skipped`
  const { rows: events } = await sql<StoredImportEvent>`
    select ${columns} from inventory_import_events e where ${held}
    order by e.rows desc, e.first_line limit ${limit} offset ${offset}`.execute(db)
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from inventory_import_events e where ${held}`.execute(db)
  return { events, total: rows[0]?.total ?? 0 }
}

export async function findImportEvent(
  db: DbOrTx,
  importId: string,
  key: string,
): Promise<StoredImportEvent | undefined> {
  const { rows } = await sql<StoredImportEvent>`
    select ${columns} from inventory_import_events e where e.import_id = ${importId} and e.key = ${key}`.execute(
    db,
  )
  return rows[0]
}

export interface EventMatch {
  key: string
  eventId: number | null
  matchedBy: MatchedBy | null
  isSkipped: boolean
  candidates: EventCandidate[]
}

export async function saveMatches(
  db: DbOrTx,
  importId: string,
  matches: readonly EventMatch[],
): Promise<void> {
  await sql`
    update inventory_import_events e set event_id = m."eventId", matched_by = m."matchedBy", is_skipped = m."isSkipped",
      candidates = m.candidates, facts = null
    from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb)
      as m(key text, "eventId" integer, "matchedBy" text, "isSkipped" boolean, candidates jsonb)
    where e.import_id = ${importId} and e.key = m.key`.execute(db)
}
