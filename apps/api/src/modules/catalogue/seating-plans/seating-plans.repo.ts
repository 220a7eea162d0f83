import type { EventStatus } from '@terrace/domain/lifecycles/event-status'
import type { SeatingPlan } from '@terrace/domain/seating-plan/seating-plan'
import type { NamedBlock } from '@terrace/domain/tickets/section-names'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

/** A venue's plan with the database ids of its categories. */
export interface VenuePlan {
  venueId: number
  isSchematic: boolean
  plan: SeatingPlan
  categories: { id: number; name: string; level: string; rank: number }[]
  /** Sellers' other names of blocks, by block id. */
  otherNames: Record<string, string[]>
}

/** `undefined` for an unknown venue or one without a plan. */
export async function findSeatingPlan(db: DbOrTx, venueId: number): Promise<VenuePlan | undefined> {
  const { rows } = await sql<VenuePlan>`
    select p.venue_id as "venueId", p.is_schematic as "isSchematic", p.plan,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'level', c.level, 'rank', c.rank)
          order by c.rank, c.id)
        from seating_categories c
        where c.venue_id = p.venue_id
          and c.name in (select k ->> 'name' from jsonb_array_elements(p.plan -> 'categories') k)
      ), '[]') as categories,
      coalesce((
        select jsonb_object_agg(n.block_id, n.names) from (
          select block_id, jsonb_agg(name order by name_key) as names
          from section_names where venue_id = p.venue_id group by block_id
        ) n
      ), '{}') as "otherNames"
    from seating_plans p where p.venue_id = ${venueId}`.execute(db)
  return rows[0]
}

/** The venue's blocks with all their names; empty without a plan. */
export async function readVenueBlocks(db: DbOrTx, venueId: number): Promise<NamedBlock[]> {
  const { rows } = await sql<NamedBlock>`
    select b ->> 'id' as id, b ->> 'name' as name, b ->> 'level' as level,
      array(
        select n.name from section_names n
        where n.venue_id = p.venue_id and n.block_id = b ->> 'id' order by n.name_key
      ) as "otherNames"
    from seating_plans p, jsonb_array_elements(p.plan -> 'blocks') with ordinality as t(b, nr)
    where p.venue_id = ${venueId} order by nr`.execute(db)
  return rows
}

export interface EventSection {
  eventId: number
  startsAt: Date
  status: EventStatus
  localDay: string
  /** `null` when the venue has no such block. */
  categoryId: number | null
  /** Some block names for an error message; empty without a plan. */
  examples: string[]
}

/** An event with the category of one block of its venue; `undefined` for an unknown event. */
export async function findEventSection(
  db: DbOrTx,
  eventId: number,
  section: string,
): Promise<EventSection | undefined> {
  const { rows } = await sql<EventSection>`
    select e.id as "eventId", e.starts_at as "startsAt", e.status, to_char(e.local_at, 'YYYY-MM-DD') as "localDay",
      (
        select c.id from jsonb_array_elements(p.plan -> 'blocks') b
        join jsonb_array_elements(p.plan -> 'categories') k on k ->> 'key' = b ->> 'category'
        join seating_categories c on c.venue_id = e.venue_id and c.name = k ->> 'name'
        where b ->> 'name' = ${section} limit 1
      ) as "categoryId",
      array(
        select b ->> 'name' from jsonb_array_elements(p.plan -> 'blocks') with ordinality as t(b, nr)
        order by nr limit 3
      ) as examples
    from events e left join seating_plans p on p.venue_id = e.venue_id where e.id = ${eventId}`.execute(db)
  return rows[0]
}

interface NewPlan {
  venueId: number
  plan: SeatingPlan
}

/** Stores generated plans for venues without one. */
export async function insertGeneratedPlans(tx: Tx, drawn: readonly NewPlan[]): Promise<void> {
  await sql`
    insert into seating_plans (venue_id, is_schematic, plan)
    select "venueId", true, plan from jsonb_to_recordset(${JSON.stringify(drawn)}::jsonb)
      as r("venueId" integer, plan jsonb)
    on conflict (venue_id) do nothing`.execute(tx)
  await saveCategories(tx, drawn)
}

export async function savePlanFromFile(
  tx: Tx,
  { venueId, plan }: NewPlan,
): Promise<'added' | 'replaced' | 'unchanged'> {
  const text = JSON.stringify(plan)
  const { rows } = await sql<{ isSame: boolean }>`
    select is_from_file and plan = ${text}::jsonb as "isSame"
    from seating_plans where venue_id = ${venueId} for update`.execute(tx)
  const [before] = rows
  if (before?.isSame) return 'unchanged'
  await sql`
    insert into seating_plans (venue_id, is_schematic, is_from_file, plan)
    values (${venueId}, ${plan.schematic}, true, ${text}::jsonb)
    on conflict (venue_id) do update
      set is_schematic = excluded.is_schematic, is_from_file = true, plan = excluded.plan`.execute(tx)
  await saveCategories(tx, [{ venueId, plan }])
  return before ? 'replaced' : 'added'
}

/** Keeps the categories of earlier plans, because listings reference them. */
async function saveCategories(tx: Tx, plans: readonly NewPlan[]): Promise<void> {
  const categories = plans.flatMap(({ venueId, plan }) =>
    plan.categories.map(({ name, level, rank }) => ({ venueId, name, level, rank })),
  )
  await sql`
    insert into seating_categories (venue_id, name, level, rank)
    select "venueId", name, level, rank from jsonb_to_recordset(${JSON.stringify(categories)}::jsonb)
      as r("venueId" integer, name text, level text, rank smallint)
    on conflict (venue_id, name) do update set level = excluded.level, rank = excluded.rank`.execute(tx)
}

/** Block names affect section filters, so open pages and cached event snapshots must reload. */
export async function invalidateVenueFeeds(tx: Tx, venueId: number, now: Date): Promise<void> {
  await sql`
    select invalidate_feed(array(select id from events where venue_id = ${venueId} and starts_at > ${now}))`.execute(
    tx,
  )
}

/** Sections with active listings for upcoming events at the venue. */
export async function readSectionsOnSale(
  db: DbOrTx,
  venueId: number,
  now: Date,
): Promise<{ section: string; listings: number }[]> {
  const { rows } = await sql<{ section: string; listings: number }>`
    select l.section, count(*)::int as listings
    from events e join listings l on l.event_id = e.id and l.status = 'active'
    where e.venue_id = ${venueId} and e.starts_at > ${now}
    group by l.section order by count(*) desc, l.section`.execute(db)
  return rows
}

export interface SectionName {
  name: string
  nameKey: string
  blockId: string
}

/** Adds other names of blocks; a name that is already in use moves to the new block. */
export async function saveSectionNames(
  tx: Tx,
  venueId: number,
  names: readonly SectionName[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into section_names (venue_id, name_key, name, block_id)
    select ${venueId}, "nameKey", name, "blockId" from jsonb_to_recordset(${JSON.stringify(names)}::jsonb)
      as r("nameKey" text, name text, "blockId" text)
    on conflict (venue_id, name_key) do update set name = excluded.name, block_id = excluded.block_id
      where (section_names.name, section_names.block_id) is distinct from (excluded.name, excluded.block_id)
    returning xmax = 0 as "isNew"`.execute(tx)
  const added = rows.filter(({ isNew }) => isNew).length
  return { added, changed: rows.length - added, unchanged: names.length - rows.length }
}
