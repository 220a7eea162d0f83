import type { EventStatus } from '@terrace/domain/event-status'
import { sql } from 'kysely'
import type { Reader, Tx } from '#api/db/transaction.ts'
import type { Knowledge } from './judge-mark.ts'
import type { AlertKind, Tracker, TrackingSettings } from './mark.ts'
import { toSettings, type SettingsRow } from './settings.repo.ts'
import type { StockFacts } from './gone-reason.ts'

/** Of each listing; more than a list shows. */
const keptPrices = 100

export interface FollowedListing extends StockFacts {
  id: string
  priceMinor: number
  /** Free for everybody. */
  available: number
}

/** Those of the listings that somebody tracks, as they are now. */
export async function readFollowed(
  db: Reader,
  listingIds: readonly string[],
  now: Date,
): Promise<FollowedListing[]> {
  const { rows } = await sql<FollowedListing & { eventStatus: EventStatus }>`
    with followed as (
      select coalesce(array_agg(distinct listing_id), '{}') as ids from tracked_listings
      where listing_id = any(${listingIds}) and ended_at is null
    )
    select l.id, l.status, l.quantity, l.sold, l.price_minor as "priceMinor", e.status as "eventStatus",
      e.starts_at as "startsAt", free.available
    from listing_availability((select ids from followed), ${now}) free
    join listings l on l.id = free.listing_id
    join events e on e.id = l.event_id
    order by l.id`.execute(db)
  return rows
}

/** The tracked listings of these events. */
export async function findFollowedOfEvents(db: Reader, eventIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct t.listing_id as id from tracked_listings t join listings l on l.id = t.listing_id
    where l.event_id = any(${eventIds}) and t.ended_at is null`.execute(db)
  return rows.map(({ id }) => id)
}

/** Listings of which somebody is still to be told something. */
export async function findWaiting(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct listing_id as id from tracked_listings where is_waiting`.execute(db)
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
  const { numAffectedRows } = await sql`
    delete from tracked_prices p where
      not exists (select 1 from tracked_listings t where t.listing_id = p.listing_id)
      or p.id <= (
        select k.id from tracked_prices k where k.listing_id = p.listing_id order by k.id desc offset ${keptPrices} limit 1
      )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export interface LockedMark {
  tracker: Tracker
  listingId: string
  priceThenMinor: number
  known: Knowledge
  settings: TrackingSettings
  /** Tickets of the listing that the tracker's own team holds. */
  held: number
}

interface MarkRow extends SettingsRow {
  account_id: string
  team_id: string
  listing_id: string
  price_then_minor: number
  known_price_minor: number
  known_stock: number
  drop_told_at: Date | null
  low_told_at: Date | null
  held: number
}

/** The marks on these listings, locked. Those of accounts that may not log in are left alone. */
export async function lockMarks(tx: Tx, listingIds: readonly string[], now: Date): Promise<LockedMark[]> {
  const { rows } = await sql<MarkRow>`
    select t.account_id, t.team_id, t.listing_id, t.price_then_minor, t.known_price_minor, t.known_stock,
      t.drop_told_at, t.low_told_at, s.drop_live, s.drop_mail, s.low_live, s.low_mail, s.low_at_most,
      coalesce((
        select sum(h.quantity) from holds h where h.listing_id = t.listing_id and h.team_id = t.team_id
          and h.state in ('active', 'paying') and h.reserved_until > ${now}
      ), 0)::int as held
    from tracked_listings t
    join accounts a on a.id = t.account_id and a.status = 'active'
    left join tracking_settings s on s.account_id = t.account_id
    where t.listing_id = any(${listingIds}) and t.ended_at is null
    order by t.account_id, t.listing_id
    for update of t`.execute(tx)
  return rows.map((row) => ({
    tracker: { accountId: row.account_id, teamId: row.team_id },
    listingId: row.listing_id,
    priceThenMinor: row.price_then_minor,
    known: {
      priceMinor: row.known_price_minor,
      stock: row.known_stock,
      dropToldAt: row.drop_told_at,
      lowToldAt: row.low_told_at,
    },
    settings: toSettings(row),
    held: row.held,
  }))
}

export interface JudgedMark extends Pick<LockedMark, 'tracker' | 'listingId'> {
  knowledge: Knowledge
  isWaiting: boolean
}

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
    where t.account_id = n.account_id and t.listing_id = n.listing_id`.execute(tx)
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
