import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { artistScope } from '../competitions/competition.ts'
import { slugChoices } from '../importers/free-slug.ts'
import { matchKey } from '../matching/match-key.ts'

export interface NamedPerformer {
  id: number
  name: string
  slug: string
  scope: string
  countryCode: string | null
}

export interface NamedVenue {
  id: number
  name: string
  city: string
  countryCode: string
  timezone: string
  /** Where the venue has this name: everywhere (''), in a country or in a city (`GB/london`). */
  scopes: string[]
}

/** Performers with these names in any scope, by key: one name can mean clubs in two countries. */
export async function findPerformersNamed(
  db: DbOrTx,
  keys: readonly string[],
): Promise<(NamedPerformer & { key: string })[]> {
  const { rows } = await sql<NamedPerformer & { key: string }>`
    select a.name_key as key, p.id, p.name, p.slug, a.scope, p.country_code as "countryCode"
    from performer_aliases a join performers p on p.id = a.performer_id
    where a.name_key = any(${keys}::text[]) order by p.id`.execute(db)
  return rows
}

export async function findVenuesNamed(
  db: DbOrTx,
  keys: readonly string[],
): Promise<(NamedVenue & { key: string })[]> {
  const { rows } = await sql<NamedVenue & { key: string }>`
    select a.name_key as key, v.id, v.name, v.city, v.country_code as "countryCode", v.timezone,
      array_agg(a.scope) as scopes
    from venue_aliases a join venues v on v.id = a.venue_id
    where a.name_key = any(${keys}::text[]) group by a.name_key, v.id order by v.id`.execute(db)
  return rows
}

export async function findHomeVenues(
  db: DbOrTx,
  performerIds: readonly number[],
): Promise<(NamedVenue & { performerId: number })[]> {
  const { rows } = await sql<NamedVenue & { performerId: number }>`
    select h.performer_id as "performerId", v.id, v.name, v.city, v.country_code as "countryCode", v.timezone,
      '{}'::text[] as scopes
    from performer_venues h join venues v on v.id = h.venue_id where h.performer_id = any(${performerIds}::integer[])`.execute(
    db,
  )
  return rows
}

/** Adds artists whose names no artist has, and returns their ids. Names with the same key are one artist. */
export async function insertArtists(tx: Tx, names: readonly string[]): Promise<number[]> {
  let left = [...new Map(names.toReversed().map((name) => [matchKey(name), name]))].map(([key, name]) => ({
    key,
    name,
    slugs: slugChoices(name, artistScope),
  }))
  const ids: number[] = []
  for (let attempt = 0; left.length > 0; attempt += 1) {
    const rows = left.map(({ key, name, slugs }) => {
      const slug = slugs[attempt]
      if (slug === undefined) throw new Error(`no free slug for ${name}`)
      return { key, name, slug }
    })
    const { rows: added } = await sql<{ id: number; key: string }>`
      with wanted as (
        select distinct on (slug) * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as r(key text, name text, slug text)
      ), added as (
        insert into performers (kind, name, slug) select 'artist', name, slug from wanted order by slug
        on conflict (slug) do nothing returning id, slug
      )
      insert into performer_aliases (scope, name_key, performer_id)
      select ${artistScope}, w.key, a.id from added a join wanted w using (slug)
      returning performer_id as id, name_key as key`.execute(tx)
    ids.push(...added.map(({ id }) => id))
    const done = new Set(added.map(({ key }) => key))
    left = left.filter(({ key }) => !done.has(key))
  }
  return ids
}

/** Changes the displayed name of artists; their key and slug stay the same. */
export async function renameArtists(
  tx: Tx,
  artists: readonly { key: string; name: string }[],
): Promise<void> {
  await sql`
    update performers p set name = r.name
    from jsonb_to_recordset(${JSON.stringify(artists)}::jsonb) as r(key text, name text)
    join performer_aliases a on a.scope = ${artistScope} and a.name_key = r.key
    where p.id = a.performer_id and p.name <> r.name`.execute(tx)
}
