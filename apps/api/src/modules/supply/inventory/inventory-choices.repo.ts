import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

/** A choice of a filter, and how many listings it has. */
export interface Choice<Id extends string | number> {
  id: Id
  name: string
  listings: number
}

export interface InventoryChoices {
  events: { id: number; listings: number }[]
  competitions: Choice<number>[]
  performers: Choice<number>[]
  sections: Choice<string>[]
  tags: Choice<string>[]
}

/** What the team's listings of upcoming events offer to filter by. Only events are not restricted by `eventIds`. */
export async function readInventoryChoices(
  db: DbOrTx,
  { teamId, eventIds, now }: { teamId: string; eventIds: readonly number[] | undefined; now: Date },
): Promise<InventoryChoices> {
  const { rows } = await sql<InventoryChoices>`
    with stock as materialized (
      select l.event_id, e.category_id, l.section, l.tags from listings l join events e on e.id = l.event_id
      where l.seller_team_id = ${teamId} and e.starts_at > ${now}
    ), chosen as (
      select * from stock where ${eventIds ? sql`event_id = any(${eventIds})` : sql`true`}
    )
    select
      coalesce((select jsonb_agg(jsonb_build_object('id', event_id, 'listings', listings))
        from (select event_id, count(*) as listings from stock group by event_id) s), '[]') as events,
      coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'listings', s.listings) order by c.name, c.id)
        from (select category_id, count(*) as listings from chosen group by category_id) s
        join categories c on c.id = s.category_id), '[]') as competitions,
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'listings', listings) order by name, id)
        from (select p.id, p.name, sum(s.listings) as listings
          from (select event_id, count(*) as listings from chosen group by event_id) s
          join event_performers ep on ep.event_id = s.event_id join performers p on p.id = ep.performer_id
          group by p.id) s), '[]') as performers,
      coalesce((select jsonb_agg(jsonb_build_object('id', section, 'name', section, 'listings', listings)
          order by section collate natural_order)
        from (select section, count(*) as listings from chosen group by section) s), '[]') as sections,
      coalesce((select jsonb_agg(jsonb_build_object('id', tag, 'name', tag, 'listings', listings) order by lower(tag), tag)
        from (select tag, count(*) as listings from chosen, unnest(tags) tag group by tag) s), '[]') as tags`.execute(
    db,
  )
  return rows[0] ?? { events: [], competitions: [], performers: [], sections: [], tags: [] }
}
