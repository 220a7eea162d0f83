import type { SeatingPlan } from '@terrace/domain/seating-plan/seating-plan'
import { sql } from 'kysely'
import type { StockEvent, StockVenue } from '../../../../../seeds/stock/stock-types.ts'
import type { Db } from '#api/db/client.ts'
import { eventIsOnSale } from '#api/db/predicates.ts'

interface EventRow extends Omit<StockEvent, 'venue'> {
  venueId: number
}

interface VenueRow {
  id: number
  kind: string
  countryCode: string
  capacity: number
  plan: SeatingPlan
  categories: { id: number; name: string; rank: number }[]
}

/** Names an event without ids, so that generated stock is the same in every database. */
const stableKey = sql`
  c.slug || '/' || s.name || '/' || coalesce(
    (select string_agg(p.slug, '/' order by ep.position)
      from event_performers ep join performers p on p.id = ep.performer_id
      where ep.event_id = e.id and ep.role in ('home', 'away')),
    regexp_replace(e.source_key, '^[^/]+/[^/]+/', ''))`

/** Upcoming events on sale, ordered by their keys. */
export async function readStockEvents(db: Db, now: Date): Promise<StockEvent[]> {
  const { rows: events } = await sql<EventRow>`
    select e.id, ${stableKey} as key, c.slug as competition, e.title, e.venue_id as "venueId",
      to_char(e.local_at, 'YYYY-MM-DD') as "localDay", e.starts_at as "startsAt",
      array(
        select p.slug from event_performers ep join performers p on p.id = ep.performer_id
        where ep.event_id = e.id and ep.role in ('home', 'away') order by ep.position
      ) as teams
    from events e join categories c on c.id = e.category_id join seasons s on s.id = e.season_id
    where e.starts_at > ${now} and ${eventIsOnSale('e', now)}
      and exists (select 1 from seating_plans p where p.venue_id = e.venue_id)
    order by (${stableKey}) collate "C"`.execute(db)
  const venues = await readStockVenues(db, [...new Set(events.map((event) => event.venueId))])
  return events.flatMap(({ venueId, ...event }) => {
    const venue = venues.get(venueId)
    return venue ? [{ ...event, venue }] : []
  })
}

async function readStockVenues(db: Db, ids: readonly number[]): Promise<Map<number, StockVenue>> {
  const { rows } = await sql<VenueRow>`
    select v.id, v.kind, v.country_code as "countryCode", v.capacity, p.plan,
      (
        select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'rank', c.rank))
        from seating_categories c where c.venue_id = v.id
      ) as categories
    from venues v join seating_plans p on p.venue_id = v.id where v.id = any(${ids}::integer[])`.execute(db)
  return new Map(rows.map((row) => [row.id, toVenue(row)]))
}

function toVenue({ kind, countryCode, capacity, plan, categories }: VenueRow): StockVenue {
  const nameOf = new Map(plan.categories.map((category) => [category.key, category.name]))
  const byName = new Map(categories.map((category) => [category.name, category]))
  return {
    kind,
    countryCode,
    capacity,
    lastRank: Math.max(...plan.categories.map((category) => category.rank)),
    blocks: plan.blocks.flatMap((block) => {
      const category = byName.get(nameOf.get(block.category) ?? '')
      if (!category) return []
      return [
        {
          name: block.name,
          categoryId: category.id,
          rank: category.rank,
          isGeneralAdmission: category.name === 'General admission',
          rows: block.rows,
          seatsPerRow: Math.max(1, Math.floor(block.seats / block.rows)),
        },
      ]
    }),
  }
}
