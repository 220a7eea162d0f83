import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

/** Counts all listings of these events again: lowest price, tickets and listings on sale at `asOf`. */
export async function refreshEventStats(tx: Tx, eventIds: readonly number[], asOf: Date): Promise<void> {
  if (eventIds.length === 0) return
  await sql`select count_events(${eventIds}, ${asOf})`.execute(tx)
}

/** Counts changed listings again. Events that have never been counted are counted with all their listings. */
export async function countChangedListings(tx: Tx, listingIds: readonly string[], asOf: Date): Promise<void> {
  if (listingIds.length === 0) return
  const { rows } = await sql<{ id: number }>`
    select distinct l.event_id as id from listings l left join event_stats s on s.event_id = l.event_id
    where l.id = any(${listingIds}) and s.priced_at is null order by l.event_id`.execute(tx)
  await refreshEventStats(
    tx,
    rows.map(({ id }) => id),
    asOf,
  )
  await sql`select count_changed_listings(${listingIds}, ${asOf})`.execute(tx)
}

export interface PopularityChange {
  eventId: number
  weight: number
}

/**
 * Adds to `demand`, which never decays, and to `trend_score`, which does (`decayed_score` in the database). Ignores
 * unknown events.
 */
export async function addPopularity(
  db: DbOrTx,
  changes: readonly PopularityChange[],
  at: Date,
): Promise<void> {
  const real = changes.filter(({ weight }) => weight > 0)
  if (real.length === 0) return
  await sql`
    insert into event_stats as s (event_id, demand, trend_score)
    select r."eventId", sum(r.weight), decayed_score(sum(r.weight), ${at})
    from jsonb_to_recordset(${JSON.stringify(real)}::jsonb) as r("eventId" integer, weight double precision)
    join events e on e.id = r."eventId"
    group by r."eventId" order by r."eventId"
    on conflict (event_id) do update set demand = s.demand + excluded.demand,
      trend_score = add_decayed_scores(s.trend_score, excluded.trend_score)`.execute(db)
}
