import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

/** A performer, venue or competition with every name that sources use for it. */
export interface KnownName {
  title: string
  slug: string
  names: string[]
  /** Namespaces of its names, or places of a venue. */
  scopes: string[]
}

export async function readKnownNames(
  db: DbOrTx,
  what: 'performer' | 'venue' | 'competition',
): Promise<KnownName[]> {
  const select = {
    performer: sql`
      select p.name as title, p.slug, array_agg(distinct a.name_key) as names, array_agg(distinct a.scope) as scopes
      from performers p join performer_aliases a on a.performer_id = p.id group by p.id order by p.id`,
    venue: sql`
      select v.name as title, v.slug, array_agg(distinct a.name_key) as names, array_agg(distinct a.scope) as scopes
      from venues v join venue_aliases a on a.venue_id = v.id group by v.id order by v.id`,
    competition: sql`
      select c.name as title, c.slug, array_agg(n.name_key) as names, '{}'::text[] as scopes
      from categories c join competition_names n on n.category_id = c.id group by c.id order by c.id`,
  }[what]
  const { rows } = await sql<KnownName>`${select}`.execute(db)
  return rows
}
