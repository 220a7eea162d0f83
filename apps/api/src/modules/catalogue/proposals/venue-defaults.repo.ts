import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'

export interface VenueDefaults {
  /** The only zone of the known venues in that city, or else in that country. */
  timezone: string | null
  kind: string | null
  capacity: number | null
}

/**
 * What a new venue most likely has: the zone of its neighbours, and the usual kind and the median capacity of its
 * competition's venues.
 */
export async function readVenueDefaults(
  tx: Tx,
  {
    competition,
    city,
    countryCode,
  }: {
    competition: string | undefined
    city: string | undefined
    countryCode: string | undefined
  },
): Promise<VenueDefaults> {
  const { rows } = await sql<VenueDefaults>`
    with used as (
      select distinct v.id, v.kind, v.capacity from categories c join events e on e.category_id = c.id
      join venues v on v.id = e.venue_id where c.slug = ${competition ?? ''}
      union
      select v.id, v.kind, v.capacity from categories c join competitions p on p.category_id = c.id
      join performer_aliases a on a.scope = p.performer_scope
      join performer_venues h on h.performer_id = a.performer_id join venues v on v.id = h.venue_id
      where c.slug = ${competition ?? ''}
    ),
    neighbours as (
      select timezone, lower(city) = lower(${city ?? ''}) as is_same_city from venues
      where country_code = ${countryCode ?? ''}
    )
    select
      coalesce(
        (select min(timezone) from neighbours where is_same_city having count(distinct timezone) = 1),
        (select min(timezone) from neighbours having count(distinct timezone) = 1)) as timezone,
      (select mode() within group (order by kind) from used) as kind,
      (select percentile_disc(0.5) within group (order by capacity) from used) as capacity`.execute(tx)
  return rows[0] ?? { timezone: null, kind: null, capacity: null }
}
