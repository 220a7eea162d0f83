import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { EventValues } from './event-values.ts'
import { changingOutcomes } from './import-run.ts'

const eventColumns =
  sql.raw(`"sourceKey" text, title text, slug text, "categoryId" integer, "seasonId" integer,
  "venueId" integer, round text, "sourceLocal" timestamp, "firstSourceLocal" timestamp, "shiftWeeks" integer,
  "localAt" timestamp, timezone text, "startsAt" timestamptz, "timeKnown" boolean, "timeConfirmed" boolean,
  "dateConfirmed" boolean, status text`)

/** Inserts events that no one sees before the run's switch. Returns their ids by source key. */
export async function insertStaged(
  tx: Tx,
  runId: number,
  values: readonly EventValues[],
): Promise<Map<string, number>> {
  if (values.length === 0) return new Map()
  const { rows } = await sql<{ id: number; key: string }>`
    insert into catalogue_events (import_run_id, source_key, title, slug, category_id, season_id, venue_id, round,
      source_local_at, first_source_local_at, shift_weeks, local_at, timezone, starts_at, time_known, time_confirmed,
      date_confirmed, status)
    select ${runId}::integer, "sourceKey", title, slug, "categoryId", "seasonId", "venueId", round, "sourceLocal",
      "firstSourceLocal", "shiftWeeks", "localAt", timezone, "startsAt", "timeKnown", "timeConfirmed", "dateConfirmed",
      status
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r(${eventColumns})
    returning id, source_key as key`.execute(tx)
  const ids = new Map(rows.map(({ id, key }) => [key, id]))
  const links = values.flatMap(({ sourceKey, performers }) =>
    performers.map(({ id, role }, position) => ({
      event: ids.get(sourceKey),
      id,
      role,
      position,
      opponent: role === 'home' ? performers.find((other) => other.role === 'away')?.id : undefined,
    })),
  )
  await sql`
    insert into event_performers (event_id, performer_id, role, position, opponent_id)
    select event, id, role, position, opponent from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
      as r(event integer, id integer, role text, position smallint, opponent integer)`.execute(tx)
  return ids
}

// Literals, so that the index on changing rows serves it.
const isChanging = sql`r.outcome in (${sql.join(changingOutcomes.map((outcome) => sql.lit(outcome)))})`

/**
 * Changes all events of the run at once. Returns how many: fewer than staged where an event was changed after it was
 * read.
 */
export async function applyChanges(tx: Tx, runId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update catalogue_events e set title = v.title, slug = v.slug, venue_id = v."venueId", round = v.round,
      source_local_at = v."sourceLocal", first_source_local_at = v."firstSourceLocal", local_at = v."localAt",
      timezone = v.timezone, starts_at = v."startsAt", time_known = v."timeKnown", time_confirmed = v."timeConfirmed",
      date_confirmed = v."dateConfirmed", status = v.status, updated_at = clock_timestamp()
    from (
      select r.event_id, r.before ->> 'updatedAt' as "updatedAt", a.*
      from import_rows r cross join lateral jsonb_to_record(r.after) as a(${eventColumns})
      where r.run_id = ${runId} and ${isChanging}
    ) v
    where e.id = v.event_id and e.updated_at = v."updatedAt"::timestamptz`.execute(tx)
  await sql`
    delete from event_performers p using import_rows r
    where r.run_id = ${runId} and ${isChanging} and p.event_id = r.event_id
      and r.before -> 'performers' is distinct from r.after -> 'performers'`.execute(tx)
  await sql`
    insert into event_performers (event_id, performer_id, role, position, opponent_id)
    select r.event_id, (p.value ->> 'id')::integer, p.value ->> 'role', p.position - 1,
      case p.value ->> 'role' when 'home'
        then (jsonb_path_query_first(r.after, '$.performers[*] ? (@.role == "away").id'))::integer end
    from import_rows r cross join lateral jsonb_array_elements(r.after -> 'performers') with ordinality p(value, position)
    where r.run_id = ${runId} and ${isChanging}
      and r.before -> 'performers' is distinct from r.after -> 'performers'`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Writes to the outbox what the switch shows, changes and hides. */
export async function publishRun(tx: Tx, runId: number): Promise<void> {
  await sql`select publish_import(${runId}::integer)`.execute(tx)
}

interface Page {
  after: number
  limit: number
}

/** Ends the staging of the next new events and returns their ids and the last position, or nothing at the end. */
export async function clearStaged(
  tx: Tx,
  runId: number,
  { after, limit }: Page,
): Promise<{ ids: number[]; last: number } | undefined> {
  const { rows } = await sql<{ ids: number[]; last: number | null }>`
    with page as (
      select position, event_id from import_rows
      where run_id = ${runId} and outcome = 'new' and position > ${after} order by position limit ${limit}
    ), cleared as (
      update catalogue_events e set import_run_id = null from page
      where e.id = page.event_id and e.import_run_id = ${runId} returning e.id
    )
    select array(select id from cleared order by id) as ids, (select max(position) from page) as last`.execute(
    tx,
  )
  const [page] = rows
  return page && page.last !== null ? { ids: page.ids, last: page.last } : undefined
}

/** Deletes the next staged events of a run that was never visible and returns the last position, or nothing at the end. */
export async function deleteStaged(
  tx: Tx,
  runId: number,
  { after, limit }: Page,
): Promise<number | undefined> {
  const { rows } = await sql<{ ids: number[]; last: number | null }>`
    with page as (
      select position, event_id from import_rows
      where run_id = ${runId} and outcome = 'new' and position > ${after} order by position limit ${limit}
    )
    select array(
      select e.id from page join catalogue_events e on e.id = page.event_id and e.import_run_id = ${runId}
      where exists (select from import_runs i where i.id = ${runId} and not i.shows_events)
    ) as ids, (select max(position) from page) as last`.execute(tx)
  const [page] = rows
  if (!page || page.last === null) return undefined
  await deleteEvents(tx, page.ids)
  return page.last
}

async function deleteEvents(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  // Explicit, because the cascade would run one statement per event.
  await sql`delete from event_performers where event_id = any(${ids})`.execute(tx)
  await sql`delete from catalogue_events where id = any(${ids})`.execute(tx)
}

const usesOf = (id: ReturnType<typeof sql>) => sql`
  case
    when exists (
      select from listings l join order_lines o on o.listing_id = l.id where l.event_id = ${id}) then 'sold'
    when exists (select from listings l join holds h on h.listing_id = l.id where l.event_id = ${id}) then 'held'
    when exists (select from quotes q where q.event_id = ${id}) then 'quoted'
    when exists (select from listings l where l.event_id = ${id}) then 'listed'
  end`

/** Why events stay although their import is undone: someone sells, holds or quotes tickets for them. */
export async function findUses(
  db: DbOrTx,
  ids: readonly number[],
): Promise<Map<number, 'sold' | 'held' | 'quoted' | 'listed'>> {
  const { rows } = await sql<{ id: number; use: 'sold' | 'held' | 'quoted' | 'listed' | null }>`
    select u.event as id, ${usesOf(sql`u.event`)} as use from unnest(${ids}::integer[]) as u(event)`.execute(
    db,
  )
  return new Map(rows.flatMap(({ id, use }) => (use ? [[id, use] as const] : [])))
}

/** Marks visible events that an undo will hide. */
export async function markForRemoval(tx: Tx, runId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update catalogue_events set import_run_id = ${runId}
    where id = any(${ids}::integer[]) and import_run_id is null`.execute(tx)
}

