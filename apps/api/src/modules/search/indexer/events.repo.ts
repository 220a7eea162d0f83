import type { EventStatus } from '@terrace/domain/lifecycles/event-status'
import { sql } from 'kysely'
import { eventIsUpcoming } from '#api/db/predicates.ts'
import type { DbOrTx } from '#api/db/transaction.ts'

export interface EventRow {
  id: number
  title: string
  slug: string
  round: string | null
  /** The venue's local time in seconds, as if it were UTC. */
  localSeconds: number
  dateConfirmed: boolean
  timeConfirmed: boolean
  timezone: string
  status: EventStatus
  venueId: number
  categoryId: number
  performers: { id: number; role: string }[]
  /** Demand from views, holds and sales, which decays over days. */
  weight: number
  /** Whether tickets were on sale when the figures were last updated. */
  hasStock: boolean
}

/** Longer than any day, including days on which the clocks go back. */
const longestDayMs = 26 * 3600 * 1000

/** Events stay searchable until their day ends at the venue, so that result counts match what is shown. */
const live = (now: Date) => sql`
  ${eventIsUpcoming('e', new Date(now.getTime() - longestDayMs))}
  and (e.starts_at > ${now} or e.local_at::date >= (${now}::timestamptz at time zone e.timezone)::date)`

const weight = (now: Date) => sql`coalesce(exp(least(30, s.trend_score - decayed_score(1, ${now}))), 0)`

const figures = (now: Date) => sql`${weight(now)} as weight, coalesce(s.ticket_count, 0) > 0 as "hasStock"`

const columns = (now: Date) => sql`
  e.id, e.title, e.slug, e.round, extract(epoch from e.local_at)::float8 as "localSeconds",
  e.date_confirmed as "dateConfirmed", e.time_confirmed as "timeConfirmed", e.timezone, e.status,
  e.venue_id as "venueId", e.category_id as "categoryId",
  coalesce((
    select json_agg(json_build_object('id', ep.performer_id, 'role', ep.role) order by ep.position)
    from event_performers ep where ep.event_id = e.id
  ), '[]') as performers,
  ${figures(now)}`

/** The live events after an id, ordered by id. */
async function readEventsAfter(
  db: DbOrTx,
  now: Date,
  { after, limit }: { after: number; limit: number },
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${columns(now)} from events e left join event_stats s on s.event_id = e.id
    where e.id > ${after} and ${live(now)} order by e.id limit ${limit}`.execute(db)
  return rows
}

/** All live events in pages, ordered by id. The next page is read while the caller processes one. */
export async function* readEventPages(db: DbOrTx, now: Date, limit: number): AsyncGenerator<EventRow[]> {
  const readAfter = (after: number): Promise<EventRow[]> => {
    const page = readEventsAfter(db, now, { after, limit })
    // An error is thrown when the page is needed.
    page.catch(() => undefined)
    return page
  }
  let next = readAfter(0)
  try {
    for (;;) {
      const rows = await next
      const last = rows.at(-1)
      if (last && rows.length === limit) next = readAfter(last.id)
      yield rows
      if (rows.length < limit) return
    }
  } finally {
    // The caller may stop early.
    await Promise.allSettled([next])
  }
}

/** The live events among the ids. */
export async function readEventsById(db: DbOrTx, now: Date, ids: readonly number[]): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${columns(now)} from events e left join event_stats s on s.event_id = e.id
    where e.id = any(${ids}::integer[]) and ${live(now)} order by e.id`.execute(db)
  return rows
}

/** The demand of live events after an id, and whether they have stock, ordered by id. */
export async function readFigures(
  db: DbOrTx,
  now: Date,
  { after, limit }: { after: number; limit: number },
): Promise<Pick<EventRow, 'id' | 'weight' | 'hasStock'>[]> {
  const { rows } = await sql<Pick<EventRow, 'id' | 'weight' | 'hasStock'>>`
    select e.id, ${figures(now)} from events e left join event_stats s on s.event_id = e.id
    where e.id > ${after} and ${live(now)} order by e.id limit ${limit}`.execute(db)
  return rows
}
