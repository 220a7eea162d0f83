import type { EventStatus } from '@terrace/domain/event-status'
import { sql } from 'kysely'
import type { Reader, Tx } from '#api/db/transaction.ts'
import type { StockFacts } from './gone-reason.ts'
import type { Tracker } from './mark.ts'

/** Presses of one account go one after the other from here on. */
export async function lockTracker(tx: Tx, { accountId }: Tracker): Promise<void> {
  await sql`select 1 from accounts where id = ${accountId} for no key update`.execute(tx)
}

/** The account's mark on the listing, also one that was taken off lately; undefined where there is none. */
export async function findMark(
  tx: Tx,
  { accountId, teamId }: Tracker,
  listingId: string,
): Promise<{ endedAt: Date | null } | undefined> {
  const { rows } = await sql<{ endedAt: Date | null }>`
    select ended_at as "endedAt" from tracked_listings
    where account_id = ${accountId} and team_id = ${teamId} and listing_id = ${listingId}`.execute(tx)
  return rows[0]
}

export async function countMarks(db: Reader, { accountId, teamId }: Tracker): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tracked_listings
    where account_id = ${accountId} and team_id = ${teamId} and ended_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

export interface Trackable extends StockFacts {
  id: string
  priceMinor: number
}

/** The listing, held as it is until the transaction ends: a reprice comes wholly before the mark or finds it. */
export async function lockTrackable(tx: Tx, listingId: string): Promise<Trackable | undefined> {
  const { rows } = await sql<Trackable & { eventStatus: EventStatus }>`
    select l.id, l.status, l.quantity, l.sold, l.price_minor as "priceMinor", e.status as "eventStatus",
      e.starts_at as "startsAt"
    from listings l join events e on e.id = l.event_id
    where l.id = ${listingId} for share of l`.execute(tx)
  return rows[0]
}

/** Tickets of the listing that this team can still have: what is free, and what it holds itself. */
export async function countStock(tx: Tx, listingId: string, teamId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ stock: number }>`
    select greatest(0, a.available + coalesce((
      select sum(h.quantity) from holds h where h.listing_id = a.listing_id and h.team_id = ${teamId}
        and h.state in ('active', 'paying') and h.reserved_until > ${now}), 0))::int as stock
    from listing_availability(array[${listingId}], ${now}) a`.execute(tx)
  return rows[0]?.stock ?? 0
}

export interface NewMark extends Tracker {
  listingId: string
  trackedAt: Date
  priceMinor: number
  stock: number
}

/** Begins to track; what is left of an earlier mark is forgotten. */
export async function insertMark(tx: Tx, mark: NewMark): Promise<void> {
  const { accountId, teamId, listingId, trackedAt, priceMinor, stock } = mark
  await sql`
    insert into tracked_listings
      (account_id, team_id, listing_id, tracked_at, price_then_minor, known_price_minor, known_stock)
    values (${accountId}, ${teamId}, ${listingId}, ${trackedAt}, ${priceMinor}, ${priceMinor}, ${stock})
    on conflict (account_id, listing_id) do update set team_id = excluded.team_id, tracked_at = excluded.tracked_at,
      ended_at = null, price_then_minor = excluded.price_then_minor, known_price_minor = excluded.known_price_minor,
      known_stock = excluded.known_stock, drop_told_at = null, low_told_at = null, is_waiting = false`.execute(
    tx,
  )
}

/** Takes the mark off, or puts it back as it was with null. */
export async function endMark(tx: Tx, tracker: Tracker, listingId: string, at: Date | null): Promise<void> {
  await sql`
    update tracked_listings set ended_at = ${at}, is_waiting = false
    where account_id = ${tracker.accountId} and team_id = ${tracker.teamId} and listing_id = ${listingId}`.execute(
    tx,
  )
}

/** The listings that the account tracks, by event, the first tracked first. */
export async function readMarksByEvent(db: Reader, accountId: string): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ eventId: number; listingIds: string[] }>`
    select l.event_id as "eventId", array_agg(t.listing_id order by t.tracked_at, t.listing_id) as "listingIds"
    from tracked_listings t join listings l on l.id = t.listing_id
    where t.account_id = ${accountId} and t.ended_at is null
    group by l.event_id`.execute(db)
  return new Map(rows.map(({ eventId, listingIds }) => [eventId, listingIds]))
}

/** Marks that were taken off more than a day ago can be put back no more. Answers how many there were. */
export async function forgetEndedMarks(db: Reader): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from tracked_listings where ended_at < now() - interval '1 day'`.execute(db)
  return Number(numAffectedRows ?? 0)
}