/** Takes the marks back, also from events that the switch has hidden. */
export async function unmark(tx: Tx, runId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update catalogue_events set import_run_id = null
    where id = any(${ids}::integer[]) and import_run_id = ${runId}`.execute(tx)
}

/** Takes the marks of the next events back and returns the last position, or nothing at the end. */
export async function unmarkPage(tx: Tx, runId: number, { after, limit }: Page): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`
    with page as (
      select position, event_id from import_rows
      where run_id = ${runId} and position > ${after} order by position limit ${limit}
    ), unmarked as (
      update catalogue_events e set import_run_id = null from page
      where e.id = page.event_id and e.import_run_id = ${runId}
    )
    select max(position) as last from page`.execute(tx)
  return rows[0]?.last ?? undefined
}

/**
 * Deletes the next hidden events of an undo and returns the last position, or nothing at the end. Events that someone held
 * in the moment of the switch are shown again and returned.
 */
export async function deleteHidden(
  tx: Tx,
  runId: number,
  { after, limit }: Page,
): Promise<{ kept: Map<number, string>; last: number } | undefined> {
  // The lock waits for transactions that add a hold of the event.
  const { rows } = await sql<{ ids: number[]; last: number | null }>`
    with page as (
      select position, event_id from import_rows
      where run_id = ${runId} and outcome = 'removed' and position > ${after} order by position limit ${limit}
    ), locked as (
      select e.id from page join catalogue_events e on e.id = page.event_id and e.import_run_id = ${runId}
      order by e.id for update of e
    )
    select array(select id from locked) as ids, (select max(position) from page) as last`.execute(tx)
  const [page] = rows
  if (!page || page.last === null) return undefined
  const kept = await findUses(tx, page.ids)
  await unmark(tx, runId, [...kept.keys()])
  await deleteEvents(
    tx,
    page.ids.filter((id) => !kept.has(id)),
  )
  return { kept, last: page.last }
}

/** Notes in the run's rows that these events stay, and why. */
export async function recordKeptEvents(
  tx: Tx,
  runId: number,
  kept: ReadonlyMap<number, string>,
): Promise<void> {
  if (kept.size === 0) return
  const rows = [...kept].map(([id, reason]) => ({ id, reason }))
  await sql`
    update import_rows r set outcome = 'kept', reason = k.reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as k(id integer, reason text)
    where r.run_id = ${runId} and r.event_id = k.id`.execute(tx)
}

/** Events that an undo is about to hide and that someone uses meanwhile. */
export async function findUsedRemovals(db: DbOrTx, runId: number): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; use: string }>`
    select * from (
      select r.event_id as id, ${usesOf(sql`r.event_id`)} as use from import_rows r
      where r.run_id = ${runId} and r.outcome = 'removed'
    ) used where use is not null`.execute(db)
  return new Map(rows.map(({ id, use }) => [id, use]))
}

/** Announces events that are visible again. */
export async function announce(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select invalidate_search(${ids}::integer[])`.execute(tx)
}
