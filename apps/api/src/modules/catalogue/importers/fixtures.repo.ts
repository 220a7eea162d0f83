import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import type { Competition } from './competitions.ts'
import type { StoredFixture } from './merge-fixture.ts'

export interface SeasonRow {
  id: number
  categoryId: number
  shiftWeeks: number
}

/** The competition's category below its sport or genre, both made when they are missing. Answers its id. */
export async function ensureCategory(tx: Tx, competition: Competition): Promise<number> {
  const { parent } = competition
  // Written only when it is news: whatever touches a category makes the search read all of its events again.
  const { rows: known } = await sql<{ id: number }>`
    select c.id from categories c join categories p on p.id = c.parent_id
    where c.slug = ${competition.slug} and c.name = ${competition.name} and p.name = ${parent.name}
      and c.confirm_ahead_days is not distinct from ${competition.confirmAheadDays}::smallint`.execute(tx)
  if (known[0]) return known[0].id
  const { rows } = await sql<{ id: number }>`
    with parent as (
      insert into categories (kind, name, slug, position) values (${parent.kind}, ${parent.name}, ${parent.slug}, 0)
      on conflict (slug) do update set name = excluded.name returning id
    )
    insert into categories (parent_id, kind, name, slug, position, confirm_ahead_days)
    select parent.id, 'competition', ${competition.name}, ${competition.slug}, ${competition.position}::integer,
      ${competition.confirmAheadDays}::smallint
    from parent
    on conflict (slug) do update set name = excluded.name, confirm_ahead_days = excluded.confirm_ahead_days
    returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

export async function ensureSeason(tx: Tx, categoryId: number, name: string): Promise<SeasonRow> {
  const find = async () => {
    const { rows } = await sql<SeasonRow>`
      select id, category_id as "categoryId", shift_weeks as "shiftWeeks" from seasons
      where category_id = ${categoryId} and name = ${name}`.execute(tx)
    return rows[0]
  }
  const known = await find()
  if (known) return known
  await sql`insert into seasons (category_id, name) values (${categoryId}, ${name}) on conflict do nothing`.execute(
    tx,
  )
  const season = await find()
  if (!season) throw new Error(`season ${name} was not inserted`)
  return season
}

/** The stored events of these keys, locked, so that two imports at once do not both change them. */
export async function lockStored(tx: Tx, keys: readonly string[]): Promise<Map<string, StoredFixture>> {
  const { rows } = await sql<StoredFixture & { sourceKey: string }>`
    select e.id, e.source_key as "sourceKey", e.title, e.venue_id as "venueId", e.timezone, e.round,
      to_char(e.source_local_at, 'YYYY-MM-DD"T"HH24:MI') as "sourceLocal",
      to_char(e.first_source_local_at, 'YYYY-MM-DD"T"HH24:MI') as "firstSourceLocal",
      to_char(e.local_at, 'YYYY-MM-DD"T"HH24:MI') as "localAt",
      e.time_known as "timeKnown", e.time_confirmed as "timeConfirmed", e.date_confirmed as "dateConfirmed", e.status,
      e.shift_weeks as "shiftWeeks",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', p.performer_id, 'role', p.role) order by p.position)
        from event_performers p where p.event_id = e.id
      ), '[]') as performers
    from events e where e.source_key = any(${keys})
    order by e.id for update`.execute(tx)
  return new Map(rows.map(({ sourceKey, ...stored }) => [sourceKey, stored]))
}

/** A whole event row; money and stock are no part of it. */
export interface EventValues {
  id: number | null
  sourceKey: string
  title: string
  slug: string
  categoryId: number
  seasonId: number
  venueId: number
  round: string | null
  sourceLocal: string
  firstSourceLocal: string | null
  shiftWeeks: number
  localAt: string
  timezone: string
  startsAt: Date
  timeKnown: boolean
  timeConfirmed: boolean
  dateConfirmed: boolean
  status: StoredFixture['status']
  performers: StoredFixture['performers']
}

const recordset = (values: readonly EventValues[]) => sql`
  jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v(
    id integer, "sourceKey" text, title text, slug text, "categoryId" integer, "seasonId" integer, "venueId" integer,
    round text, "sourceLocal" timestamp, "firstSourceLocal" timestamp, "shiftWeeks" integer, "localAt" timestamp,
    timezone text, "startsAt" timestamptz, "timeKnown" boolean, "timeConfirmed" boolean, "dateConfirmed" boolean,
    status text
  )`

/** Inserts events with their performers; answers the ids in the order of the values. */
export async function insertEvents(tx: Tx, values: readonly EventValues[]): Promise<number[]> {
  if (values.length === 0) return []
  const { rows } = await sql<{ id: number; source_key: string }>`
    insert into events (source_key, title, slug, category_id, season_id, venue_id, round, source_local_at,
      first_source_local_at, shift_weeks, local_at, timezone, starts_at, time_known, time_confirmed, date_confirmed, status)
    select "sourceKey", title, slug, "categoryId", "seasonId", "venueId", round, "sourceLocal", "firstSourceLocal",
      "shiftWeeks", "localAt", timezone, "startsAt", "timeKnown", "timeConfirmed", "dateConfirmed", status
    from ${recordset(values)}
    returning id, source_key`.execute(tx)
  const ids = new Map(rows.map((row) => [row.source_key, row.id]))
  const inserted = values.map((value) => ({ ...value, id: ids.get(value.sourceKey) ?? 0 }))
  await insertPerformers(tx, inserted)
  return inserted.map((value) => value.id)
}

/** Writes events that a source has changed, and their performers anew. */
export async function updateEvents(tx: Tx, values: readonly (EventValues & { id: number })[]): Promise<void> {
  if (values.length === 0) return
  await sql`
    update events e set title = v.title, slug = v.slug, venue_id = v."venueId", round = v.round,
      source_local_at = v."sourceLocal", first_source_local_at = v."firstSourceLocal", local_at = v."localAt",
      timezone = v.timezone, starts_at = v."startsAt", time_known = v."timeKnown", time_confirmed = v."timeConfirmed",
      date_confirmed = v."dateConfirmed", status = v.status, updated_at = clock_timestamp()
    from ${recordset(values)} where e.id = v.id`.execute(tx)
  await sql`delete from event_performers where event_id = any(${values.map((value) => value.id)})`.execute(tx)
  await insertPerformers(tx, values)
}

async function insertPerformers(tx: Tx, values: readonly (EventValues & { id: number })[]): Promise<void> {
  const links = values.flatMap(({ id: event, performers }) =>
    performers.map(({ id, role }, position) => ({ event, id, role, position })),
  )
  if (links.length === 0) return
  await sql`
    insert into event_performers (event_id, performer_id, role, position)
    select event, id, role, position from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
      as r(event integer, id integer, role text, position smallint)`.execute(tx)
}
