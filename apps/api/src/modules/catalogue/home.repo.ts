import { sql } from 'kysely'
import type { Reader } from '#api/db/transaction.ts'
import type { Event } from './event.ts'
import { readEvents } from './events.repo.ts'

/** On sale: there is a date, it is still to come, and there are tickets. */
const onSale = (now: Date) => sql`
  from events e join event_stats s on s.event_id = e.id
  where e.starts_at > ${now} and e.status in ('scheduled', 'rescheduled') and s.ticket_count > 0`

/**
 * What is wanted now: by `heat`, to which a look at the event's page adds 1, each ticket held 2 and each sold 5, all of
 * it worth half as much every three days. The soonest first among equals.
 */
export function findHotEvents(db: Reader, now: Date, limit: number): Promise<Event[]> {
  return readEvents(
    db,
    sql`select e.id ${onSale(now)} order by s.heat desc, e.starts_at, e.id limit ${limit}`,
  )
}

/**
 * What is wanted by and large, over all that is played: of each competition the events with the greatest `demand` (the
 * same looks, holds and sales, but for good), first the best of each, then the second best, at most three of one.
 */
export function findPopularEvents(db: Reader, now: Date, limit: number): Promise<Event[]> {
  return readEvents(
    db,
    sql`
      select id from (
        select e.id, s.demand,
          row_number() over (partition by e.category_id order by s.demand desc, e.starts_at, e.id) as place
        ${onSale(now)}
      ) ranked
      where place <= 3 order by place, demand desc, id limit ${limit}`,
  )
}

const lastMinuteHours = 72

/** What starts within the next 72 hours and can still be bought, the soonest first, the hotter first at one moment. */
export function findLastMinuteEvents(db: Reader, now: Date, limit: number): Promise<Event[]> {
  const until = new Date(now.getTime() + lastMinuteHours * 3_600_000)
  return readEvents(
    db,
    sql`
      select e.id ${onSale(now)} and e.starts_at <= ${until}
      order by e.starts_at, s.heat desc, e.id limit ${limit}`,
  )
}

/** What came on sale last: by the moment at which an event's first listing was published, the latest first. */
export function findNewEvents(db: Reader, now: Date, limit: number): Promise<Event[]> {
  return readEvents(
    db,
    sql`select e.id ${onSale(now)} order by s.first_listed_at desc nulls last, e.id desc limit ${limit}`,
  )
}

/** What this account has looked at and has not begun, sold out or not, the last look first. */
export function findRecentlyViewed(
  db: Reader,
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

export interface MarketSize {
  events: number
  tickets: number
  sellers: number
}

/** How much is on sale in all, and by how many teams. */
export async function measureMarket(db: Reader, now: Date): Promise<MarketSize> {
  const { rows } = await sql<MarketSize>`
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
