import { sql } from 'kysely'
import { eventIsUpcoming } from '#api/db/predicates.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { MenuOverride, MenuRows, MenuType } from './build-menu.ts'

/** Performers shown per category; longer lists do not fit a menu. */
const maxPerCategory = 40

/** The category tree, the performers with most upcoming events in each category, and the operator's changes. */
export async function readMenuRows(db: DbOrTx, now: Date): Promise<MenuRows> {
  const [categories, performers, overrides] = await Promise.all([
    sql<MenuRows['categories'][number]>`
      select c.id, c.parent_id as "parentId", c.name, c.slug,
        exists (
          select 1 from events e
          where e.category_id = c.id and ${eventIsUpcoming('e', now)}
        ) as "hasEvents"
      from categories c order by c.position, c.id`.execute(db),
    sql<MenuRows['performers'][number]>`
      with counted as (
        select e.category_id, ep.performer_id, count(*) as events,
          row_number() over (partition by e.category_id order by count(*) desc, ep.performer_id) as place
        from events e join event_performers ep on ep.event_id = e.id
        where ${eventIsUpcoming('e', now)} and ep.role <> 'driver'
        group by e.category_id, ep.performer_id
      )
      select p.id, c.category_id as "categoryId", p.name, p.slug, p.colours
      from counted c join performers p on p.id = c.performer_id where c.place <= ${maxPerCategory}`.execute(
      db,
    ),
    readMenuOverrides(db, now),
  ])
  return { categories: categories.rows, performers: performers.rows, overrides }
}

/** Overrides with an existing target; events only while upcoming. */
async function readMenuOverrides(db: DbOrTx, now: Date): Promise<MenuOverride[]> {
  const { rows } = await sql<MenuOverride>`
    select o.type, o.type_id as "typeId", o.title, o.position, o.is_hidden as "isHidden", o.is_placed as "isPlaced",
      o.parent_category_id as "parentCategoryId", target.name, target.slug
    from menu_overrides o
    join (
      select 'category' as type, id, name, slug from categories
      union all select 'performer', id, name, slug from performers
      union all select 'venue', id, name, slug from venues
      union all select 'event', e.id, e.title, e.slug from events e where ${eventIsUpcoming('e', now)}
    ) target on target.type = o.type and target.id = o.type_id
    order by o.type, o.type_id`.execute(db)
  return rows
}

export type OverrideValues = Omit<MenuOverride, 'name' | 'slug'>

export async function upsertMenuOverride(tx: Tx, values: OverrideValues): Promise<void> {
  await sql`
    insert into menu_overrides (type, type_id, title, position, is_hidden, is_placed, parent_category_id)
    values (${values.type}, ${values.typeId}, ${values.title}, ${values.position}::integer, ${values.isHidden},
      ${values.isPlaced}, ${values.parentCategoryId}::integer)
    on conflict (type, type_id) do update set title = excluded.title, position = excluded.position,
      is_hidden = excluded.is_hidden, is_placed = excluded.is_placed,
      parent_category_id = excluded.parent_category_id`.execute(tx)
}

/** Returns whether an override existed. */
export async function deleteMenuOverride(
  db: DbOrTx,
  { type, typeId }: { type: MenuType; typeId: number },
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`delete from menu_overrides where type = ${type} and type_id = ${typeId}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
