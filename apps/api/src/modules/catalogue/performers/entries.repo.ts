import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'

export interface Season {
  categoryId: number
  /** Name of the season. */
  season: string
}

/**
 * Enters a performer for a season, in the role of its kind; returns whether that changed anything. `isKept` leaves an
 * entry that exists as it is.
 */
export async function enterPerformer(
  tx: Tx,
  {
    categoryId,
    season,
    performerId,
    position,
    isKept = false,
  }: Season & { performerId: number; position: number; isKept?: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into competition_entries as e (category_id, season, performer_id, role, position)
    select ${categoryId}, ${season}, id,
      case when kind in ('driver', 'constructor') then kind else 'performer' end, ${position}::smallint
    from performers where id = ${performerId}
    on conflict (category_id, season, performer_id) do update
      set role = excluded.role, position = excluded.position
      where (e.role, e.position) <> (excluded.role, excluded.position) and not ${isKept}`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/** The place after the last entry of the season's list. */
export async function nextPosition(tx: Tx, { categoryId, season }: Season): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(position), 0) + 1 as next from competition_entries
    where category_id = ${categoryId} and season = ${season}`.execute(tx)
  return rows[0]?.next ?? 1
}

/** Removes an entry, and its performer from the events after `now`; returns whether there was one. */
export async function withdrawPerformer(
  tx: Tx,
  { categoryId, season, performerId }: Season & { performerId: number },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from competition_entries
    where category_id = ${categoryId} and season = ${season} and performer_id = ${performerId}`.execute(tx)
  if ((numAffectedRows ?? 0n) === 0n) return false
  await sql`
    with withdrawn as (
      delete from event_performers ep using events e join seasons s on s.id = e.season_id
      where ep.event_id = e.id and ep.performer_id = ${performerId} and s.category_id = ${categoryId}
        and s.name = ${season} and e.starts_at > ${now} and ep.role not in ('home', 'away')
      returning ep.event_id
    )
    update events set updated_at = clock_timestamp() where id in (select event_id from withdrawn)`.execute(tx)
  return true
}

/**
 * Makes the entrants performers of every event of their season, after those that the event names itself and in the
 * order of the entry list. Who was withdrawn no longer takes part in events after `now`. Touches the events, so that
 * open pages and the search reload them.
 */
export async function linkEntrants(tx: Tx, { categoryId, season }: Season, now: Date): Promise<void> {
  await sql`
    with season_events as materialized (
      select e.id, e.starts_at from events e join seasons s on s.id = e.season_id
      where s.category_id = ${categoryId} and s.name = ${season}
    ),
    entrants as materialized (
      select performer_id, role, row_number() over (order by position, performer_id) as place
      from competition_entries where category_id = ${categoryId} and season = ${season}
    ),
    withdrawn as (
      delete from event_performers ep using season_events e
      where ep.event_id = e.id and e.starts_at > ${now} and ep.role in ('driver', 'constructor')
        and not exists (select from entrants where entrants.performer_id = ep.performer_id)
      returning ep.event_id
    ),
    entered as (
      insert into event_performers as ep (event_id, performer_id, role, position)
      select e.id, n.performer_id, n.role, n.place - 1 + (
        select count(*) from event_performers own
        where own.event_id = e.id and not exists (
          select from entrants where entrants.performer_id = own.performer_id)
          and own.role not in ('driver', 'constructor'))
      from season_events e cross join entrants n
      on conflict (event_id, performer_id) do update set role = excluded.role, position = excluded.position
        where (ep.role, ep.position) is distinct from (excluded.role, excluded.position)
      returning event_id
    )
    update events set updated_at = clock_timestamp()
    where id in (select event_id from withdrawn union select event_id from entered)`.execute(tx)
}
