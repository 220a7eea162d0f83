import type { EventStatus } from '@terrace/domain/event-status'
import type { SeatingPlan } from '@terrace/domain/seating-plan'
import { sql } from 'kysely'
import type { Reader } from '#api/db/transaction.ts'

/** A venue's plan with the ids under which listings name its categories. */
export interface VenuePlan {
  venueId: number
  isSchematic: boolean
  plan: SeatingPlan
  categories: { id: number; name: string; level: string; rank: number }[]
}

/** Undefined for an unknown venue and for one that has no plan. */
export async function findSeatingPlan(db: Reader, venueId: number): Promise<VenuePlan | undefined> {
  const { rows } = await sql<VenuePlan>`
    select p.venue_id as "venueId", p.is_schematic as "isSchematic", p.plan,
      (
        select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'level', c.level, 'rank', c.rank)
          order by c.rank, c.id)
        from seating_categories c where c.venue_id = p.venue_id
      ) as categories
    from seating_plans p where p.venue_id = ${venueId}`.execute(db)
  return rows[0]
}

export interface EventSection {
  eventId: number
  startsAt: Date
  status: EventStatus
  localDay: string
  /** Null where the venue has no such block. */
  categoryId: number | null
  /** Some blocks to name in a message; empty without a plan. */
  examples: string[]
}

/** An event with the category of one block of its ground; undefined for an unknown event. */
export async function findEventSection(
  db: Reader,
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
