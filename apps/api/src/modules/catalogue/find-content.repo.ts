import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '#api/db/transaction.ts'
import { matchKey } from './match-key.ts'

export type ContentType = 'category' | 'performer' | 'venue'

/** A category, team, artist or ground that has a page of its own. */
export interface Content {
  type: ContentType
  id: number
  title: string
  slug: string
  place?: { city: string; countryCode: string; capacity: number }
}

interface Wanted {
  type: ContentType
  typeId?: number | undefined
  slug?: string | undefined
}

interface Row {
  id: number
  title: string
  slug: string
  city: string | null
  countryCode: string | null
  capacity: number | null
}

const selects: Record<ContentType, RawBuilder<Row>> = {
  category: sql`select t.id, t.name as title, t.slug, null as city from categories t`,
  performer: sql`select t.id, t.name as title, t.slug, null as city from performers t`,
  venue: sql`select t.id, t.name as title, t.slug, t.city, t.country_code as "countryCode", t.capacity from venues t`,
}

// Names in matching form are slugs with blanks, so that another name of the same thing leads to it as well.
const named: Record<ContentType, (key: string) => RawBuilder<unknown>> = {
  category: (key) => sql`replace(t.slug, '-', ' ') = ${key}`,
  performer: (key) => sql`t.id in (select performer_id from performer_aliases where name_key = ${key})`,
  venue: (key) => sql`t.id in (select venue_id from venue_aliases where name_key = ${key} and scope = '')`,
}

/**
 * By id; else by the slug of now; else by one that it had; else by a name that slugified is the same (product.md §11), of
 * namesakes the one that was known first.
 */
export async function findContent(db: Reader, { type, typeId, slug }: Wanted): Promise<Content | undefined> {
  const select = selects[type]
  if (typeId !== undefined) return contentOf(type, await first(db, sql`${select} where t.id = ${typeId}`))
  if (slug === undefined) return undefined
  const row =
    (await first(db, sql`${select} where t.slug = ${slug}`)) ??
    (await first(
      db,
      sql`${select} join old_slugs o on o.type = ${type} and o.type_id = t.id where o.slug = ${slug}`,
    )) ??
    (await byName(db, type, slug))
  return contentOf(type, row)
}

async function byName(db: Reader, type: ContentType, slug: string): Promise<Row | undefined> {
  const key = matchKey(slug)
  const known = await first(db, sql`${selects[type]} where ${named[type](key)} order by t.id limit 1`)
  if (known || type !== 'category') return known
  // There are few categories, and their names have no table of their own.
  const { rows } = await sql<Row>`${selects.category} order by t.id`.execute(db)
  return rows.find(({ title }) => matchKey(title) === key)
}

async function first(db: Reader, query: RawBuilder<unknown>): Promise<Row | undefined> {
  const { rows } = await sql<Row>`${query}`.execute(db)
  return rows[0]
}

function contentOf(type: ContentType, row: Row | undefined): Content | undefined {
  if (!row) return undefined
  const { id, title, slug, city, countryCode, capacity } = row
  const isPlaced = city !== null && countryCode !== null && capacity !== null
  return { type, id, title, slug, ...(isPlaced && { place: { city, countryCode, capacity } }) }
}

/** Everything that has a page, for those who look for something by a name that nothing has. */
export async function readContentNames(
  db: Reader,
): Promise<{ type: ContentType; title: string; slug: string }[]> {
  const { rows } = await sql<{ type: ContentType; title: string; slug: string }>`
    select 'category' as type, name as title, slug from categories
    union all select 'performer', name, slug from performers
    union all select 'venue', name, slug from venues`.execute(db)
  return rows
}
