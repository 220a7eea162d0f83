import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { ArtPattern, Colours } from '../competitions/category-art.ts'
import { matchKey } from '../matching/match-key.ts'

export type ContentType = 'category' | 'performer' | 'venue'

export interface Content {
  type: ContentType
  id: number
  title: string
  slug: string
  place?: { city: string; countryCode: string; capacity: number }
  /** A page without a pattern has that of its first event. */
  art?: { pattern: ArtPattern | null; colours: Colours | null }
}

interface ContentLookup {
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
  pattern?: ArtPattern | null
  colours?: Colours | null
}

const selects: Record<ContentType, RawBuilder<Row>> = {
  category: sql`
    select t.id, t.name as title, t.slug, null as city, t.colours,
      coalesce(t.art_pattern, (select sport.art_pattern from categories sport where sport.id = t.parent_id)) as pattern
    from categories t`,
  performer: sql`select t.id, t.name as title, t.slug, null as city, t.colours from performers t`,
  venue: sql`select t.id, t.name as title, t.slug, t.city, t.country_code as "countryCode", t.capacity from venues t`,
}

// A match key is a slug with spaces, so an alias in a URL also finds its page.
const byMatchKey: Record<ContentType, (key: string) => RawBuilder<unknown>> = {
  category: (key) => sql`replace(t.slug, '-', ' ') = ${key}`,
  performer: (key) => sql`t.id in (select performer_id from performer_aliases where name_key = ${key})`,
  venue: (key) => sql`t.id in (select venue_id from venue_aliases where name_key = ${key} and scope = '')`,
}

/**
 * Finds by id, current slug, old slug or any name that slugifies to it, in this order. The lowest id wins among equal
 * names.
 */
export async function findContent(
  db: DbOrTx,
  { type, typeId, slug }: ContentLookup,
): Promise<Content | undefined> {
  const select = selects[type]
  if (typeId !== undefined) return contentOf(type, await first(db, sql`${select} where t.id = ${typeId}`))
  if (slug === undefined) return undefined
  const row =
    (await first(db, sql`${select} where t.slug = ${slug}`)) ??
    (await first(
      db,
      sql`${select} join old_slugs o on o.type = ${type} and o.type_id = t.id where o.slug = ${slug}`,
    )) ??
    (await compareNames(db, type, slug))
  return contentOf(type, row)
}

async function compareNames(db: DbOrTx, type: ContentType, slug: string): Promise<Row | undefined> {
  const key = matchKey(slug)
  const found = await first(db, sql`${selects[type]} where ${byMatchKey[type](key)} order by t.id limit 1`)
  if (found || type !== 'category') return found
  // Categories have no alias table and are few, so their names are compared here.
  const { rows } = await sql<Row>`${selects.category} order by t.id`.execute(db)
  return rows.find(({ title }) => matchKey(title) === key)
}

async function first(db: DbOrTx, query: RawBuilder<unknown>): Promise<Row | undefined> {
  const { rows } = await sql<Row>`${query}`.execute(db)
  return rows[0]
}

function contentOf(type: ContentType, row: Row | undefined): Content | undefined {
  if (!row) return undefined
  const { id, title, slug, city, countryCode, capacity, pattern = null, colours = null } = row
  const hasLocation = city !== null && countryCode !== null && capacity !== null
  const place = hasLocation && { place: { city, countryCode, capacity } }
  return { type, id, title, slug, art: { pattern, colours }, ...place }
}

/** Every name with a page, as candidates for suggestions. */
export async function readContentNames(
  db: DbOrTx,
): Promise<{ type: ContentType; title: string; slug: string }[]> {
  const { rows } = await sql<{ type: ContentType; title: string; slug: string }>`
    select 'category' as type, name as title, slug from categories
    union all select 'performer', name, slug from performers
    union all select 'venue', name, slug from venues`.execute(db)
  return rows
}
