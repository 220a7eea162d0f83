import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

/** Kinds of catalogue entries that an operator lists, adds, changes and removes. */
export const entryKinds = ['sport', 'competition', 'season', 'performer', 'venue'] as const
export type EntryKind = (typeof entryKinds)[number]

export interface Entry {
  id: number
  /** A season's is `competition/season`. */
  slug: string
  name: string
  details: Record<string, string | number | null>
}

const selects: Record<EntryKind, RawBuilder<Entry>> = {
  sport: sql`
    select c.id, c.slug, c.name, jsonb_build_object('kind', c.kind, 'art-pattern', c.art_pattern,
      'keywords', array_to_string(c.keywords, '|'),
      'competitions', (select count(*) from categories below where below.parent_id = c.id)) as details
    from categories c where c.kind <> 'competition'`,
  competition: sql`
    select c.id, c.slug, c.name, jsonb_build_object('sport', s.slug, 'participants', p.participants,
      'title-style', p.title_style, 'duration-minutes', p.duration_minutes,
      'events', (select count(*) from events e where e.category_id = c.id)) as details
    from categories c join competitions p on p.category_id = c.id join categories s on s.id = c.parent_id`,
  season: sql`
    select s.id, c.slug || '/' || s.name as slug, c.name || ' ' || s.name as name, jsonb_build_object(
      'events', (select count(*) from events e where e.season_id = s.id),
      'entries', (select count(*) from competition_entries n
        where n.category_id = s.category_id and n.season = s.name)) as details
    from seasons s join categories c on c.id = s.category_id`,
  performer: sql`
    select p.id, p.slug, p.name, jsonb_build_object('kind', p.kind, 'country-code', p.country_code,
      'colours', array_to_string(p.colours, ' '),
      'import-names', (select string_agg(distinct a.name_key, '|') from performer_aliases a where a.performer_id = p.id),
      'search-names', (select string_agg(n.name, '|') from nicknames n
        where n.type = 'performer' and n.type_id = p.id),
      'events', (select count(*) from event_performers ep where ep.performer_id = p.id)) as details
    from performers p`,
  venue: sql`
    select v.id, v.slug, v.name, jsonb_build_object('kind', v.kind, 'city', v.city, 'country-code', v.country_code,
      'timezone', v.timezone, 'capacity', v.capacity,
      'import-names', (select string_agg(distinct a.name_key, '|') from venue_aliases a where a.venue_id = v.id),
      'search-names', (select string_agg(n.name, '|') from nicknames n where n.type = 'venue' and n.type_id = v.id),
      'events', (select count(*) from events e where e.venue_id = v.id)) as details
    from venues v`,
}

