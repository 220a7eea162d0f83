import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { NamedEvent } from '../reading/inventory-row.ts'

export interface EventRequest {
  id: string
  teamId: string
  teamName: string
  importId: string
  /** The system whose id `foreignId` is. */
  source: string
  foreignId: string | null
  nameKey: string
  named: NamedEvent
  state: 'open' | 'answered' | 'declined'
  eventId: number | null
  eventTitle: string | null
  reason: string | null
  requestedBy: string | null
  createdAt: Date
  decidedAt: Date | null
}

async function read(db: DbOrTx, rest: RawBuilder<unknown>): Promise<EventRequest[]> {
  const { rows } = await sql<EventRequest>`
    select r.id, r.team_id as "teamId", t.name as "teamName", r.import_id as "importId", r.source,
      r.foreign_id as "foreignId", r.name_key as "nameKey", r.named, r.state, r.event_id as "eventId",
      e.title as "eventTitle", r.reason, a.full_name as "requestedBy", r.created_at as "createdAt",
      r.decided_at as "decidedAt"
    from inventory_event_requests r
    join teams t on t.id = r.team_id
    left join accounts a on a.id = r.requested_by and a.erased_at is null
    left join events e on e.id = r.event_id
    ${rest}`.execute(db)
  return rows
}

export async function readTeamRequests(
  db: DbOrTx,
  teamId: string,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ requests: EventRequest[]; total: number }> {
  const requests = await read(
    db,
    sql`where r.team_id = ${teamId} order by r.created_at desc, r.id limit ${perPage} offset ${(page - 1) * perPage}`,
  )
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from inventory_event_requests where team_id = ${teamId}`.execute(db)
  return { requests, total: rows[0]?.total ?? 0 }
}

/** Open requests of all teams, the oldest first. */
export function readOpenRequests(db: DbOrTx, limit: number): Promise<EventRequest[]> {
  return read(db, sql`where r.state = 'open' order by r.created_at limit ${limit}`)
}

export async function findRequest(db: DbOrTx, id: string): Promise<EventRequest | undefined> {
  const [found] = await read(db, sql`where r.id = ${id}`)
  return found
}

interface Named {
  nameKey: string
  foreignId: string | null
}

export async function findOpenRequest(
  db: DbOrTx,
  teamId: string,
  { nameKey, foreignId }: Named,
): Promise<EventRequest | undefined> {
  const [found] = await read(
    db,
    sql`where r.team_id = ${teamId} and r.name_key = ${nameKey} and r.foreign_id is not distinct from ${foreignId}
      and r.state = 'open'`,
  )
  return found
}

export async function countOpenRequests(db: DbOrTx, teamId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from inventory_event_requests where team_id = ${teamId} and state = 'open'`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Does nothing when the team has requested the event already. */
export async function insertRequest(
  tx: Tx,
  request: Pick<EventRequest, 'id' | 'teamId' | 'importId' | 'source' | 'foreignId' | 'nameKey' | 'named'> & {
    requestedBy: string | null
    at: Date
  },
): Promise<void> {
  await sql`
    insert into inventory_event_requests (id, team_id, import_id, source, foreign_id, name_key, named, requested_by, created_at)
    values (${request.id}, ${request.teamId}, ${request.importId}, ${request.source}, ${request.foreignId},
      ${request.nameKey}, ${JSON.stringify(request.named)}, ${request.requestedBy}, ${request.at})
    on conflict (team_id, name_key, foreign_id) where state = 'open' do nothing`.execute(tx)
}

/**
 * Open requests for an event that is called this or has this id, locked: of all teams, or of the teams that are given. Without
 * a name, only the id counts.
 */
export async function lockRequestsFor(
  tx: Tx,
  named: {
    nameKey: string | null
    nameOf: string | null
    source: string
    foreignId: string | null
    foreignIdOf: string | null
  },
): Promise<EventRequest[]> {
  const { nameKey, nameOf, source, foreignId, foreignIdOf } = named
  return read(
    tx,
    sql`where r.state = 'open' and ((r.name_key = ${nameKey} and (${nameOf}::text is null or r.team_id = ${nameOf}))
        or (r.foreign_id = ${foreignId} and r.source = ${source}
        and (${foreignIdOf}::text is null or r.team_id = ${foreignIdOf})))
      order by r.id for update of r`,
  )
}

export async function closeRequests(
  tx: Tx,
  ids: readonly string[],
  outcome: { eventId: number; at: Date } | { reason: string; at: Date },
): Promise<void> {
  await sql`
    update inventory_event_requests set state = ${'eventId' in outcome ? 'answered' : 'declined'},
      event_id = ${'eventId' in outcome ? outcome.eventId : null}, reason = ${'reason' in outcome ? outcome.reason : null},
      decided_at = ${outcome.at}
    where id = any(${ids}::text[]) and state = 'open'`.execute(tx)
}

/**
 * What held rows of all teams, or of one, name: an event by its key in files (`eventKeyOf`), a name (`nameKeyOf`), or the id
 * of a system.
 */
export type FreedName = { teamId: string | null } & (
  | { key: string }
  | { nameKey: string }
  | { foreignId: string; source: string }
)

/**
 * Frees the held rows that name the event, in all imports that are not applied yet; returns how many imports. Their preview is
 * made again, also where it is being made now. Imports are locked first, so that none starts to be applied in between.
 */
export async function freeHeldRows(tx: Tx, names: readonly FreedName[], eventId: number): Promise<number> {
  const freedNames = sql`jsonb_to_recordset(${JSON.stringify(names)}::jsonb)
    as n (key text, "nameKey" text, "foreignId" text, source text, "teamId" text)`
  // The name is the last part of a key. A file's ids are of the system of its dialect, or else of its profile.
  const isFreed = sql`e.event_id is null and not e.is_skipped and (n."teamId" is null or n."teamId" = i.team_id)
    and (e.key = n.key or right(e.key, length(n."nameKey") + 1) = '|' || n."nameKey"
      or (e.named ->> 'foreignId' = n."foreignId" and n.source = coalesce((
        select v.settings ->> 'dialect' from inventory_profile_versions v
        where v.profile_id = i.profile_id and v.version = i.profile_version), i.profile_id)))`
  const { rows: locked } = await sql<{ id: string }>`
    select locked.id from inventory_imports locked
    where locked.state in ('matched', 'previewed') and locked.id in (
      select i.id from inventory_import_events e join inventory_imports i on i.id = e.import_id
      join ${freedNames} on ${isFreed}
      where i.state in ('matched', 'previewed')
    ) order by locked.id for update`.execute(tx)
  const ids = locked.map(({ id }) => id)
  const { rows } = await sql`
    with freed as (
      update inventory_import_events e set event_id = ${eventId}, matched_by = 'alias'
      from inventory_imports i, ${freedNames}
      where i.id = any(${ids}::text[]) and e.import_id = i.id and ${isFreed}
      returning e.import_id, e.key
    ), freed_rows as (
      update inventory_import_rows r set action = 'pending', code = null, message = null
      from freed f where r.import_id = f.import_id and r.event_key = f.key and r.contents is not null
    )
    update inventory_imports set state = 'matched', claimed_until = case state when 'matched' then claimed_until end
    where id in (select import_id from freed) returning id`.execute(tx)
  return rows.length
}
