import { money } from '@terrace/domain/money'
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '#api/db/transaction.ts'
import type { Event } from './event.ts'

interface EventRow extends Omit<Event, 'minPrice' | 'venue' | 'category'> {
  venueId: number
  venueName: string
  city: string
  countryCode: string
  categoryId: number
  categoryName: string
  categorySlug: string
  minPriceMinor: number | null
  minPriceCurrency: string | null
}

/** Events in the order of the given query, which selects their `id` and `position`. */
export async function readEvents(db: Reader, chosen: RawBuilder<unknown>): Promise<Event[]> {
  const { rows } = await sql<EventRow>`
    with chosen as materialized (${chosen}), playing as (
      select ep.event_id, jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'slug', p.slug, 'role', ep.role)
        order by ep.position) as performers
      from chosen join event_performers ep on ep.event_id = chosen.id join performers p on p.id = ep.performer_id
      group by ep.event_id
    )
    select e.id, e.title, e.slug, to_char(e.local_at, 'YYYY-MM-DD"T"HH24:MI') as "localAt",
      e.date_confirmed as "dateConfirmed", e.time_confirmed as "timeConfirmed", e.timezone, e.status,
      v.id as "venueId", v.name as "venueName", v.city, v.country_code as "countryCode",
      c.id as "categoryId", c.name as "categoryName", c.slug as "categorySlug",
      s.min_price_minor as "minPriceMinor", s.min_price_currency as "minPriceCurrency",
      coalesce(s.ticket_count, 0) as "ticketCount",
      coalesce(playing.performers, '[]') as performers
    from chosen
    join events e on e.id = chosen.id
    join venues v on v.id = e.venue_id
    join categories c on c.id = e.category_id
    left join event_stats s on s.event_id = e.id
    left join playing on playing.event_id = e.id
    order by chosen.position`.execute(db)
  return rows.map(toEvent)
}

function toEvent(row: EventRow): Event {
  const { minPriceMinor: minor, minPriceCurrency: currency } = row
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    localAt: row.localAt,
    dateConfirmed: row.dateConfirmed,
    timeConfirmed: row.timeConfirmed,
    timezone: row.timezone,
    status: row.status,
    venue: { id: row.venueId, name: row.venueName, city: row.city, countryCode: row.countryCode },
    category: { id: row.categoryId, name: row.categoryName, slug: row.categorySlug },
    performers: row.performers,
    minPrice: minor === null || currency === null ? null : money(minor, currency),
    ticketCount: row.ticketCount,
  }
}

export async function findEvent(db: Reader, eventId: number): Promise<Event | undefined> {
  const [event] = await readEvents(db, sql`select ${eventId}::integer as id, 1 as position`)
  return event
}
