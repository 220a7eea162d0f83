import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { DatedEvent } from './dated-event.ts'

/** The subject of a calendar. */
export type CalendarSubject = { kind: 'performer' | 'venue'; id: number }

/** Events by id, soonest first; unknown ids are omitted. */
export async function readDatedEvents(db: DbOrTx, ids: readonly number[]): Promise<DatedEvent[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<DatedEvent>`
    select ${columns} where e.id = any(${ids}) order by e.starts_at, e.id`.execute(db)
  return rows
}

/** Events of a performer or venue that start after `from`, soonest first. */
export async function readUpcomingEvents(
  db: DbOrTx,
  { kind, id, from, limit }: CalendarSubject & { from: Date; limit: number },
): Promise<DatedEvent[]> {
  const { rows } = await sql<DatedEvent>`
    select ${columns} where ${ofSubject[kind](id)} and e.starts_at > ${from}
    order by e.starts_at, e.id limit ${limit}`.execute(db)
  return rows
}

const ofSubject: Record<CalendarSubject['kind'], (id: number) => RawBuilder<unknown>> = {
  performer: (id) => sql`e.id in (select event_id from event_performers where performer_id = ${id})`,
  venue: (id) => sql`e.venue_id = ${id}`,
}

// No source says when an event ends; without a competition, a concert lasts three hours.
const columns = sql`e.id, e.title, e.slug, to_char(e.local_at, 'YYYY-MM-DD"T"HH24:MI') as "localAt",
    e.starts_at as "startsAt", e.date_confirmed as "dateConfirmed", e.time_confirmed as "timeConfirmed", e.status,
    v.name as "venueName", v.city, coalesce(n.name, '') as country, c.name as "categoryName",
    coalesce(k.duration_minutes, case c.kind when 'genre' then 180 else 120 end) as minutes, e.revision, e.updated_at as "updatedAt"
  from events e
  join venues v on v.id = e.venue_id
  join categories c on c.id = e.category_id
  left join competitions k on k.category_id = c.id
  left join countries n on n.code = v.country_code`
