import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { SeasonRow, StoredEvent } from './event-values.ts'

/** Visible events with these keys or ids. */
export async function readStored(
  db: DbOrTx,
  { keys, ids }: { keys: readonly string[]; ids: readonly number[] },
): Promise<StoredEvent[]> {
  if (keys.length + ids.length === 0) return []
  const { rows } = await sql<StoredEvent>`
    with wanted as (
      select id from events where source_key = any(${keys}::text[])
      union select id from events where id = any(${ids}::integer[])
    )
    select e.id, e.source_key as "sourceKey", e.title, e.slug, e.venue_id as "venueId", e.timezone, e.round,
      to_char(e.source_local_at, 'YYYY-MM-DD"T"HH24:MI') as "sourceLocal",
      to_char(e.first_source_local_at, 'YYYY-MM-DD"T"HH24:MI') as "firstSourceLocal",
      to_char(e.local_at, 'YYYY-MM-DD"T"HH24:MI') as "localAt", e.starts_at::text as "startsAt",
      e.time_known as "timeKnown", e.time_confirmed as "timeConfirmed", e.date_confirmed as "dateConfirmed", e.status,
      e.shift_weeks as "shiftWeeks", e.updated_at::text as "updatedAt",
      c.slug as competition, coalesce(s.name, '') as season,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', p.performer_id, 'role', p.role) order by p.position)
        from event_performers p where p.event_id = e.id
      ), '[]') as performers
    from wanted join events e using (id) join categories c on c.id = e.category_id left join seasons s on s.id = e.season_id
    order by e.id`.execute(db)
  return rows
}

export async function findSeason(
  db: DbOrTx,
  categoryId: number,
  name: string,
): Promise<SeasonRow | undefined> {
  const { rows } = await sql<SeasonRow>`
    select id, category_id as "categoryId", shift_weeks as "shiftWeeks" from seasons
    where category_id = ${categoryId} and name = ${name}`.execute(db)
  return rows[0]
}

/** Adds a season; returns nothing if it exists. */
export async function insertSeason(tx: Tx, categoryId: number, name: string): Promise<SeasonRow | undefined> {
  const { rows } = await sql<SeasonRow>`
    insert into seasons (category_id, name) values (${categoryId}, ${name}) on conflict do nothing
    returning id, category_id as "categoryId", shift_weeks as "shiftWeeks"`.execute(tx)
  return rows[0]
}
