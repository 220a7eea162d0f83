import { money, type Money } from '@terrace/domain/money/money'
import { sql, type RawBuilder } from 'kysely'
import { eventIsUpcoming } from '#api/db/predicates.ts'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { Colours } from '../competitions/category-art.ts'
import type { Event } from '../events/event.ts'
import { readEvents } from '../events/events.repo.ts'
import type { Content, ContentType } from './find-content.repo.ts'

export interface Subject {
  type: ContentType | 'event'
  id: number
}

/** A competition or team on another page, with totals of its upcoming events. */
export interface Tile {
  type: ContentType
  id: number
  title: string
  slug: string
  colours: Colours | null
  events: number
  tickets: number
  /** The lowest price per currency. */
  prices: Money[]
}

export interface Overview {
  events: number
  tickets: number
  prices: Money[]
  months: { month: string; events: number; tickets: number }[]
  categories: Tile[]
  teams: Tile[]
}

const maxTeams = 60

const below = (id: number) => sql`
  with recursive below as (
    select id from categories where id = ${id}
    union all
    select c.id from below join categories c on c.parent_id = below.id
  )
  select id from below`

/** Fetches a team's few dozen events by id; `offset 0` keeps the planner from scanning all events. */
const eventsOfPerformer = (id: number) => sql`
  from event_performers ep
  cross join lateral (select * from events where events.id = ep.event_id offset 0) e
  where ep.performer_id = ${id}`

const eventsOf = ({ type, id }: Subject): RawBuilder<unknown> =>
  ({
    category: sql`from events e where e.category_id in (${below(id)})`,
    performer: eventsOfPerformer(id),
    venue: sql`from events e where e.venue_id = ${id}`,
    event: sql`from events e where e.id = ${id}`,
  })[type]

const upcoming = (subject: Subject, now: Date) => sql`
  ${eventsOf(subject)} and ${eventIsUpcoming('e', now)}`

interface EventTotals {
  events: number
  tickets: number
}
type Prices = { minor: number; currency: string }[] | null
type TileRow = EventTotals & {
  id: number
  title: string
  slug: string
  colours: Colours | null
  prices: Prices
}

interface OverviewRow {
  months: (EventTotals & { month: string })[] | null
  prices: Prices
  categories: TileRow[] | null
  teams: TileRow[] | null
}

/**
 * Totals of the subject's upcoming events: by month, by competition and by team, with the lowest price per currency.
 * One statement, because each extra pass over the events costs as much again.
 */
export async function readOverview(db: DbOrTx, now: Date, subject: Subject): Promise<Overview> {
  const { rows } = await sql<OverviewRow>`
    with upcoming as materialized (
      select c.id, c.category_id, c.month, coalesce(s.ticket_count, 0) as tickets,
        s.min_price_minor as minor, s.min_price_currency as currency
      from (select e.id, e.category_id, to_char(e.local_at, 'YYYY-MM') as month ${upcoming(subject, now)}) c
      left join event_stats s on s.event_id = c.id
    )
    select
      (select jsonb_agg(to_jsonb(m) order by m.month) from (
        select month, count(*) as events, sum(tickets) as tickets from upcoming group by month) m) as months,
      (select jsonb_agg(to_jsonb(p)) from (
        select currency, min(minor) as minor from upcoming where minor is not null group by currency) p) as prices,
      ${tiles(sql`categories`, categoryTileEvents(subject), sql`order by t.position, t.id`)} as categories,
      ${tiles(sql`performers`, teamTileEvents(subject), sql`order by x.events desc, t.name limit ${maxTeams}`)} as teams
    `.execute(db)
  const row = rows[0]
  const months = row?.months ?? []
  return {
    events: sumBy(months, (month) => month.events),
    tickets: sumBy(months, (month) => month.tickets),
    prices: toMoney(row?.prices ?? null),
    months,
    categories: (row?.categories ?? []).map(tileOf('category')),
    teams: (row?.teams ?? []).map(tileOf('performer')),
  }
}

