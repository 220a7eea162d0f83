import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

/** One listing as the outbox tells it. */
export interface ToldListing {
  eventId: number
  listingId: string
  version: number
}

/** Removes demo listings that nobody has held or bought; answers the ids of the others, and one that is gone of each event. */
export async function removeDemoListings(db: Db): Promise<{ kept: Set<string>; gone: ToldListing[] }> {
  const { rows: gone } = await sql<ToldListing>`
    with removed as (
      delete from listings l where l.is_demo
        and not exists (select 1 from holds h where h.listing_id = l.id)
        and not exists (select 1 from order_lines o where o.listing_id = l.id)
        and not exists (select 1 from checkout_attempt_lines c where c.listing_id = l.id)
      returning event_id, id, version
    )
    select distinct on (event_id) event_id as "eventId", id as "listingId", version from removed`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from listings where is_demo`.execute(db)
  return { kept: new Set(rows.map((row) => row.id)), gone }
}

/** One active demo listing of each event. */
export async function oneListingOfEach(db: Db): Promise<ToldListing[]> {
  const { rows } = await sql<ToldListing>`
    select distinct on (event_id) event_id as "eventId", id as "listingId", version from listings
    where is_demo and status = 'active' order by event_id, id`.execute(db)
  return rows
}

/** Events that nobody has looked at yet. */
export async function readUnwanted(db: Db): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select event_id as id from event_stats where demand = 0`.execute(db)
  return new Set(rows.map((row) => row.id))
}

export async function analyzeListings(db: Db): Promise<void> {
  await sql`analyze listings`.execute(db)
}

/**
 * After thousands of new rows of which the planner knows nothing. Only what has rows: of a table that was looked at while it
 * was empty the planner believes that it is, until many have come.
 */
export async function analyzeFilled(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`.execute(db)
  await sql`analyze ${sql.join(rows.map(({ name }) => sql.raw(name)))}`.execute(db)
}

/** For how many listings the demo was loaded, undefined where it was not. */
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