/** Entries whose name or slug contains the text, by slug. */
export async function readEntries(
  db: DbOrTx,
  kind: EntryKind,
  { text = '', limit }: { text?: string | undefined; limit: number },
): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select * from (${selects[kind]}) entries
    where strpos(lower(name), lower(${text})) > 0 or strpos(slug, lower(${text})) > 0
    order by slug limit ${limit}`.execute(db)
  return rows
}

export async function readEntry(db: DbOrTx, kind: EntryKind, slug: string): Promise<Entry | undefined> {
  const { rows } = await sql<Entry>`select * from (${selects[kind]}) entries where slug = ${slug}`.execute(db)
  return rows[0]
}

const uses: Record<EntryKind, (id: number) => RawBuilder<unknown>> = {
  sport: (id) => sql`select 'competition' as what, count(*) as count from categories where parent_id = ${id}`,
  competition: (id) => sql`
    select 'event' as what, count(*) as count from events where category_id = ${id}
    union all select 'season', count(*) from seasons where category_id = ${id}`,
  season: (id) => sql`
    select 'event' as what, count(*) as count from events where season_id = ${id}
    union all select 'entry', count(*) from competition_entries n join seasons s
      on s.category_id = n.category_id and s.name = n.season where s.id = ${id}`,
  performer: (id) => sql`
    select 'event' as what, count(*) as count from event_performers where performer_id = ${id}
    union all select 'entry', count(*) from competition_entries where performer_id = ${id}`,
  venue: (id) => sql`
    select 'event' as what, count(*) as count from events where venue_id = ${id}
    union all select 'home team', count(*) from performer_venues where venue_id = ${id}`,
}

/** What refers to the entry and keeps it from being removed, such as 3 events. */
export async function readUses(
  tx: Tx,
  kind: EntryKind,
  id: number,
): Promise<{ what: string; count: number }[]> {
  const type = kind === 'sport' || kind === 'competition' ? 'category' : kind
  const { rows } = await sql<{ what: string; count: number }>`
    select what, count::integer from (
      ${uses[kind](id)}
      union all select 'banner', count(*) from banners where type = ${type} and type_id = ${id}
      union all select 'menu entry', count(*) from menu_overrides where type = ${type} and type_id = ${id}
    ) uses where count > 0`.execute(tx)
  return rows
}

const tables = {
  sport: 'categories',
  competition: 'categories',
  season: 'seasons',
  performer: 'performers',
  venue: 'venues',
} as const

/** Deletes an entry to which nothing refers, with its names and former slugs. */
export async function deleteEntry(tx: Tx, kind: EntryKind, id: number): Promise<void> {
  const type = kind === 'sport' || kind === 'competition' ? 'category' : kind
  await sql`delete from nicknames where type = ${type} and type_id = ${id}`.execute(tx)
  await sql`delete from old_slugs where type = ${type} and type_id = ${id}`.execute(tx)
  await sql`delete from ${sql.table(tables[kind])} where id = ${id}`.execute(tx)
}

/** Adds a season; returns whether the competition did not have it. */
export async function insertSeason(tx: Tx, categoryId: number, name: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into seasons (category_id, name) values (${categoryId}, ${name}) on conflict do nothing`.execute(
    tx,
  )
  return (numAffectedRows ?? 0n) > 0n
}

export async function updatePerformer(
  tx: Tx,
  id: number,
  {
    kind,
    countryCode,
    colours,
  }: { kind: string | undefined; countryCode: string | undefined; colours: readonly string[] | undefined },
): Promise<void> {
  await sql`
    update performers set kind = coalesce(${kind ?? null}, kind),
      country_code = coalesce(${countryCode ?? null}, country_code),
      colours = coalesce(${colours ?? null}::text[], colours)
    where id = ${id}`.execute(tx)
}

export async function renameEntry(
  tx: Tx,
  kind: 'performer' | 'venue' | 'sport',
  { id, name }: { id: number; name: string },
): Promise<void> {
  await sql`update ${sql.table(tables[kind])} set name = ${name} where id = ${id}`.execute(tx)
}

export async function updateVenue(
  tx: Tx,
  id: number,
  values: { kind: string; city: string; countryCode: string; timezone: string; capacity: number },
): Promise<void> {
  await sql`
    update venues set kind = ${values.kind}, city = ${values.city}, country_code = ${values.countryCode},
      timezone = ${values.timezone}, capacity = ${values.capacity} where id = ${id}`.execute(tx)
  // A generated plan depends on kind and capacity, so it is made again.
  await sql`
    delete from seating_plans p where venue_id = ${id} and not is_from_file
      and not exists (select from events e join listings l on l.event_id = e.id where e.venue_id = p.venue_id)`.execute(
    tx,
  )
}

/** The namespaces of a performer's import names. */
export async function readScopes(tx: Tx, performerId: number): Promise<string[]> {
  const { rows } = await sql<{ scope: string }>`
    select distinct scope from performer_aliases where performer_id = ${performerId} order by scope`.execute(
    tx,
  )
  return rows.map(({ scope }) => scope)
}

/** Returns whether the name was an import name of the entry. */
export async function deleteAlias(
  tx: Tx,
  kind: 'performer' | 'venue' | 'competition',
  { id, key }: { id: number; key: string },
): Promise<boolean> {
  const statement = {
    performer: sql`delete from performer_aliases where performer_id = ${id} and name_key = ${key}`,
    venue: sql`delete from venue_aliases where venue_id = ${id} and name_key = ${key}`,
    competition: sql`delete from competition_names where category_id = ${id} and name_key = ${key}`,
  }[kind]
  const { numAffectedRows } = await statement.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}
