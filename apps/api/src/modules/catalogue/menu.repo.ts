import { sql } from 'kysely'
import type { Reader } from '#api/db/transaction.ts'
import type { MenuRows } from './build-menu.ts'

/** Performers under one category: more than this are no menu, but a list. */
const shownPerCategory = 40

/** The category tree, and for each category the teams and artists that have most events to come in it. */
export async function readMenuRows(db: Reader, now: Date): Promise<MenuRows> {
  const [categories, performers] = await Promise.all([
    sql<MenuRows['categories'][number]>`
      select c.id, c.parent_id as "parentId", c.name, c.slug,
        exists (
          select 1 from events e
          where e.category_id = c.id and e.starts_at > ${now} and e.status <> 'cancelled'
        ) as "hasEvents"
      from categories c order by c.position, c.id`.execute(db),
    sql<MenuRows['performers'][number]>`
      with counted as (
        select e.category_id, ep.performer_id, count(*) as events,
          row_number() over (partition by e.category_id order by count(*) desc, ep.performer_id) as place
        from events e join event_performers ep on ep.event_id = e.id
        where e.starts_at > ${now} and e.status <> 'cancelled' and ep.role <> 'driver'
        group by e.category_id, ep.performer_id
      )
      select p.id, c.category_id as "categoryId", p.name, p.slug
      from counted c join performers p on p.id = c.performer_id where c.place <= ${shownPerCategory}`.execute(
      db,
    ),
  ])
  return { categories: categories.rows, performers: performers.rows }
}
