import type { EventStatus } from '@terrace/domain/event-status'
import { sql } from 'kysely'
import type { Reader, Tx } from '#api/db/transaction.ts'
import { quietMs, type Knowledge } from './judge-mark.ts'
import type { AlertKind, Tracker, TrackingSettings } from './mark.ts'
import { toSettings, type SettingsRow } from './settings.repo.ts'
import type { StockFacts } from './gone-reason.ts'

/** Of each listing; more than a list shows. */
const keptPrices = 100

/** At once, prices and listings: what is left over is there for the next time. */
const [mostForgotten, mostTrimmed] = [10_000, 500]

export interface FollowedListing extends StockFacts {
  id: string
  priceMinor: number
  /** Free for everybody. */
  available: number
}

/** The tracked listings of these events. */
export async function findFollowedOfEvents(db: Reader, eventIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct t.listing_id as id from tracked_listings t join listings l on l.id = t.listing_id
    where l.event_id = any(${eventIds}) and t.ended_at is null`.execute(db)
  return rows.map(({ id }) => id)
}

/** Listings of which somebody is to be told something that had to wait, and about which it has been quiet since. */
export async function findWaiting(db: Reader, now: Date): Promise<string[]> {
  const quietSince = new Date(now.getTime() - quietMs)
  const { rows } = await sql<{ id: string }>`
    select distinct t.listing_id as id from tracked_listings t
    join accounts a on a.id = t.account_id and a.status = 'active'
    where t.is_waiting and greatest(t.drop_told_at, t.low_told_at) <= ${quietSince}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface NotedPrice {
  listingId: string
  /** Null while it is gone. */
  priceMinor: number | null
}

/** Adds the prices that are not what was noted last. */
export async function notePrices(tx: Tx, prices: readonly NotedPrice[], at: Date): Promise<void> {
  await sql`
    insert into tracked_prices (listing_id, at, price_minor)
    select n.listing_id, ${at}, n.price_minor
    from unnest(${prices.map(({ listingId }) => listingId)}::text[],
      ${prices.map(({ priceMinor }) => priceMinor)}::bigint[]) as n (listing_id, price_minor)
    left join lateral (
      select true as is_known, p.price_minor from tracked_prices p where p.listing_id = n.listing_id
      order by p.id desc limit 1
    ) last on true
    where last.is_known is null or last.price_minor is distinct from n.price_minor`.execute(tx)
}

/** Prices of listings that nobody tracks any more, and such as no list shows. Answers how many there were. */
export async function forgetOldPrices(db: Reader): Promise<number> {
  return (await forgetOrphans(db)) + (await forgetUnshown(db))
}

async function forgetOrphans(db: Reader): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from tracked_prices where id in (
      select p.id from tracked_prices p
      where not exists (select 1 from tracked_listings t where t.listing_id = p.listing_id) limit ${mostForgotten}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

async function forgetUnshown(db: Reader): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from tracked_prices p using (
      select long.listing_id, (
        select k.id from tracked_prices k where k.listing_id = long.listing_id
        order by k.id desc offset ${keptPrices} limit 1
      ) as cut
      from (
        select listing_id from tracked_prices group by listing_id having count(*) > ${keptPrices} limit ${mostTrimmed}
      ) long
    ) trimmed
    where p.listing_id = trimmed.listing_id and p.id <= trimmed.cut`.execute(db)
  return Number(numAffectedRows ?? 0)
}

interface MarkKey {
  accountId: string
  listingId: string
}

/**
 * Locks the marks on these listings, in one order. Only locks: a sum beside a lock would be from before the wait, so what
 * is judged is read afterwards, in a statement of its own.
 */
export async function lockMarks(tx: Tx, listingIds: readonly string[]): Promise<MarkKey[]> {
  const { rows } = await sql<MarkKey>`
    select account_id as "accountId", listing_id as "listingId" from tracked_listings
    where listing_id = any(${listingIds}) and ended_at is null
    order by account_id, listing_id
    for update`.execute(tx)
  return rows
}

export interface FollowedMark {
  tracker: Tracker
  listing: FollowedListing
  priceThenMinor: number
  known: Knowledge
  settings: TrackingSettings
  /** Tickets of the listing that the tracker's own team holds. */
  held: number
  /** The account may log in, and is told. */
  isActive: boolean
}

interface MarkRow extends SettingsRow, FollowedListing {
  eventStatus: EventStatus
  account_id: string
  team_id: string
  is_active: boolean
  price_then_minor: number
  known_price_minor: number
  known_stock: number
  drop_told_at: Date | null
  low_told_at: Date | null
  held: number
}

/** The locked marks with their listings as they are now: price, what is free and what a team holds of one moment. */
export async function readMarks(tx: Tx, locked: readonly MarkKey[], now: Date): Promise<FollowedMark[]> {
  const listingIds = locked.map(({ listingId }) => listingId)
  const { rows } = await sql<MarkRow>`
    select l.id, l.status, l.quantity, l.sold, l.price_minor as "priceMinor", e.status as "eventStatus",
      e.starts_at as "startsAt", free.available, t.account_id, t.team_id, a.status = 'active' as is_active,
      t.price_then_minor, t.known_price_minor, t.known_stock, t.drop_told_at, t.low_told_at,
      s.drop_live, s.drop_mail, s.low_live, s.low_mail, s.low_at_most,
      coalesce((
        select sum(h.quantity) from holds h where h.listing_id = t.listing_id and h.team_id = t.team_id
          and h.state in ('active', 'paying') and h.reserved_until > ${now}
      ), 0)::int as held
    from unnest(${locked.map(({ accountId }) => accountId)}::text[], ${listingIds}::text[]) as k (account_id, listing_id)
    join tracked_listings t on t.account_id = k.account_id and t.listing_id = k.listing_id
    join accounts a on a.id = t.account_id
    join listing_availability(${[...new Set(listingIds)]}::text[], ${now}) free on free.listing_id = t.listing_id
    join listings l on l.id = t.listing_id
    join events e on e.id = l.event_id
    left join tracking_settings s on s.account_id = t.account_id
    order by t.account_id, t.listing_id`.execute(tx)
  return rows.map(toFollowedMark)
}

function toFollowedMark(row: MarkRow): FollowedMark {
  const { id, status, quantity, sold, priceMinor, eventStatus, startsAt, available } = row
  return {
    tracker: { accountId: row.account_id, teamId: row.team_id },
    listing: { id, status, quantity, sold, priceMinor, eventStatus, startsAt, available },
    priceThenMinor: row.price_then_minor,
    known: {
      priceMinor: row.known_price_minor,
      stock: row.known_stock,
      dropToldAt: row.drop_told_at,
      lowToldAt: row.low_told_at,
    },
    settings: toSettings(row),
    held: row.held,
    isActive: row.is_active,
  }
}

export interface JudgedMark {
  tracker: Tracker
  listingId: string
  knowledge: Knowledge
  isWaiting: boolean
}

/** Most changes of a listing change nothing of what most accounts know: those rows are left as they are. */
export async function writeKnowledge(tx: Tx, marks: readonly JudgedMark[]): Promise<void> {
  const rows = marks.map(({ tracker, listingId, knowledge, isWaiting }) => ({
    account_id: tracker.accountId,
    listing_id: listingId,
    known_price_minor: knowledge.priceMinor,
    known_stock: knowledge.stock,
    drop_told_at: knowledge.dropToldAt,
    low_told_at: knowledge.lowToldAt,
    is_waiting: isWaiting,
  }))
  await sql`
    update tracked_listings t set known_price_minor = n.known_price_minor, known_stock = n.known_stock,
      drop_told_at = n.drop_told_at, low_told_at = n.low_told_at, is_waiting = n.is_waiting
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (account_id text, listing_id text,
      known_price_minor bigint, known_stock integer, drop_told_at timestamptz, low_told_at timestamptz,
      is_waiting boolean)
    where t.account_id = n.account_id and t.listing_id = n.listing_id
      and (t.known_price_minor, t.known_stock, t.drop_told_at, t.low_told_at, t.is_waiting) is distinct from
        (n.known_price_minor, n.known_stock, n.drop_told_at, n.low_told_at, n.is_waiting)`.execute(tx)
}

export interface NewAlert extends Tracker {
  id: string
  listingId: string
  kind: AlertKind
  at: Date
  isLive: boolean
  isMailed: boolean
  priceThenMinor: number
  priceBeforeMinor: number
  priceNowMinor: number
  available: number
}

export async function insertAlerts(tx: Tx, alerts: readonly NewAlert[]): Promise<void> {
  const rows = alerts.map((alert) => ({
    id: alert.id,
    account_id: alert.accountId,
    team_id: alert.teamId,
    listing_id: alert.listingId,
    kind: alert.kind,
    at: alert.at,
    is_live: alert.isLive,
    is_mailed: alert.isMailed,
    price_then_minor: alert.priceThenMinor,
    price_before_minor: alert.priceBeforeMinor,
    price_now_minor: alert.priceNowMinor,
    available: alert.available,
  }))
  await sql`
    insert into tracking_alerts
    select * from jsonb_populate_recordset(null::tracking_alerts, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
}
