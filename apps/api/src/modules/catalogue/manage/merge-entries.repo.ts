import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'

export type MergeKind = 'performer' | 'venue'

const tables = { performer: 'performers', venue: 'venues' } as const

export async function lockEntries(tx: Tx, kind: MergeKind, ids: readonly number[]): Promise<void> {
  await sql`select from ${sql.table(tables[kind])} where id = any(${ids}::integer[]) order by id for update`.execute(
    tx,
  )
}

export interface Clash {
  event: number
  title: string
  otherEvent: number
  otherTitle: string
}

/**
 * An event in which both take part, or two of their events that overlap by the duration of their competitions. An
 * event without a known time takes its day.
 */
export async function findClash(
  tx: Tx,
  kind: MergeKind,
  one: number,
  other: number,
): Promise<Clash | undefined> {
  const subject = kind === 'venue' ? sql`e.venue_id` : sql`ep.performer_id`
  const performers = kind === 'venue' ? sql`` : sql`join event_performers ep on ep.event_id = e.id`
  const { rows } = await sql<Clash>`
    with times as materialized (
      select e.id, e.title, ${subject} as subject, case when e.time_known
        then tsrange(e.local_at, e.local_at + make_interval(mins => coalesce(c.duration_minutes, 120)))
        end as local_times, e.starts_at
      from events e ${performers} left join competitions c on c.category_id = e.category_id
      where ${subject} in (${one}, ${other}) and e.status <> 'cancelled'
    )
    select a.id as event, a.title, b.id as "otherEvent", b.title as "otherTitle"
    from times a join times b on b.subject = ${other} and (a.id = b.id or a.local_times && b.local_times)
    where a.subject = ${one} order by a.id = b.id desc, a.starts_at limit 1`.execute(tx)
  return rows[0]
}

/** The key of a pair's event with one performer replaced by another. */
const replacedKey = (one: number, other: number) => sql`
  array_to_string(array(
    select case when part.place in (3, 4) and part.text = ${String(one)} then ${String(other)} else part.text end
    from unnest(string_to_array(e.source_key, '/')) with ordinality as part(text, place) order by part.place), '/')`

const isPairEvent = (one: number) => sql`
  exists (select from event_performers ep
    where ep.event_id = e.id and ep.performer_id = ${one} and ep.role in ('home', 'away'))`

/** Two events that would have one identity. */
export async function findSameIdentity(
  tx: Tx,
  one: number,
  other: number,
): Promise<{ event: number; otherEvent: number } | undefined> {
  const { rows } = await sql<{ event: number; otherEvent: number }>`
    select e.id as event, taken.id as "otherEvent" from catalogue_events e
    join catalogue_events taken on taken.source_key = ${replacedKey(one, other)} and taken.id <> e.id
    where ${isPairEvent(one)} limit 1`.execute(tx)
  return rows[0]
}

/** Moves the events and everything that names the performer, then deletes it. */
export async function movePerformer(tx: Tx, one: number, other: number): Promise<void> {
  await sql`
    update catalogue_events e set source_key = ${replacedKey(one, other)}, updated_at = clock_timestamp()
    where ${isPairEvent(one)}`.execute(tx)
  // Open pages reload the events in which the performer has another role.
  await sql`
    update catalogue_events e set updated_at = clock_timestamp()
    where exists (select from event_performers ep where ep.event_id = e.id and ep.performer_id = ${one})
      and not ${isPairEvent(one)}`.execute(tx)
  await sql`
    update event_performers set opponent_id = ${other}
    where opponent_id = ${one} and event_id in (select event_id from event_performers where performer_id = ${one})`.execute(
    tx,
  )
  await sql`update event_performers set performer_id = ${other} where performer_id = ${one}`.execute(tx)
  await sql`update performer_aliases set performer_id = ${other} where performer_id = ${one}`.execute(tx)
  await sql`
    insert into rivalry_names (performer_id, rival_id, name)
    select least(${other}, rival), greatest(${other}, rival), name from (
      select case when performer_id = ${one} then rival_id else performer_id end as rival, name
      from rivalry_names where ${one} in (performer_id, rival_id)
    ) rivals where rival <> ${other} on conflict do nothing`.execute(tx)
  await sql`
    insert into performer_venues (performer_id, venue_id) select ${other}, venue_id from performer_venues
    where performer_id = ${one} on conflict do nothing`.execute(tx)
  await sql`
    insert into competition_entries (category_id, season, performer_id, role, position)
    select category_id, season, ${other}, role, position from competition_entries where performer_id = ${one}
    on conflict do nothing`.execute(tx)
  await sql`
    update performers p set colours = coalesce(p.colours, o.colours),
      country_code = coalesce(p.country_code, o.country_code)
    from performers o where p.id = ${other} and o.id = ${one}`.execute(tx)
}

/** Moves nicknames, banners, menu entries and old addresses, then deletes the entry. Its own address redirects. */
export async function movePages(
  tx: Tx,
  kind: MergeKind,
  { id, slug, into }: { id: number; slug: string; into: number },
): Promise<void> {
  await sql`
    insert into nicknames (type, type_id, name)
    select type, ${into}, name from nicknames where type = ${kind} and type_id = ${id} on conflict do nothing`.execute(
    tx,
  )
  await sql`delete from nicknames where type = ${kind} and type_id = ${id}`.execute(tx)
  await sql`update banners set type_id = ${into} where type = ${kind} and type_id = ${id}`.execute(tx)
  await sql`
    update menu_overrides set type_id = ${into} where type = ${kind} and type_id = ${id}
      and not exists (select from menu_overrides m where m.type = ${kind} and m.type_id = ${into})`.execute(
    tx,
  )
  await sql`delete from menu_overrides where type = ${kind} and type_id = ${id}`.execute(tx)
  await sql`
    update name_proposals set target_id = ${into} where what = ${kind} and target_id = ${id}`.execute(tx)
  await sql`update old_slugs set type_id = ${into} where type = ${kind} and type_id = ${id}`.execute(tx)
  await sql`delete from ${sql.table(tables[kind])} where id = ${id}`.execute(tx)
  await sql`
    insert into old_slugs (type, slug, type_id) values (${kind}, ${slug}, ${into})
    on conflict (type, slug) do update set type_id = excluded.type_id, retired_at = clock_timestamp()`.execute(
    tx,
  )
}
