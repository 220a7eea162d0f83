import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { MenuType } from '../menu/build-menu.ts'

/** A highlight on the home page and its link target. */
export interface Banner {
  id: number
  title: string
  text: string
  type: MenuType
  typeId: number
  slug: string
}

const banners = sql`
  select b.id, b.title, b.text, b.type, b.type_id as "typeId", target.slug
  from banners b
  join (
    select 'category' as type, id, slug, 'infinity'::timestamptz as until from categories
    union all select 'performer', id, slug, 'infinity' from performers
    union all select 'venue', id, slug, 'infinity' from venues
    union all select 'event', id, slug, starts_at from events where status <> 'cancelled'
  ) target on target.type = b.type and target.id = b.type_id`

/** Banners with an existing target; event banners disappear when the event starts. */
export async function readBanners(db: DbOrTx, now: Date, limit: number): Promise<Banner[]> {
  const { rows } = await sql<Banner>`
    ${banners} where target.until > ${now} order by b.position, b.id limit ${limit}`.execute(db)
  return rows
}

export async function findBanner(db: DbOrTx, id: number): Promise<Banner | undefined> {
  const { rows } = await sql<Banner>`${banners} where b.id = ${id}`.execute(db)
  return rows[0]
}

export async function insertBanner(
  db: DbOrTx,
  values: Omit<Banner, 'id' | 'slug'> & { position: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into banners (title, text, type, type_id, position)
    values (${values.title}, ${values.text}, ${values.type}, ${values.typeId}, ${values.position}) returning id`.execute(
    db,
  )
  return rows[0]?.id ?? 0
}

export async function deleteBanner(db: DbOrTx, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from banners where id = ${id}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
