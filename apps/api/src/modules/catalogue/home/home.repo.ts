import { sql } from 'kysely'
import { eventIsOnSale } from '#api/db/predicates.ts'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { Event } from '../events/event.ts'
import { readEvents } from '../events/events.repo.ts'

const onSale = (now: Date) => sql`
  from events e join event_stats s on s.event_id = e.id
  where e.starts_at > ${now} and ${eventIsOnSale('e', now)} and s.ticket_count > 0`

/**
 * Trending events by `trend_score`: a page view adds 1, a ticket held 2, a ticket sold 5, with a half-life of three
 * days. Ties go to the sooner event.
 */
export function findHotEvents(db: DbOrTx, now: Date, limit: number): Promise<Event[]> {
  return readEvents(
    db,
    sql`select e.id ${onSale(now)} order by s.trend_score desc, e.starts_at, e.id limit ${limit}`,
  )
}

/**
 * Popular events by all-time `demand`: the best of each competition, then the second best, at most three per
 * competition.
 */
export function findPopularEvents(db: DbOrTx, now: Date, limit: number): Promise<Event[]> {
  return readEvents(
    db,
    sql`
      select id from (
        select e.id, s.demand,
          row_number() over (partition by e.category_id order by s.demand desc, e.starts_at, e.id) as rank
        ${onSale(now)}
      ) ranked
      where rank <= 3 order by rank, demand desc, id limit ${limit}`,
  )
}

const lastMinuteHours = 72

/** Events on sale that start within 72 hours, soonest first; at equal times, the higher `trend_score` first. */
export function findLastMinuteEvents(db: DbOrTx, now: Date, limit: number): Promise<Event[]> {
  const until = new Date(now.getTime() + lastMinuteHours * 3_600_000)
  return readEvents(
    db,
    sql`
      select e.id ${onSale(now)} and e.starts_at <= ${until}
      order by e.starts_at, s.trend_score desc, e.id limit ${limit}`,
  )
}

/** Events by the time of their first listing, latest first. */
export function findNewEvents(db: DbOrTx, now: Date, limit: number): Promise<Event[]> {
  return readEvents(
    db,
    sql`select e.id ${onSale(now)} order by s.first_listed_at desc nulls last, e.id desc limit ${limit}`,
  )
}

/** The account's recently viewed events that have not started, sold out or not, latest view first. */
export function findRecentlyViewed(
  db: DbOrTx,
  { accountId, now, limit }: { accountId: string; now: Date; limit: number },
): Promise<Event[]> {
  return readEvents(
    db,
    sql`
      select r.event_id from recent_views r join events e on e.id = r.event_id
      where r.account_id = ${accountId} and e.starts_at > ${now}
      order by r.viewed_at desc, r.event_id limit ${limit}`,
  )
}

export interface MarketTotals {
  events: number
  tickets: number
  sellers: number
}

export async function countMarket(db: DbOrTx, now: Date): Promise<MarketTotals> {
  const { rows } = await sql<MarketTotals>`
    select counted.events, counted.tickets,
      (
        select count(*)::int from teams t
        where exists (select 1 from listings l where l.seller_team_id = t.id and l.status = 'active')
      ) as sellers
    from (
      select count(*)::int as events, coalesce(sum(s.ticket_count), 0)::int as tickets ${onSale(now)}
    ) counted`.execute(db)
  return rows[0] ?? { events: 0, tickets: 0, sellers: 0 }
}

/** The category whose teams the home page shows. */
export async function findFeaturedCategory(db: DbOrTx): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from categories where is_featured`.execute(db)
  return rows[0]?.id
}
