import { sql } from 'kysely'
import { eventIsUpcoming } from '#api/db/predicates.ts'
import type { DbOrTx } from '#api/db/transaction.ts'
import { cachedMatchKey, cachedSlug } from './cached-slug.ts'

export interface VenueNames {
  id: number
  name: string
  slug: string
  city: string
  country_code: string
  /** What sources and people call it, including its own name. */
  names: string[]
  nicknames: string[]
}

export interface PerformerNames {
  id: number
  kind: 'team' | 'artist' | 'driver' | 'constructor'
  colours: [string, string] | null
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
  nicknames: string[]
  /** Words that find every event of a sport or genre. */
  keywords: string[]
  isNamedAfterVenue: boolean
  kickOffNames: KickOffName[]
}

/** Name of the events that start on a weekday (0 is Sunday) at or after a local time, `HH:mm`. */
interface KickOffName {
  weekday: number
  from: string
  name: string
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
  /** Other names of a city by its name in matching form, and of a country by its code. */
  places: Readonly<Record<'city' | 'country', ReadonlyMap<string, readonly string[]>>>
  /** Names of a match by {@link rivalryKey}. */
  rivalries: ReadonlyMap<string, readonly string[]>
}

export const eventNameKey = (categorySlug: string, title: string): string => `${categorySlug}\n${title}`
export const rivalryKey = (one: number, other: number): string =>
  `${Math.min(one, other)} ${Math.max(one, other)}`

const nicknames = (type: 'category' | 'performer' | 'venue') => sql`
  array(select n.name from nicknames n where n.type = ${type} and n.type_id = t.id order by n.name) as nicknames`

export async function readNames(db: DbOrTx): Promise<Names> {
  const [venues, performers, categories, events, places, rivalries] = await Promise.all([
    sql<VenueNames>`
      select t.id, t.name, t.slug, t.city, t.country_code, ${nicknames('venue')},
        array(select distinct name_key from venue_aliases where venue_id = t.id order by name_key) as names
      from venues t`.execute(db),
    sql<PerformerNames & { nicknames: string[] }>`
      select t.id, t.kind, t.name, t.slug, t.colours, ${nicknames('performer')},
        array(select distinct name_key from performer_aliases where performer_id = t.id order by name_key) as names
      from performers t`.execute(db),
    sql<CategoryNames>`
      select t.id, t.parent_id, t.kind, t.name, t.slug, t.keywords, ${nicknames('category')},
        coalesce(c.is_named_after_venue, false) as "isNamedAfterVenue",
        coalesce((
          select json_agg(json_build_object('weekday', k.weekday, 'from', to_char(k.from_time, 'HH24:MI'),
            'name', k.name) order by k.name)
          from kick_off_names k where k.category_id = t.id
        ), '[]') as "kickOffNames"
      from categories t left join competitions c on c.category_id = t.id`.execute(db),
    sql<{ competition: string; title: string; names: string[] }>`
      select competition, title, array_agg(name_key order by name_key) as names
      from event_aliases group by competition, title`.execute(db),
    sql<{ kind: 'city' | 'country'; key: string; names: string[] }>`
      select kind, place_key as key, array_agg(name order by name) as names
      from place_names group by kind, place_key`.execute(db),
    sql<{ one: number; other: number; names: string[] }>`
      select performer_id as one, rival_id as other, array_agg(name order by name) as names
      from rivalry_names group by performer_id, rival_id`.execute(db),
  ])
  const withNicknames = <Row extends { names: string[]; nicknames: string[] }>(row: Row): Row => ({
    ...row,
    names: [...row.names, ...row.nicknames],
  })
  const allPerformers = performers.rows.map(withNicknames)
  const placesOf = (kind: 'city' | 'country') =>
    new Map(places.rows.filter((row) => row.kind === kind).map(({ key, names }) => [key, names]))
  return {
    venues: byId(venues.rows.map(withNicknames)),
    performers: byId(allPerformers),
    categories: byId(categories.rows),
    teams: new Set(
      allPerformers
        .filter(({ kind }) => kind === 'team')
        .flatMap(({ name, names }) => [name, ...names])
        .map(cachedSlug),
    ),
    events: new Map(
      events.rows.map(({ competition, title, names }) => [eventNameKey(competition, title), names]),
    ),
    places: { city: placesOf('city'), country: placesOf('country') },
    rivalries: new Map(rivalries.rows.map(({ one, other, names }) => [rivalryKey(one, other), names])),
  }
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** The city's own and other names. */
export function cityNames(names: Names, city: string): string[] {
  return [city, ...(names.places.city.get(cachedMatchKey(city)) ?? [])]
}

/** The country's English name, then what else people call it. */
export function countryNamesOf(names: Names, countryCode: string): string[] {
  const ownNames = /^[A-Z]{2}$/.test(countryCode) ? [countryNames.of(countryCode) ?? ''] : []
  return [...ownNames, ...(names.places.country.get(countryCode) ?? [])]
}

/** Other names of the city, and names of the country. */
export function locationNames(names: Names, city: string, countryCode: string): string[] {
  return [...cityNames(names, city).slice(1), ...countryNamesOf(names, countryCode)]
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
  const live = eventIsUpcoming('e', now)
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
