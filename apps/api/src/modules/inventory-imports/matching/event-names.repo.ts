import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

interface NamesQuery {
  teamId: string
  source: string
  keys: readonly string[]
}

/** The events that these names mean, as the team decided or, without such a decision, as an operator did. */
export async function readDecidedNames(
  db: DbOrTx,
  { teamId, source, keys }: NamesQuery,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; eventId: number }>`
    select distinct on (n.key) n.key, n.event_id as "eventId" from inventory_event_names n
    join events e on e.id = n.event_id
    where n.source = ${source} and n.key = any(${keys}::text[]) and (n.team_id = ${teamId} or n.team_id is null)
    order by n.key, n.team_id nulls last`.execute(db)
  return new Map(rows.map(({ key, eventId }) => [key, eventId]))
}

/** For each name, the events that other teams chose, with how many teams did. */
export async function readOtherDecisions(
  db: DbOrTx,
  { teamId, source, keys }: NamesQuery,
): Promise<{ key: string; eventId: number; teams: number }[]> {
  const { rows } = await sql<{ key: string; eventId: number; teams: number }>`
    select key, event_id as "eventId", count(*)::int as teams from inventory_event_names
    where source = ${source} and key = any(${keys}::text[]) and team_id <> ${teamId}
    group by key, event_id`.execute(db)
  return rows
}

/** Whether the team has `limit` names and this one would be another. */
export async function isOverLimit(
  db: DbOrTx,
  { teamId, source, key, limit }: { teamId: string; source: string; key: string; limit: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from inventory_event_names
    where team_id = ${teamId} and not exists (
      select from inventory_event_names
      where team_id = ${teamId} and source = ${source} and key = ${key}
    )
    offset ${limit - 1} limit 1`.execute(db)
  return rows.length > 0
}

interface Decision {
  /** `null`: for all sellers. */
  teamId: string | null
  source: string
  key: string
  eventId: number
  decidedBy: string | null
  at: Date
}

/** Stores what a name means; a later decision replaces an earlier one. */
export async function saveDecision(db: DbOrTx, decision: Decision): Promise<void> {
  const { teamId, source, key, eventId, decidedBy, at } = decision
  await sql`
    insert into inventory_event_names (team_id, source, key, event_id, decided_by, decided_at)
    values (${teamId}, ${source}, ${key}, ${eventId}, ${decidedBy}, ${at})
    on conflict on constraint inventory_event_names__unique do update
      set event_id = excluded.event_id, decided_by = excluded.decided_by, decided_at = excluded.decided_at`.execute(
    db,
  )
}
