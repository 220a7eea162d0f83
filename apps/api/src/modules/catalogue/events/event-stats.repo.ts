import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

/**
 * Recomputes lowest price, tickets and listings on sale at `asOf`. Prices in several currencies are compared at the
 * latest reference rates; a price without a rate counts only when no other is available.
 */
export async function refreshEventStats(tx: Tx, eventIds: readonly number[], asOf: Date): Promise<void> {
  if (eventIds.length === 0) return
  await sql`
    with on_sale as (
      select l.event_id, l.price_minor, l.currency, l.created_at, a.available
      from listing_availability(
        array(select id from listings where event_id = any(${eventIds}::integer[]) and status = 'active'), ${asOf}
      ) a
      join listings l on l.id = a.listing_id
      where a.available > 0
    ), rates as (
      select c.currency, case when c.currency = 'EUR' then 1 else r.rate end as per_euro
      from (select distinct currency from on_sale) c
      left join lateral (
        select e.rate from exchange_rates e where e.currency = c.currency order by e.rate_date desc limit 1
      ) r on true
    ), counted as (
      select event_id, sum(available)::integer as tickets, count(*)::integer as listings, min(created_at) as first_listed
      from on_sale group by event_id
    ), cheapest as (
      select distinct on (o.event_id) o.event_id, o.price_minor, o.currency
      from on_sale o join rates r on r.currency = o.currency
      order by o.event_id, o.price_minor / r.per_euro nulls last, o.currency, o.price_minor
    )
    insert into event_stats as s
      (event_id, min_price_minor, min_price_currency, ticket_count, listing_count, first_listed_at, updated_at)
    select e.id, m.price_minor, m.currency, coalesce(c.tickets, 0), coalesce(c.listings, 0), c.first_listed,
      clock_timestamp()
    from events e left join counted c on c.event_id = e.id left join cheapest m on m.event_id = e.id
    where e.id = any(${eventIds}::integer[])
    on conflict (event_id) do update set min_price_minor = excluded.min_price_minor,
      min_price_currency = excluded.min_price_currency, ticket_count = excluded.ticket_count,
      listing_count = excluded.listing_count,
      first_listed_at = least(s.first_listed_at, excluded.first_listed_at), updated_at = excluded.updated_at`.execute(
    tx,
  )
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
