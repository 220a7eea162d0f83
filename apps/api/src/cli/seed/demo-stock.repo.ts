import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'

/** A listing as published in the outbox. */
export interface RemovedListing {
  eventId: number
  listingId: string
  version: number
}

/**
 * Deletes demo listings without holds or orders. Returns the ids of the kept ones, and one deleted listing per event.
 */
export async function removeDemoListings(
  db: Db,
): Promise<{ retained: Set<string>; deleted: RemovedListing[] }> {
  const { rows: deleted } = await sql<RemovedListing>`
    with removed as (
      delete from listings l where l.is_demo
        and not exists (select 1 from holds h where h.listing_id = l.id)
        and not exists (select 1 from order_lines o where o.listing_id = l.id)
      returning event_id, id, version
    )
    select distinct on (event_id) event_id as "eventId", id as "listingId", version from removed`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from listings where is_demo`.execute(db)
  return { retained: new Set(rows.map((row) => row.id)), deleted }
}

/** One active demo listing per event. */
export async function oneListingOfEach(db: Db): Promise<RemovedListing[]> {
  const { rows } = await sql<RemovedListing>`
    select distinct on (event_id) event_id as "eventId", id as "listingId", version from listings
    where is_demo and status = 'active' order by event_id, id`.execute(db)
  return rows
}

export async function findEventsWithoutDemand(db: Db): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select event_id as id from event_stats where demand = 0`.execute(db)
  return new Set(rows.map((row) => row.id))
}

export async function analyzeListings(db: Db): Promise<void> {
  await sql`analyze listings`.execute(db)
}

/**
 * Updates planner statistics after a bulk load. Empty tables are skipped: once analysed as empty, the planner keeps
 * assuming it.
 */
export async function analyzeFilled(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`.execute(db)
  await sql`analyze ${sql.join(rows.map(({ name }) => sql.raw(name)))}`.execute(db)
}

/** The listing count of the loaded demo; `undefined` if it is not loaded. */
export async function readLoaded(db: Db, seed: string): Promise<number | undefined> {
  const { rows } = await sql<{ listings: number }>`
    select listings from demo_stock where name = 'listings' and seed = ${seed}`.execute(db)
  return rows[0]?.listings
}

export async function writeLoaded(db: Db, seed: string, listings: number): Promise<void> {
  await sql`
    insert into demo_stock (name, seed, listings) values ('listings', ${seed}, ${listings})
    on conflict (name) do update set seed = excluded.seed, listings = excluded.listings, loaded_at = clock_timestamp()
  `.execute(db)
}

/** Whether this version of the demo's competitions, names and performers is loaded. */
export async function hasCatalogue(db: Db, version: string): Promise<boolean> {
  const { rows } = await sql`select from demo_stock where name = 'catalogue' and seed = ${version}`.execute(
    db,
  )
  return rows.length > 0
}

export async function markCatalogue(db: Db, version: string): Promise<void> {
  await sql`
    insert into demo_stock (name, seed, listings) values ('catalogue', ${version}, 0)
    on conflict (name) do update set seed = excluded.seed, loaded_at = clock_timestamp()`.execute(db)
}
