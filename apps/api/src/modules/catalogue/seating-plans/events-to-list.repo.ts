import type { EventStatus } from '@terrace/domain/lifecycles/event-status'
import type { NamedBlock } from '@terrace/domain/tickets/section-names'
import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

/** An event to place many listings in. */
export interface EventToList {
  eventId: number
  venueId: number
  title: string
  startsAt: Date
  status: EventStatus
  localDay: string
  timezone: string
}

/** The events with these ids; unknown ones are left out. */
export async function readEventsToList(db: DbOrTx, eventIds: readonly number[]): Promise<EventToList[]> {
  const { rows } = await sql<EventToList>`
    select id as "eventId", venue_id as "venueId", title, starts_at as "startsAt", status,
      to_char(local_at, 'YYYY-MM-DD') as "localDay", timezone
    from events where id = any(${eventIds}::integer[])`.execute(db)
  return rows
}

export interface BlockWithCategory extends NamedBlock {
  /** `null` when the plan names a category that was not stored. */
  categoryId: number | null
}

/** The blocks of these venues in the order of their plans; none for a venue without a plan. */
export async function readBlocksWithCategories(
  db: DbOrTx,
  venueIds: readonly number[],
): Promise<{ venueId: number; blocks: BlockWithCategory[] }[]> {
  const { rows } = await sql<{ venueId: number; blocks: BlockWithCategory[] }>`
    select v.id as "venueId", coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', coalesce(b ->> 'id', b ->> 'name'), 'name', b ->> 'name', 'level', coalesce(b ->> 'level', ''),
        'categoryId', (
          select c.id from jsonb_array_elements(p.plan -> 'categories') k
          join seating_categories c on c.venue_id = v.id and c.name = k ->> 'name'
          where k ->> 'key' = b ->> 'category' limit 1
        ),
        'otherNames', array(
          select n.name from section_names n
          where n.venue_id = v.id and n.block_id = b ->> 'id' order by n.name_key
        )) order by nr)
      from jsonb_array_elements(p.plan -> 'blocks') with ordinality as t(b, nr)
    ), '[]') as blocks
    from venues v left join seating_plans p on p.venue_id = v.id
    where v.id = any(${venueIds}::integer[])`.execute(db)
  return rows
}
