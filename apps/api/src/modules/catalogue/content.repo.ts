import { money, type Money } from '@terrace/domain/money'
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '#api/db/transaction.ts'
import type { Event } from './event.ts'
import { readEvents } from './events.repo.ts'
import type { Content, ContentType } from './find-content.repo.ts'

/** What a page is about: something with a page of its own, or a single event. */
export interface Subject {
  type: ContentType | 'event'
  id: number
}

/** One of several things beside a page's subject, with what is to come of it. */
export interface Tile {
  type: ContentType
  id: number
  title: string
  slug: string
  events: number
  tickets: number
  /** The lowest of each currency. */
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

/** More teams than these are no tiles, but a directory. */
const teamsShown = 60

const below = (id: number) => sql`
  with recursive below as (
    select id from categories where id = ${id}
    union all
    select c.id from below join categories c on c.parent_id = below.id
  )
  select id from below`

/** A team has some dozens of events: each is fetched by its id, where the planner would look through those of everybody. */
const eventsOfPerformer = (id: number) => sql`
  from event_performers mine
  cross join lateral (select * from events where events.id = mine.event_id offset 0) e
  where mine.performer_id = ${id}`

const eventsOf = ({ type, id }: Subject): RawBuilder<unknown> =>
  ({
    category: sql`from events e where e.category_id in (${below(id)})`,
    performer: eventsOfPerformer(id),
    venue: sql`from events e where e.venue_id = ${id}`,
    event: sql`from events e where e.id = ${id}`,
  })[type]

const toCome = (subject: Subject, now: Date) => sql`
  ${eventsOf(subject)} and e.starts_at > ${now} and e.status <> 'cancelled'`

interface Figures {
  events: number
  tickets: number
}
type Prices = { minor: number; currency: string }[] | null
type TileRow = Figures & { id: number; title: string; slug: string; prices: Prices }

interface OverviewRow {
  months: (Figures & { month: string })[] | null
  prices: Prices
  categories: TileRow[] | null
  teams: TileRow[] | null
}

/**
 * All that is to come of the subject in figures: how many events and tickets in which month, the lowest price of each
 * currency, and the same for the competitions and teams that belong on its page. One statement, since each look at the
 * events would cost as much again.
 */
export async function readOverview(db: Reader, now: Date, subject: Subject): Promise<Overview> {
  const { rows } = await sql<OverviewRow>`
    with chosen as materialized (
      select c.id, c.category_id, c.month, coalesce(s.ticket_count, 0) as tickets,
        s.min_price_minor as minor, s.min_price_currency as currency
      from (select e.id, e.category_id, to_char(e.local_at, 'YYYY-MM') as month ${toCome(subject, now)}) c
      left join event_stats s on s.event_id = c.id
    )
    select
      (select jsonb_agg(to_jsonb(m) order by m.month) from (
        select month, count(*) as events, sum(tickets) as tickets from chosen group by month) m) as months,
      (select jsonb_agg(to_jsonb(p)) from (
        select currency, min(minor) as minor from chosen where minor is not null group by currency) p) as prices,
      ${tiles(sql`categories`, branches(subject), sql`order by t.position, t.id`)} as categories,
      ${tiles(sql`performers`, members(subject), sql`order by x.events desc, t.name limit ${teamsShown}`)} as teams
    `.execute(db)
  const row = rows[0]
  const months = row?.months ?? []
  return {
    events: sum(months, (month) => month.events),
    tickets: sum(months, (month) => month.tickets),
    prices: moneys(row?.prices ?? null),
    months,
    categories: (row?.categories ?? []).map(tileOf('category')),
    teams: (row?.teams ?? []).map(tileOf('performer')),
  }
}

/** Which of the chosen events count for which category: of a sport its competitions, of a performer where it plays. */
function branches({ type, id }: Subject): RawBuilder<unknown> | undefined {
  if (type === 'performer') return sql`select id as event_id, category_id as thing_id from chosen`
  if (type !== 'category') return undefined
  return sql`
    with recursive branch as (
      select c.id, c.id as top from categories c where c.parent_id = ${id}
      union all
      select c.id, branch.top from branch join categories c on c.parent_id = branch.id
    )
    select chosen.id as event_id, branch.top as thing_id from chosen join branch on branch.id = chosen.category_id`
}

/** Of a competition its teams and artists, of a ground those at home; a sport has competitions instead. */
function members({ type, id }: Subject): RawBuilder<unknown> | undefined {
  if (type !== 'category' && type !== 'venue') return undefined
  return sql`
    select chosen.id as event_id, ep.performer_id as thing_id
    from chosen join event_performers ep on ep.event_id = chosen.id
    where ${
      type === 'venue'
        ? sql`ep.role in ('home', 'performer')`
        : sql`ep.role <> 'driver' and not exists (select 1 from categories c where c.parent_id = ${id})`
    }`
}

/** Null where nothing belongs on such a page: what is not asked for needs no plan. */
function tiles(
  table: RawBuilder<unknown>,
  belonging: RawBuilder<unknown> | undefined,
  order: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!belonging) return sql`null::jsonb`
  return sql`(
    select jsonb_agg(to_jsonb(tile)) from (
      select t.id, t.name as title, t.slug, x.events, x.tickets, x.prices
      from (
        select thing_id, sum(events) as events, sum(tickets) as tickets,
          jsonb_agg(jsonb_build_object('currency', currency, 'minor', minor)) filter (where minor is not null) as prices
        from (
          select b.thing_id, c.currency, count(*) as events, sum(c.tickets) as tickets, min(c.minor) as minor
          from (${belonging}) b join chosen c on c.id = b.event_id group by b.thing_id, c.currency
        ) by_currency
        group by thing_id
      ) x join ${table} t on t.id = x.thing_id
      ${order}
    ) tile
  )`
}

function tileOf(type: ContentType) {
  return ({ prices, ...row }: TileRow): Tile => ({ ...row, type, prices: moneys(prices) })
}

function moneys(prices: Prices): Money[] {
  return (prices ?? []).map(({ minor, currency }) => money(minor, currency))
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}

interface Shown {
  page: number
  perPage: number
  /** 'YYYY-MM' by the venues' calendars. */
  month?: string | undefined
}

/** A page of the events to come, the soonest first. */
export async function findContentEvents(
  db: Reader,
  now: Date,
  subject: Subject,
  { page, perPage, month }: Shown,
): Promise<Event[]> {
  const inMonth = month === undefined ? sql`` : sql`and to_char(e.local_at, 'YYYY-MM') = ${month}`
  return readEvents(
    db,
    sql`
      select e.id ${toCome(subject, now)} ${inMonth}
      order by e.starts_at, e.id limit ${perPage} offset ${(page - 1) * perPage}`,
  )
}

/** The categories around it, the widest first: of a performer those of the competition in which it plays most. */
export async function readTrail(db: Reader, now: Date, { type, id }: Subject): Promise<Content[]> {
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
