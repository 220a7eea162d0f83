import type { EventStatus } from '@terrace/domain/lifecycles/event-status'
import type { NamedBlock } from '@terrace/domain/tickets/section-names'
import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

export interface EventBlock extends NamedBlock {
  /** `null` when the plan names a category that was not stored. */
  categoryId: number | null
}

/** An event with the blocks of its venue, to place many listings in it. */
export interface EventWithBlocks {
  eventId: number
  title: string
  startsAt: Date
  status: EventStatus
  localDay: string
  timezone: string
  blocks: EventBlock[]
}

/** The events with these ids; unknown ones are left out. */
export async function readEventsWithBlocks(
  db: DbOrTx,
  eventIds: readonly number[],
): Promise<EventWithBlocks[]> {
  const { rows } = await sql<EventWithBlocks>`
    select e.id as "eventId", e.title, e.starts_at as "startsAt", e.status,
      to_char(e.local_at, 'YYYY-MM-DD') as "localDay", e.timezone, coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', coalesce(b ->> 'id', b ->> 'name'), 'name', b ->> 'name', 'level', coalesce(b ->> 'level', ''),
          'categoryId', (
            select c.id from jsonb_array_elements(p.plan -> 'categories') k
            join seating_categories c on c.venue_id = e.venue_id and c.name = k ->> 'name'
            where k ->> 'key' = b ->> 'category' limit 1
          ),
          'otherNames', array(
            select n.name from section_names n
            where n.venue_id = e.venue_id and n.block_id = b ->> 'id' order by n.name_key
          )) order by nr)
        from jsonb_array_elements(p.plan -> 'blocks') with ordinality as t(b, nr)
      ), '[]') as blocks
    from events e left join seating_plans p on p.venue_id = e.venue_id
    where e.id = any(${eventIds}::integer[])`.execute(db)
  return rows
}
