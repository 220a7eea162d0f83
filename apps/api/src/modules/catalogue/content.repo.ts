import { slugify } from '@terrace/domain/slug'
import { sql } from 'kysely'
import type { Reader } from '#api/db/transaction.ts'
import type { Event } from './event.ts'
import { readEvents } from './events.repo.ts'

/** A category, team or artist that has a page of its own. */
export interface Content {
  type: 'category' | 'performer'
  id: number
  title: string
  slug: string
  /** Categories around it, the widest first; none around a performer. */
  trail: { id: number; title: string; slug: string }[]
}

interface Wanted {
  type: Content['type']
  typeId?: number | undefined
  slug?: string | undefined
}

/** By id; else by slug; else by a title that slugified is the same (product.md §11). */
export async function findContent(db: Reader, { type, typeId, slug }: Wanted): Promise<Content | undefined> {
  const table = type === 'category' ? sql`categories` : sql`performers`
  const select = sql`select id, name as title, slug from ${table}`
  type Row = Omit<Content, 'type' | 'trail'>
  const condition = typeId === undefined ? sql`slug = ${slug ?? ''}` : sql`id = ${typeId}`
  let row = (await sql<Row>`${select} where ${condition}`.execute(db)).rows[0]
  if (!row && typeId === undefined && slug !== undefined) {
    const { rows } = await sql<Row>`${select} order by id`.execute(db)
    row = rows.find(({ title }) => slugify(title) === slug)
  }
  if (!row) return undefined
  return { ...row, type, trail: type === 'category' ? await readTrail(db, row.id) : [] }
}

async function readTrail(db: Reader, categoryId: number): Promise<Content['trail']> {
  const { rows } = await sql<Content['trail'][number]>`
    with recursive above as (
      select parent_id, 0 as height from categories where id = ${categoryId}
      union all
      select c.parent_id, above.height + 1 from above join categories c on c.id = above.parent_id
    )
    select c.id, c.name as title, c.slug from above join categories c on c.id = above.parent_id
    order by above.height desc`.execute(db)
  return rows
}

/** A page of its events to come, the soonest first; and over all pages, how many there are and how many tickets. */
export async function findContentEvents(
  db: Reader,
  now: Date,
  { type, id }: Pick<Content, 'type' | 'id'>,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ events: Event[]; total: number; tickets: number }> {
  const belongs =
    type === 'performer'
      ? sql`exists (select 1 from event_performers ep where ep.event_id = e.id and ep.performer_id = ${id})`
      : sql`e.category_id in (
          with recursive below as (
            select id from categories where id = ${id}
            union all
            select c.id from below join categories c on c.parent_id = below.id
          )
          select id from below
        )`
  const found = sql`from events e where e.starts_at > ${now} and e.status <> 'cancelled' and ${belongs}`
  const [counted, events] = await Promise.all([
    sql<{ total: number; tickets: number }>`
      select count(*)::int as total, coalesce(sum(s.ticket_count), 0)::int as tickets
      from (select e.id ${found}) chosen left join event_stats s on s.event_id = chosen.id`.execute(db),
    readEvents(
      db,
      sql`select e.id, row_number() over (order by e.starts_at, e.id) as position ${found}
        order by position limit ${perPage} offset ${(page - 1) * perPage}`,
    ),
  ])
  return { events, total: counted.rows[0]?.total ?? 0, tickets: counted.rows[0]?.tickets ?? 0 }
}
