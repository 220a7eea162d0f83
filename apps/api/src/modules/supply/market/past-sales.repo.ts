import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

/** Figures contain at least this many sales, of this many sellers; so does every change of them. */
const leastSales = 5
const leastSellers = 3
/** Sales count after a day. */
const delayHours = 24
/** Figures of events go this long after they began. */
const keptDays = 30

/**
 * Reads the sales of the next orders that are a day old, up to a limit. Sales between teams that are related, and cancelled
 * ones, do not count. Returns how many orders were read.
 */
export async function readSales(tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const { rows } = await sql<{ orders: number }>`
    with position as materialized (
      select read_until from past_sales_cursor for update
    ), due as materialized (
      select o.id, o.team_id, o.placed_at from orders o, position p
      where o.placed_at > p.read_until and o.placed_at <= ${now}::timestamptz - make_interval(hours => ${delayHours})
        and o.email <> 'erased@erased.invalid'
      order by o.placed_at limit ${limit}
    ), read as (
      insert into section_sales (line_id, event_id, area, seller_key, price_minor, currency, sold_at)
      select line.id, line.event_id,
        case when l.general_admission then 'category ' || l.category_id else l.section end,
        (select min(t) from related_teams(line.seller_team_id) t), line.seller_price_minor, line.seller_currency, d.placed_at
      from due d
      join order_lines line on line.order_id = d.id and line.state <> 'cancelled'
      join listings l on l.id = line.listing_id
      join catalogue_events e on e.id = line.event_id
        and e.starts_at > ${now}::timestamptz - make_interval(days => ${keptDays})
      where d.team_id not in (select related_teams(line.seller_team_id))
      on conflict do nothing
    )
    update past_sales_cursor c set read_until = coalesce((select max(placed_at) from due), c.read_until)
    returning (select count(*)::integer from due) as orders`.execute(tx)
  return rows[0]?.orders ?? 0
}

/**
 * Publishes the figures of areas with enough new sales. Two versions of a figure differ by at least five sales of three
 * sellers, so that no comparison of two days shows one sale. The median is rounded to about 2 %, because a median of an odd
 * number is the price of one sale.
 */
export async function publishSales(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql`
    with due as materialized (
      select s.event_id, s.area from section_sales s where not s.is_counted
      group by s.event_id, s.area
      having count(*) >= ${leastSales} and count(distinct s.seller_key) >= ${leastSellers}
    ), standing as materialized (
      select s.* from due d join section_sales s on s.event_id = d.event_id and s.area = d.area
      where exists (select from order_lines line where line.id = s.line_id and line.state <> 'cancelled')
    ), shown as materialized (
      select s.event_id, s.area, mode() within group (order by s.currency) as currency
      from standing s group by s.event_id, s.area
    ), figures as (
      select s.event_id, s.area, h.currency, count(*)::integer as sales,
        percentile_cont(0.5) within group (order by s.price_minor * r.rate) as median
      from standing s
      join shown h on h.event_id = s.event_id and h.area = s.area
      cross join lateral exchange_rate_at(s.currency, h.currency, ${now}) r
      where r.rate is not null
      group by s.event_id, s.area, h.currency
      having count(*) >= ${leastSales} and count(distinct s.seller_key) >= ${leastSellers}
    ), published as (
      insert into past_sales (event_id, area, median_minor, currency, sales, published_at)
      select f.event_id, f.area, rounded_median(f.median::numeric), f.currency, f.sales, ${now} from figures f
      on conflict (event_id, area) do update set median_minor = excluded.median_minor, currency = excluded.currency,
        sales = excluded.sales, published_at = excluded.published_at
      returning event_id, area
    )
    update section_sales s set is_counted = true from published p
    where s.event_id = p.event_id and s.area = p.area and not s.is_counted
    returning s.line_id`.execute(tx)
  return rows.length
}

/** Events that have passed need no figures. */
export async function deleteOldSales(tx: Tx, now: Date): Promise<void> {
  const old = sql`(select e.id from catalogue_events e
    where e.starts_at < ${now}::timestamptz - make_interval(days => ${keptDays}))`
  await sql`delete from section_sales where event_id in ${old}`.execute(tx)
  await sql`delete from past_sales where event_id in ${old}`.execute(tx)
}

export interface PastSales {
  medianMinor: number
  currency: string
  sales: number
}

/** The published figures of the section of the listing `l`, in its currency; no row with too few sales. */
export const pastSalesOfListing = (now: Date): RawBuilder<unknown> => sql`
  select rounded_median(p.median_minor * r.rate) as median_minor, p.sales
  from past_sales p cross join lateral exchange_rate_at(p.currency, l.currency, ${now}) r
  where p.event_id = l.event_id
    and p.area = case when l.general_admission then 'category ' || l.category_id else l.section end
    and r.rate is not null`

/** The published figures of the listing's section, in its currency; `undefined` with too few sales. */
export async function findPastSales(
  db: DbOrTx,
  { listingId, now }: { listingId: string; now: Date },
): Promise<PastSales | undefined> {
  const { rows } = await sql<PastSales>`
    select past.median_minor as "medianMinor", l.currency, past.sales
    from listings l cross join lateral (${pastSalesOfListing(now)}) past
    where l.id = ${listingId}`.execute(db)
  return rows[0]
}

export interface PriceRank {
  lowestMinor: number | null
  rank: number
  compared: number
}

/** The rank that the listing would have at this price; `undefined` if it cannot be compared, because nothing is on sale. */
export async function rankPrice(
  db: DbOrTx,
  { listingId, priceMinor, now }: { listingId: string; priceMinor: number; now: Date },
): Promise<PriceRank | undefined> {
  const { rows } = await sql<PriceRank>`
    select m.lowest_minor as "lowestMinor", m.rank, m.compared
    from comparable_prices_at(array[${listingId}], array[${priceMinor}]::bigint[], ${now}) m`.execute(db)
  return rows[0]
}
