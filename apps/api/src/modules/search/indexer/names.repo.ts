import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import { nicknamesOf, slugOf } from './nicknames.ts'

export interface VenueNames {
  id: number
  name: string
  slug: string
  city: string
  country_code: string
  /** Normalised names, including its own. */
  names: string[]
}

export interface PerformerNames {
  id: number
  kind: 'team' | 'artist' | 'driver'
  name: string
  slug: string
  names: string[]
}

export interface CategoryNames {
  id: number
  parent_id: number | null
  kind: 'sport' | 'genre' | 'competition'
  name: string
  slug: string
}

/** Alternative names that people use to search for events. */
export interface Names {
  venues: ReadonlyMap<number, VenueNames>
  performers: ReadonlyMap<number, PerformerNames>
  categories: ReadonlyMap<number, CategoryNames>
  /** Slugs of every name of a team. */
  teams: ReadonlySet<string>
  /** Alternative names of recurring events by {@link eventNameKey}. */
  events: ReadonlyMap<string, readonly string[]>
}

export const eventNameKey = (categorySlug: string, title: string): string => `${categorySlug}\n${title}`

export async function readNames(db: DbOrTx): Promise<Names> {
  const [venues, performers, categories, events] = await Promise.all([
    sql<VenueNames>`
      select v.id, v.name, v.slug, v.city, v.country_code,
        coalesce(array_agg(a.name_key order by a.name_key) filter (where a.name_key is not null), '{}') as names
      from venues v left join venue_aliases a on a.venue_id = v.id group by v.id`.execute(db),
    sql<PerformerNames>`
      select p.id, p.kind, p.name, p.slug,
        coalesce(array_agg(distinct a.name_key) filter (where a.name_key is not null), '{}') as names
      from performers p left join performer_aliases a on a.performer_id = p.id group by p.id`.execute(db),
    sql<CategoryNames>`select id, parent_id, kind, name, slug from categories`.execute(db),
    sql<{ competition: string; title: string; names: string[] }>`
      select competition, title, array_agg(name_key order by name_key) as names
      from event_aliases group by competition, title`.execute(db),
  ])
  return {
    venues: byId(venues.rows),
    performers: byId(performers.rows),
    categories: byId(categories.rows),
    teams: new Set(
      performers.rows
        .filter(({ kind }) => kind === 'team')
        .flatMap(({ name, names }) => [name, ...names, ...nicknamesOf(name)])
        .map(slugOf),
    ),
    events: new Map(
      events.rows.map(({ competition, title, names }) => [eventNameKey(competition, title), names]),
    ),
  }
}

function byId<Row extends { id: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}

export interface EventCounts {
  id: number
  events: number
  categories: number[]
}

/** The number of upcoming events of each performer, venue and category, and their categories. */
export async function countEvents(
  db: DbOrTx,
  now: Date,
): Promise<{ performers: EventCounts[]; venues: EventCounts[]; categories: EventCounts[] }> {
  const live = sql`e.starts_at > ${now} and e.status <> 'cancelled'`
  const [performers, venues, categories] = await Promise.all([
    sql<EventCounts>`
      select ep.performer_id as id, count(*)::int as events, array_agg(distinct e.category_id) as categories
      from events e join event_performers ep on ep.event_id = e.id where ${live} group by 1`.execute(db),
    sql<EventCounts>`
      select e.venue_id as id, count(*)::int as events, array_agg(distinct e.category_id) as categories
      from events e where ${live} group by 1`.execute(db),
    sql<EventCounts>`
      select e.category_id as id, count(*)::int as events, array[e.category_id] as categories
      from events e where ${live} group by 1`.execute(db),
  ])
  return { performers: performers.rows, venues: venues.rows, categories: categories.rows }
}
