import type { InventorySettings } from '@terrace/contracts/inventory-profiles'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

export type Heartbeat = NonNullable<InventorySettings['heartbeat']>

/**
 * Starts, changes or ends the expectation of regular files. Listings that were taken off sale return with the next file even
 * when it ends.
 */
export async function saveHeartbeat(
  tx: Tx,
  profileId: string,
  heartbeat: Heartbeat | null,
  now: Date,
): Promise<void> {
  if (heartbeat === null) {
    await sql`
      update inventory_heartbeats set due_at = null, stage = case when stage = 'warned' then 'waiting' else stage end
      where profile_id = ${profileId}`.execute(tx)
    return
  }
  const { warn_hours: warn, unpublish_hours: unpublish } = heartbeat
  await sql`
    insert into inventory_heartbeats as h (profile_id, last_file_at, due_at)
    values (${profileId}, ${now}, ${now}::timestamptz + make_interval(hours => ${warn}))
    on conflict (profile_id) do update set
      last_file_at = case when h.due_at is null and h.stage = 'waiting' then excluded.last_file_at else h.last_file_at end,
      due_at = case h.stage
        when 'waiting' then case when h.due_at is null then excluded.due_at
          else h.last_file_at + make_interval(hours => ${warn}) end
        when 'warned' then h.last_file_at + make_interval(hours => ${unpublish}::integer) end`.execute(tx)
}

/** A file of the profile was read: the next one is expected from now on. */
export async function recordFile(db: DbOrTx, profileId: string, at: Date): Promise<void> {
  await sql`
    update inventory_heartbeats h set last_file_at = ${at}, stage = case when stage = 'warned' then 'waiting' else stage end,
      due_at = case when stage <> 'unpublished' and v.settings -> 'heartbeat' ->> 'warn_hours' is not null
        then ${at}::timestamptz + make_interval(hours => (v.settings -> 'heartbeat' ->> 'warn_hours')::integer) end
    from inventory_profiles p
    join inventory_profile_versions v on v.profile_id = p.id and v.version = p.version
    where h.profile_id = ${profileId} and p.id = h.profile_id`.execute(db)
}

/**
 * Schedules the return of listings that were taken off sale because no file had arrived. Called when a file was applied, or
 * was the same as the last one.
 */
export async function startRepublishing(db: DbOrTx, profileId: string, importId: string): Promise<void> {
  await sql`
    update inventory_heartbeats set republish_import_id = ${importId}
    where profile_id = ${profileId}
      and exists (select from inventory_heartbeat_listings l where l.profile_id = ${profileId})`.execute(db)
}

export interface DueHeartbeat {
  profileId: string
  teamId: string
  name: string
  stage: 'waiting' | 'warned' | 'unpublished'
  lastFileAt: Date
  settings: InventorySettings
  republishImportId: string | null
  /** Listings that could not return so far. */
  refusedListings: number
}

/**
 * Locks one profile whose file is overdue, or whose listings return; `undefined` when there is none. Listings of a suspended
 * seller return after the suspension, and a step that failed waits for its next attempt.
 */
export async function lockDue(tx: Tx, now: Date): Promise<DueHeartbeat | undefined> {
  const { rows } = await sql<DueHeartbeat>`
    select h.profile_id as "profileId", p.team_id as "teamId", p.name, h.stage, h.last_file_at as "lastFileAt",
      v.settings, h.republish_import_id as "republishImportId", h.refused_listings as "refusedListings"
    from inventory_heartbeats h
    join inventory_profiles p on p.id = h.profile_id
    join inventory_profile_versions v on v.profile_id = p.id and v.version = p.version
    where h.profile_id in (
      select profile_id from inventory_heartbeats where republish_import_id is not null
      union all select profile_id from inventory_heartbeats where due_at <= ${now}
    ) and (h.retry_at is null or h.retry_at <= ${now})
      and (h.republish_import_id is null or not exists (
        select from seller_accounts s where s.team_id = p.team_id and s.suspended_at is not null))
    order by h.profile_id limit 1 for update of h skip locked`.execute(tx)
  return rows[0]
}

export async function changeHeartbeat(
  db: DbOrTx,
  profileId: string,
  values: {
    stage?: DueHeartbeat['stage']
    due_at?: Date | null
    republish_import_id?: null
    refused_listings?: number
    retry_at?: Date
  },
): Promise<void> {
  await db.updateTable('inventory_heartbeats').set(values).where('profile_id', '=', profileId).execute()
}

/** Listings of the profile that are on sale. */
export async function readListed(tx: Tx, profileId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.id from inventory_listing_sources s
    join listings l on l.id = s.listing_id and l.status = 'active' and l.sold < l.quantity
    join events e on e.id = l.event_id and e.starts_at > clock_timestamp()
    where s.profile_id = ${profileId} limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function insertUnpublished(
  tx: Tx,
  profileId: string,
  listings: readonly { id: string; revision: number }[],
): Promise<void> {
  await sql`
    insert into inventory_heartbeat_listings (listing_id, profile_id, revision)
    select id, ${profileId}, revision from jsonb_to_recordset(${JSON.stringify(listings)}::jsonb) as l (id text, revision integer)
    on conflict (listing_id) do update set profile_id = excluded.profile_id, revision = excluded.revision`.execute(
    tx,
  )
}

/**
 * Removes the next listings from the list of those that were taken off sale, and returns which of them the file names, with
 * the revision that they had then.
 */
export async function takeUnpublished(
  tx: Tx,
  profileId: string,
  { importId, limit }: { importId: string; limit: number },
): Promise<{ id: string; revision: number; isNamed: boolean }[]> {
  const { rows } = await sql<{ id: string; revision: number; isNamed: boolean }>`
    with taken as (
      delete from inventory_heartbeat_listings where listing_id in (
        select listing_id from inventory_heartbeat_listings where profile_id = ${profileId} limit ${limit})
      returning listing_id, revision
    )
    select t.listing_id as id, t.revision, exists (
        select from inventory_import_rows r
        where r.import_id = ${importId} and r.line is not null and r.action in ('new', 'changed', 'unchanged')
          and r.external_id in (l.external_id, l.id)
      ) as "isNamed"
    from taken t join listings l on l.id = t.listing_id`.execute(tx)
  return rows
}

/** Whether listings of the profile were taken off sale because no file arrived, and have not returned yet. */
export async function hasUnpublished(db: DbOrTx, profileId: string): Promise<boolean> {
  const { rows } = await sql`
    select from inventory_heartbeat_listings where profile_id = ${profileId} limit 1`.execute(db)
  return rows.length > 0
}
