import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

export interface Season {
  categoryId: number
  /** Name of the season. */
  season: string
}

export interface Entrant {
  id: number
  role: 'performer' | 'driver' | 'constructor'
}

/** Enters a performer for a season, in the role of its kind; returns whether that changed anything. */
export async function enterPerformer(
  tx: Tx,
  { categoryId, season, performerId, position }: Season & { performerId: number; position: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into competition_entries as e (category_id, season, performer_id, role, position)
    select ${categoryId}, ${season}, id,
      case when kind in ('driver', 'constructor') then kind else 'performer' end, ${position}::smallint
    from performers where id = ${performerId}
    on conflict (category_id, season, performer_id) do update
      set role = excluded.role, position = excluded.position
      where (e.role, e.position) <> (excluded.role, excluded.position)`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/** Returns whether the performer was entered. */
export async function withdrawPerformer(
  tx: Tx,
  { categoryId, season, performerId }: Season & { performerId: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from competition_entries
    where category_id = ${categoryId} and season = ${season} and performer_id = ${performerId}`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/**
 * Makes the entrants the performers of every event of their season, in the order of the entry list. Headliners that an
 * event names itself stay.
 */
export async function linkEntrants(tx: Tx, { categoryId, season }: Season): Promise<void> {
  await sql`
    delete from event_performers ep using events e join seasons s on s.id = e.season_id
    where ep.event_id = e.id and s.category_id = ${categoryId} and s.name = ${season}
      and ep.role in ('driver', 'constructor')
      and not exists (
        select from competition_entries c
        where c.category_id = ${categoryId} and c.season = ${season} and c.performer_id = ep.performer_id)`.execute(
    tx,
  )
  await sql`
    insert into event_performers (event_id, performer_id, role, position)
    select e.id, c.performer_id, c.role, row_number() over (partition by e.id order by c.position, c.performer_id) - 1
    from events e join seasons s on s.id = e.season_id
    join competition_entries c on c.category_id = s.category_id and c.season = s.name
    where s.category_id = ${categoryId} and s.name = ${season}
    on conflict (event_id, performer_id) do update set role = excluded.role, position = excluded.position
      where (event_performers.role, event_performers.position) is distinct from (excluded.role, excluded.position)`.execute(
    tx,
  )
}

/** The entrants of every season that has some, by {@link seasonKey}. */
export async function readEntrants(db: DbOrTx): Promise<Map<string, Entrant[]>> {
  const { rows } = await sql<{ competition: string; season: string; entrants: Entrant[] }>`
    select c.slug as competition, e.season,
      json_agg(json_build_object('id', e.performer_id, 'role', e.role) order by e.position, e.performer_id) as entrants
    from competition_entries e join categories c on c.id = e.category_id group by c.slug, e.season`.execute(db)
  return new Map(rows.map(({ competition, season, entrants }) => [seasonKey(competition, season), entrants]))
}

export function seasonKey(competition: string, season: string): string {
  return `${competition} ${season}`
}
