import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'

/** How many sections of listings at one venue are no block of the other's plan. A venue without a plan takes the first's. */
export async function countSectionsNotIn(tx: Tx, one: number, other: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct l.section)::integer as count
    from catalogue_events e join listings l on l.event_id = e.id
    join seating_plans p on p.venue_id = ${other}
    where e.venue_id = ${one} and l.status = 'active'
      and not exists (
        select from jsonb_array_elements(p.plan -> 'blocks') block where lower(block ->> 'name') = lower(l.section))
      and not exists (
        select from section_names n where n.venue_id = ${other} and lower(n.name) = lower(l.section))`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/**
 * Gives the listings of one venue the other's seating categories of the same names, and returns those that changed.
 * Categories that the other lacks move with their listings.
 */
export async function moveListings(
  tx: Tx,
  one: number,
  other: number,
): Promise<{ eventId: number; listingId: string; version: number }[]> {
  const { rows } = await sql<{ eventId: number; listingId: string; version: number }>`
    update listings l set category_id = same.id, version = version + 1
    from seating_categories c join seating_categories same on same.venue_id = ${other} and same.name = c.name
    where c.venue_id = ${one} and l.category_id = c.id
    returning l.event_id as "eventId", l.id as "listingId", l.version`.execute(tx)
  await sql`
    update seating_categories c set venue_id = ${other} where venue_id = ${one}
      and not exists (select from seating_categories s where s.venue_id = ${other} and s.name = c.name)`.execute(
    tx,
  )
  return rows
}

/** Moves the events and everything that names the venue. */
export async function moveVenue(tx: Tx, one: number, other: number): Promise<void> {
  await sql`
    update catalogue_events set venue_id = ${other}, updated_at = clock_timestamp() where venue_id = ${one}`.execute(
    tx,
  )
  await sql`update venue_aliases set venue_id = ${other} where venue_id = ${one}`.execute(tx)
  await sql`update performer_venues set venue_id = ${other} where venue_id = ${one}`.execute(tx)
  await sql`
    update seating_plans set venue_id = ${other} where venue_id = ${one}
      and not exists (select from seating_plans p where p.venue_id = ${other})`.execute(tx)
  await sql`
    insert into section_names (venue_id, name_key, name, block_id)
    select ${other}, name_key, name, block_id from section_names where venue_id = ${one}
    on conflict do nothing`.execute(tx)
}
