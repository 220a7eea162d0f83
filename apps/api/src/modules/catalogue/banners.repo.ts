import { sql } from 'kysely'
import type { Reader } from '#api/db/transaction.ts'
import type { MenuType } from './build-menu.ts'

/** What the operator points at on home, and where it leads. */
export interface Banner {
  id: number
  title: string
  text: string
  type: MenuType
  typeId: number
  slug: string
}

const banners = sql`
  select b.id, b.title, b.text, b.type, b.type_id as "typeId", thing.slug
  from banners b
  join (
    select 'category' as type, id, slug, 'infinity'::timestamptz as until from categories
    union all select 'performer', id, slug, 'infinity' from performers
    union all select 'venue', id, slug, 'infinity' from venues
    union all select 'event', id, slug, starts_at from events where status <> 'cancelled'
  ) thing on thing.type = b.type and thing.id = b.type_id`

/** Those that lead to something; to an event only as long as it is to come. */
export async function readBanners(db: Reader, now: Date, limit: number): Promise<Banner[]> {
  const { rows } = await sql<Banner>`
    ${banners} where thing.until > ${now} order by b.position, b.id limit ${limit}`.execute(db)
  return rows
}

export async function findBanner(db: Reader, id: number): Promise<Banner | undefined> {
  const { rows } = await sql<Banner>`${banners} where b.id = ${id}`.execute(db)
  return rows[0]
}

export async function insertBanner(
  db: Reader,
  values: Omit<Banner, 'id' | 'slug'> & { position: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into banners (title, text, type, type_id, position)
    values (${values.title}, ${values.text}, ${values.type}, ${values.typeId}, ${values.position}) returning id`.execute(
    db,
  )
  return rows[0]?.id ?? 0
}

/** Answers whether there was one. */
export async function deleteBanner(db: Reader, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from banners where id = ${id}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
