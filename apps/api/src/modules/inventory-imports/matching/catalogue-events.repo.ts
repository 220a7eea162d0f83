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

/** Events on these days, in the time of their venues. */
export async function readEventsOn(db: DbOrTx, days: readonly string[]): Promise<CatalogueEvent[]> {
  if (days.length === 0) return []
  const { rows } = await sql<CatalogueEvent>`
    select e.id, e.title, v.name as venue, to_char(e.local_at, 'YYYY-MM-DD') as day,
      case when e.time_known then to_char(e.local_at, 'HH24:MI') end as time,
      array(select distinct a.name_key from venue_aliases a where a.venue_id = v.id) as "venueKeys",
      coalesce((
        select jsonb_agg(array(select a.name_key from performer_aliases a where a.performer_id = p.performer_id))
        from event_performers p where p.event_id = e.id and p.role in ('home', 'away', 'performer')
      ), '[]') as performers,
      array(select a.name_key from event_aliases a where a.title = e.title) as "titleKeys"
    from events e join venues v on v.id = e.venue_id
    where e.local_at::date = any(${days}::date[])
      and e.starts_at between (select min(d) from unnest(${days}::date[]) d) - interval '2 days'
        and (select max(d) from unnest(${days}::date[]) d) + interval '3 days'`.execute(db)
  return rows
}

/** Which of these events exist. */
export async function findExistingEvents(db: DbOrTx, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from events where id = any(${ids}::integer[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
