import type { EventStatus } from '@terrace/domain/lifecycles/event-status'
import { sql } from 'kysely'
import { holdIsOpen } from '#api/db/predicates.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { ListingStock } from './unavailable-reason.ts'
import type { Tracker } from './tracked-listing.ts'

/** Serialises track requests of one account until the transaction ends. */
export async function lockTracker(tx: Tx, { accountId }: Tracker): Promise<void> {
  await sql`select 1 from accounts where id = ${accountId} for no key update`.execute(tx)
}

/** The account's tracking record of the listing, including one that ended recently. */
export async function findTracking(
  tx: Tx,
  { accountId, teamId }: Tracker,
  listingId: string,
): Promise<{ endedAt: Date | null } | undefined> {
  const { rows } = await sql<{ endedAt: Date | null }>`
    select ended_at as "endedAt" from tracked_listings
    where account_id = ${accountId} and team_id = ${teamId} and listing_id = ${listingId}`.execute(tx)
  return rows[0]
}

export async function countTrackedListings(db: DbOrTx, { accountId, teamId }: Tracker): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tracked_listings
    where account_id = ${accountId} and team_id = ${teamId} and ended_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

export interface TrackableListing extends ListingStock {
  id: string
  priceMinor: number
}

/** Share-locks the listing, so that a price change commits either before tracking starts or after it. */
export async function lockTrackableListing(tx: Tx, listingId: string): Promise<TrackableListing | undefined> {
  const { rows } = await sql<TrackableListing & { eventStatus: EventStatus }>`
    select l.id, l.status, l.quantity, l.sold, l.price_minor as "priceMinor", e.status as "eventStatus",
      e.starts_at as "startsAt"
    from listings l join events e on e.id = l.event_id
    where l.id = ${listingId} for share of l`.execute(tx)
  return rows[0]
}

/** Tickets this team can still get: free ones plus those it holds. */
export async function countStock(tx: Tx, listingId: string, teamId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ stock: number }>`
    select greatest(0, a.available + coalesce((
      select sum(h.quantity) from holds h where h.listing_id = a.listing_id and h.team_id = ${teamId}
        and ${holdIsOpen('h', now)}), 0))::int as stock
    from listing_availability(array[${listingId}], ${now}) a`.execute(tx)
  return rows[0]?.stock ?? 0
}

export interface NewTracking extends Tracker {
  listingId: string
  trackedAt: Date
  priceMinor: number
  stock: number
}

/** Starts tracking and overwrites an earlier record. */
export async function insertTracking(tx: Tx, tracking: NewTracking): Promise<void> {
  const { accountId, teamId, listingId, trackedAt, priceMinor, stock } = tracking
  await sql`
    insert into tracked_listings
      (account_id, team_id, listing_id, tracked_at, price_when_tracked_minor, known_price_minor, known_stock)
    values (${accountId}, ${teamId}, ${listingId}, ${trackedAt}, ${priceMinor}, ${priceMinor}, ${stock})
    on conflict (account_id, listing_id) do update set team_id = excluded.team_id, tracked_at = excluded.tracked_at,
      ended_at = null, price_when_tracked_minor = excluded.price_when_tracked_minor, known_price_minor = excluded.known_price_minor,
      known_stock = excluded.known_stock, price_drop_notified_at = null, low_stock_notified_at = null, has_pending_alert = false`.execute(
    tx,
  )
}

/** Ends tracking, or restores the record when `at` is `null`. */
export async function setTrackingEnd(
  tx: Tx,
  tracker: Tracker,
  listingId: string,
  at: Date | null,
): Promise<void> {
  await sql`
    update tracked_listings set ended_at = ${at}, has_pending_alert = false
    where account_id = ${tracker.accountId} and team_id = ${tracker.teamId} and listing_id = ${listingId}`.execute(
    tx,
  )
}

/** Tracked listing ids by event, in the order they were tracked. */
export async function readTrackedListingIds(db: DbOrTx, accountId: string): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ eventId: number; listingIds: string[] }>`
    select l.event_id as "eventId", array_agg(t.listing_id order by t.tracked_at, t.listing_id) as "listingIds"
    from tracked_listings t join listings l on l.id = t.listing_id
    where t.account_id = ${accountId} and t.ended_at is null
    group by l.event_id`.execute(db)
  return new Map(rows.map(({ eventId, listingIds }) => [eventId, listingIds]))
}

/** Deletes records that ended more than a day ago and returns how many. They can't be restored at that age. */
export async function purgeEndedTrackings(db: DbOrTx): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from tracked_listings where ended_at < now() - interval '1 day'`.execute(db)
  return Number(numAffectedRows ?? 0)
}