/** Assigns events to category tiles: a category's children, or the competitions a performer plays in. */
function categoryTileEvents({ type, id }: Subject): RawBuilder<unknown> | undefined {
  if (type === 'performer') return sql`select id as event_id, category_id as tile_id from upcoming`
  if (type !== 'category') return undefined
  return sql`
    with recursive branch as (
      select c.id, c.id as top from categories c where c.parent_id = ${id}
      union all
      select c.id, branch.top from branch join categories c on c.parent_id = branch.id
    )
    select upcoming.id as event_id, branch.top as tile_id from upcoming join branch on branch.id = upcoming.category_id`
}

/** Assigns events to team tiles. A category with subcategories has none; a venue lists its home teams only. */
function teamTileEvents({ type, id }: Subject): RawBuilder<unknown> | undefined {
  if (type !== 'category' && type !== 'venue') return undefined
  return sql`
    select upcoming.id as event_id, ep.performer_id as tile_id
    from upcoming join event_performers ep on ep.event_id = upcoming.id
    where ${
      type === 'venue'
        ? sql`ep.role in ('home', 'performer')`
        : sql`ep.role <> 'driver' and not exists (select 1 from categories c where c.parent_id = ${id})`
    }`
}

/** A literal `null` when the page has no such tiles, which saves the planner the subquery. */
function tiles(
  table: RawBuilder<unknown>,
  tileEvents: RawBuilder<unknown> | undefined,
  order: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!tileEvents) return sql`null::jsonb`
  return sql`(
    select jsonb_agg(to_jsonb(tile)) from (
      select t.id, t.name as title, t.slug, t.colours, x.events, x.tickets, x.prices
      from (
        select tile_id, sum(events) as events, sum(tickets) as tickets,
          jsonb_agg(jsonb_build_object('currency', currency, 'minor', minor)) filter (where minor is not null) as prices
        from (
          select b.tile_id, c.currency, count(*) as events, sum(c.tickets) as tickets, min(c.minor) as minor
          from (${tileEvents}) b join upcoming c on c.id = b.event_id group by b.tile_id, c.currency
        ) by_currency
        group by tile_id
      ) x join ${table} t on t.id = x.tile_id
      ${order}
    ) tile
  )`
}

function tileOf(type: ContentType) {
  return ({ prices, ...row }: TileRow): Tile => ({ ...row, type, prices: toMoney(prices) })
}

function toMoney(prices: Prices): Money[] {
  return (prices ?? []).map(({ minor, currency }) => money(minor, currency))
}

function sumBy<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}

interface EventPage {
  page: number
  perPage: number
  /** `YYYY-MM`, in venue-local time. */
  month?: string | undefined
}

export async function findContentEvents(
  db: DbOrTx,
  now: Date,
  subject: Subject,
  { page, perPage, month }: EventPage,
): Promise<Event[]> {
  const inMonth = month === undefined ? sql`` : sql`and to_char(e.local_at, 'YYYY-MM') = ${month}`
  return readEvents(
    db,
    sql`
      select e.id ${upcoming(subject, now)} ${inMonth}
      order by e.starts_at, e.id limit ${perPage} offset ${(page - 1) * perPage}`,
  )
}

/** Ancestor categories, root first. A performer gets those of the competition with most of its upcoming events. */
export async function readBreadcrumbs(db: DbOrTx, now: Date, { type, id }: Subject): Promise<Content[]> {
  const start =
    type === 'category'
      ? sql`select parent_id as id from categories where id = ${id}`
      : sql`
        select e.category_id as id ${eventsOfPerformer(id)}
        group by e.category_id order by count(*) filter (where e.starts_at > ${now}) desc, count(*) desc, 1 limit 1`
  const { rows } = await sql<Omit<Content, 'type'>>`
    with recursive above as (
      select id, 0 as height from (${start}) start
      union all
      select c.parent_id, above.height + 1 from above join categories c on c.id = above.id
    )
    select c.id, c.name as title, c.slug from above join categories c on c.id = above.id
    order by above.height desc`.execute(db)
  return rows.map((row) => ({ type: 'category', ...row }))
}
