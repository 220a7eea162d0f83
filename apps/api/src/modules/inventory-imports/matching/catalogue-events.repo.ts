import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

/** An event with all its names, normalised so that they match names in files. */
export interface CatalogueEvent {
  id: number
  title: string
  venue: string
  venueKeys: string[]
  /** YYYY-MM-DD */
  day: string
  /** HH:MM; `null` when it is not known. */
  time: string | null
  /** The names of each performer. */
  performers: string[][]
  /** Other titles. */
  titleKeys: string[]
}

/** Events on these days, in the time of their venues; only at `venueIds`, if they are given. */
export async function readEventsOn(
  db: DbOrTx,
  days: readonly string[],
  venueIds?: readonly number[],
): Promise<CatalogueEvent[]> {
  if (days.length === 0 || venueIds?.length === 0) return []
  const atVenues = venueIds && sql`and e.venue_id = any(${venueIds}::integer[])`
  // Joined as sets: few of the names have an index by what they name.
  const { rows } = await sql<CatalogueEvent>`
    with near as materialized (
      select e.id, e.title, e.venue_id, to_char(e.local_at, 'YYYY-MM-DD') as day,
        case when e.time_known then to_char(e.local_at, 'HH24:MI') end as time
      from events e
      where e.local_at::date = any(${days}::date[])
        and e.starts_at between (select min(d) from unnest(${days}::date[]) d) - interval '2 days'
          and (select max(d) from unnest(${days}::date[]) d) + interval '3 days'
        ${atVenues ?? sql``}
    ), entrants as materialized (
      select p.event_id, p.performer_id from event_performers p
      where p.event_id in (select id from near) and p.role in ('home', 'away', 'performer')
    ), performer_names as (
      select a.performer_id, jsonb_agg(a.name_key) as keys from performer_aliases a
      where a.performer_id in (select performer_id from entrants) group by a.performer_id
    ), performers as (
      select p.event_id, jsonb_agg(coalesce(n.keys, '[]')) as names
      from entrants p left join performer_names n on n.performer_id = p.performer_id group by p.event_id
    ), venue_names as (
      select a.venue_id, array_agg(distinct a.name_key) as keys from venue_aliases a
      where a.venue_id in (select venue_id from near) group by a.venue_id
    ), titles as (
      select a.title, array_agg(a.name_key) as keys from event_aliases a
      where a.title in (select title from near) group by a.title
    )
    select n.id, n.title, v.name as venue, n.day, n.time, coalesce(vn.keys, '{}') as "venueKeys",
      coalesce(p.names, '[]') as performers, coalesce(t.keys, '{}') as "titleKeys"
    from near n join venues v on v.id = n.venue_id
    left join venue_names vn on vn.venue_id = n.venue_id
    left join performers p on p.event_id = n.id
    left join titles t on t.title = n.title`.execute(db)
  return rows
}

/** All venues with their other names in matching form. */
export async function readVenueNames(db: DbOrTx): Promise<{ id: number; name: string; keys: string[] }[]> {
  const { rows } = await sql<{ id: number; name: string; keys: string[] }>`
    select v.id, v.name, coalesce(a.keys, '{}') as keys
    from venues v left join (
      select venue_id, array_agg(name_key) as keys from venue_aliases group by venue_id
    ) a on a.venue_id = v.id`.execute(db)
  return rows
}

/** Which of these events exist. */
export async function findExistingEvents(db: DbOrTx, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from events where id = any(${ids}::integer[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
