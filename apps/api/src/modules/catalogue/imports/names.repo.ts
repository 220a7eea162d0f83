import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

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
