import type { EventStatus } from '@terrace/domain/lifecycles/event-status'
import { sql } from 'kysely'
import { holdIsOpen } from '#api/db/predicates.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { alertCooldownMs, type AlertBaseline } from './evaluate-alerts.ts'
import type { AlertKind, Tracker, TrackingSettings } from './tracked-listing.ts'
import { toSettings, type SettingsRow } from './tracking-settings.repo.ts'
import type { ListingStock } from './unavailable-reason.ts'

/** More than the price history of a tracked listing shows. */
const maxPricesPerListing = 100

/** Batch sizes per run; the next run takes the rest. */
const [maxPurgedPrices, maxTrimmedListings] = [10_000, 500]

export interface ListingState extends ListingStock {
  id: string
  priceMinor: number
  /** Free tickets, held by no team. */
  available: number
}

export async function findTrackedListingsOfEvents(
  db: DbOrTx,
  eventIds: readonly number[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct t.listing_id as id from tracked_listings t join listings l on l.id = t.listing_id
    where l.event_id = any(${eventIds}) and t.ended_at is null`.execute(db)
  return rows.map(({ id }) => id)
}

/** Listings with a pending alert whose cool-down has passed. */
export async function findPendingAlertListings(db: DbOrTx, now: Date): Promise<string[]> {
  const cooldownStart = new Date(now.getTime() - alertCooldownMs)
  const { rows } = await sql<{ id: string }>`
    select distinct t.listing_id as id from tracked_listings t
    join accounts a on a.id = t.account_id and a.status = 'active'
    where t.has_pending_alert and greatest(t.price_drop_notified_at, t.low_stock_notified_at) <= ${cooldownStart}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export interface RecordedPrice {
  listingId: string
  /** `null` while the listing is unavailable. */
  priceMinor: number | null
}

/** Records the prices that differ from the last recorded one. */
export async function recordPrices(tx: Tx, prices: readonly RecordedPrice[], at: Date): Promise<void> {
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

/** Deletes prices of untracked listings and those beyond the displayed history. Returns how many. */
export async function purgeTrackedPrices(db: DbOrTx): Promise<number> {
  return (await purgeOrphanedPrices(db)) + (await trimPriceHistory(db))
}

async function purgeOrphanedPrices(db: DbOrTx): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from tracked_prices where id in (
      select p.id from tracked_prices p
      where not exists (select 1 from tracked_listings t where t.listing_id = p.listing_id) limit ${maxPurgedPrices}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

async function trimPriceHistory(db: DbOrTx): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from tracked_prices p using (
      select long.listing_id, (
        select k.id from tracked_prices k where k.listing_id = long.listing_id
        order by k.id desc offset ${maxPricesPerListing} limit 1
      ) as cut
      from (
        select listing_id from tracked_prices group by listing_id having count(*) > ${maxPricesPerListing} limit ${maxTrimmedListings}
      ) long
    ) trimmed
    where p.listing_id = trimmed.listing_id and p.id <= trimmed.cut`.execute(db)
  return Number(numAffectedRows ?? 0)
}

interface TrackingKey {
  accountId: string
  listingId: string
}

/**
 * Locks the tracking records of these listings in a fixed order. It reads nothing else: an aggregate in the same
 * statement would predate the lock wait.
 */
export async function lockTrackings(tx: Tx, listingIds: readonly string[]): Promise<TrackingKey[]> {
  const { rows } = await sql<TrackingKey>`
    select account_id as "accountId", listing_id as "listingId" from tracked_listings
    where listing_id = any(${listingIds}) and ended_at is null
    order by account_id, listing_id
    for update`.execute(tx)
  return rows
}

export interface TrackedListingState {
  tracker: Tracker
  listing: ListingState
  priceWhenTrackedMinor: number
  baseline: AlertBaseline
  settings: TrackingSettings
  held: number
  /** The account is active; suspended accounts get no alerts. */
  isActive: boolean
}

interface TrackingRow extends SettingsRow, ListingState {
  eventStatus: EventStatus
  account_id: string
  team_id: string
  is_active: boolean
  price_when_tracked_minor: number
  known_price_minor: number
  known_stock: number
  price_drop_notified_at: Date | null
  low_stock_notified_at: Date | null
  held: number
}

/** Reads price, availability and own holds of the locked records in one statement, so that they are consistent. */
export async function readTrackedListingStates(
  tx: Tx,
  locked: readonly TrackingKey[],
  now: Date,
): Promise<TrackedListingState[]> {
  const listingIds = locked.map(({ listingId }) => listingId)
  const { rows } = await sql<TrackingRow>`
    select l.id, l.status, l.quantity, l.sold, l.price_minor as "priceMinor", e.status as "eventStatus",
      e.starts_at as "startsAt", free.available, t.account_id, t.team_id, a.status = 'active' as is_active,
      t.price_when_tracked_minor, t.known_price_minor, t.known_stock, t.price_drop_notified_at, t.low_stock_notified_at,
      s.price_drop_live, s.price_drop_email, s.low_stock_live, s.low_stock_email, s.low_stock_threshold,
      coalesce((
        select sum(h.quantity) from holds h where h.listing_id = t.listing_id and h.team_id = t.team_id
          and ${holdIsOpen('h', now)}
      ), 0)::int as held
    from unnest(${locked.map(({ accountId }) => accountId)}::text[], ${listingIds}::text[]) as k (account_id, listing_id)
    join tracked_listings t on t.account_id = k.account_id and t.listing_id = k.listing_id
    join accounts a on a.id = t.account_id
    join listing_availability(${[...new Set(listingIds)]}::text[], ${now}) free on free.listing_id = t.listing_id
    join listings l on l.id = t.listing_id
    join events e on e.id = l.event_id
    left join tracking_settings s on s.account_id = t.account_id
    order by t.account_id, t.listing_id`.execute(tx)
  return rows.map(toTrackedListingState)
}

function toTrackedListingState(row: TrackingRow): TrackedListingState {
  const { id, status, quantity, sold, priceMinor, eventStatus, startsAt, available } = row
  return {
    tracker: { accountId: row.account_id, teamId: row.team_id },
    listing: { id, status, quantity, sold, priceMinor, eventStatus, startsAt, available },
    priceWhenTrackedMinor: row.price_when_tracked_minor,
    baseline: {
      priceMinor: row.known_price_minor,
      stock: row.known_stock,
      dropNotifiedAt: row.price_drop_notified_at,
      lowNotifiedAt: row.low_stock_notified_at,
    },
    settings: toSettings(row),
    held: row.held,
    isActive: row.is_active,
  }
}

export interface EvaluatedTracking {
  tracker: Tracker
  listingId: string
  newBaseline: AlertBaseline
  isPending: boolean
}

/** Skips unchanged rows, because most listing changes do not affect most baselines. */
export async function saveBaselines(tx: Tx, trackings: readonly EvaluatedTracking[]): Promise<void> {
  const rows = trackings.map(({ tracker, listingId, newBaseline, isPending }) => ({
    account_id: tracker.accountId,
    listing_id: listingId,
    known_price_minor: newBaseline.priceMinor,
    known_stock: newBaseline.stock,
    price_drop_notified_at: newBaseline.dropNotifiedAt,
    low_stock_notified_at: newBaseline.lowNotifiedAt,
    has_pending_alert: isPending,
  }))
  await sql`
    update tracked_listings t set known_price_minor = n.known_price_minor, known_stock = n.known_stock,
      price_drop_notified_at = n.price_drop_notified_at, low_stock_notified_at = n.low_stock_notified_at, has_pending_alert = n.has_pending_alert
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (account_id text, listing_id text,
      known_price_minor bigint, known_stock integer, price_drop_notified_at timestamptz, low_stock_notified_at timestamptz,
      has_pending_alert boolean)
    where t.account_id = n.account_id and t.listing_id = n.listing_id
      and (t.known_price_minor, t.known_stock, t.price_drop_notified_at, t.low_stock_notified_at, t.has_pending_alert) is distinct from
        (n.known_price_minor, n.known_stock, n.price_drop_notified_at, n.low_stock_notified_at, n.has_pending_alert)`.execute(
    tx,
  )
}

export interface NewAlert extends Tracker {
  id: string
  listingId: string
  kind: AlertKind
  at: Date
  isNotified: boolean
  isEmailed: boolean
  priceWhenTrackedMinor: number
  previousPriceMinor: number
  currentPriceMinor: number
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
    is_notified: alert.isNotified,
    is_emailed: alert.isEmailed,
    price_when_tracked_minor: alert.priceWhenTrackedMinor,
    previous_price_minor: alert.previousPriceMinor,
    current_price_minor: alert.currentPriceMinor,
    available: alert.available,
  }))
  await sql`
    insert into tracking_alerts
    select * from jsonb_populate_recordset(null::tracking_alerts, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
}
