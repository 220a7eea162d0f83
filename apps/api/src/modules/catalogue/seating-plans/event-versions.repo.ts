import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

/** The events with hashes of what `readEventsToList` says of them; unknown ones are left out. */
export async function readEventVersions(
  db: DbOrTx,
  eventIds: readonly number[],
): Promise<{ eventId: number; venueId: number; version: string }[]> {
  const { rows } = await sql<{ eventId: number; venueId: number; version: string }>`
    select id as "eventId", venue_id as "venueId",
      md5(jsonb_build_array(title, extract(epoch from starts_at), status, extract(epoch from local_at), timezone)::text)
        as version
    from events where id = any(${eventIds}::integer[])`.execute(db)
  return rows
}

/** Hashes of the blocks of these venues, with their names and categories. */
export async function readVenueVersions(
  db: DbOrTx,
  venueIds: readonly number[],
): Promise<{ venueId: number; version: string }[]> {
  // Plans that were stored before the trigger existed have no hash yet.
  await sql`
    update seating_plans set blocks_hash = hash_blocks(plan)
    where venue_id = any(${venueIds}::integer[]) and blocks_hash is null`.execute(db)
  const { rows } = await sql<{ venueId: number; version: string }>`
    select v.id as "venueId", md5(jsonb_build_array(p.blocks_hash,
      (select jsonb_agg(jsonb_build_array(c.id, c.name) order by c.id) from seating_categories c where c.venue_id = v.id),
      (select jsonb_agg(jsonb_build_array(n.block_id, n.name, n.name_key) order by n.name_key)
        from section_names n where n.venue_id = v.id)
    )::text) as version
    from venues v left join seating_plans p on p.venue_id = v.id
    where v.id = any(${venueIds}::integer[])`.execute(db)
  return rows
}
