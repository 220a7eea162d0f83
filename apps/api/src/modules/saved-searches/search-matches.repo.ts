import { sql } from 'kysely'
import { eventIsOnSale } from '#api/db/predicates.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { matchCooldownMs, type StoredFilter } from './saved-search.ts'

export interface AlertingSearch {
  id: string
  teamId: string
  filter: StoredFilter
  currency: string
  /** Whether matches from before the alerts are recorded. Until then, no change is reported. */
  hasBaseline: boolean
}

const isAlerting = sql`(s.is_notified or s.is_emailed)
  and exists (select 1 from accounts a where a.id = s.account_id and a.team_id = s.team_id and a.status = 'active')`

/** Searches with alerts on these events. */
export async function readAlertingSearches(
  db: DbOrTx,
  eventIds: readonly number[],
): Promise<Map<number, AlertingSearch[]>> {
  const { rows } = await sql<AlertingSearch & { eventId: number }>`
    select s.id, s.event_id as "eventId", s.team_id as "teamId", s.filter, s.currency, s.has_baseline as "hasBaseline"
    from saved_searches s where s.event_id = any(${eventIds}::int[]) and ${isAlerting}
    order by s.id`.execute(db)
  return Map.groupBy(rows, ({ eventId }) => eventId)
}

/** Locks the searches whose alerts are still on, in id order, and returns their ids. */
export async function lockAlertingSearches(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select s.id from saved_searches s where s.id = any(${ids}::text[]) and ${isAlerting}
    order by s.id for update`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export interface Match {
  searchId: string
  listingId: string
  priceMinor: number
}

/** Records the matches that exist when alerts start; they are not reported. */
export async function recordBaselines(
  tx: Tx,
  searchIds: readonly string[],
  matches: readonly Match[],
): Promise<void> {
  await sql`delete from saved_search_matches where search_id = any(${searchIds}::text[])`.execute(tx)
  await insertMatches(tx, matches, false)
  await sql`update saved_searches set has_baseline = true where id = any(${searchIds}::text[])`.execute(tx)
}

/** Adds current matches. Listings that matched before are not reported again. */
export const addMatches = (tx: Tx, matches: readonly Match[]): Promise<void> =>
  insertMatches(tx, matches, true)

async function insertMatches(tx: Tx, matches: readonly Match[], isPending: boolean): Promise<void> {
  if (matches.length === 0) return
  await sql`
    insert into saved_search_matches as m (search_id, listing_id, price_minor, is_pending)
    select n.search_id, n.listing_id, n.price_minor, ${isPending}
    from unnest(${matches.map(({ searchId }) => searchId)}::text[], ${matches.map(({ listingId }) => listingId)}::text[],
      ${matches.map(({ priceMinor }) => priceMinor)}::bigint[]) as n (search_id, listing_id, price_minor)
    join listings l on l.id = n.listing_id
    on conflict (search_id, listing_id) do update set price_minor = excluded.price_minor
      where m.is_pending and m.price_minor <> excluded.price_minor`.execute(tx)
}

/** Deletes recorded matches of the given listings, or of all, except `kept`. */
export async function removeOtherMatches(
  tx: Tx,
  {
    searchIds,
    listingIds,
    kept,
  }: {
    searchIds: readonly string[]
    listingIds: readonly string[] | 'all'
    kept: readonly Pick<Match, 'searchId' | 'listingId'>[]
  },
): Promise<void> {
  const among = listingIds === 'all' ? sql`` : sql`and m.listing_id = any(${listingIds}::text[])`
  await sql`
    delete from saved_search_matches m where m.search_id = any(${searchIds}::text[]) ${among}
      and not exists (
        select 1 from unnest(${kept.map(({ searchId }) => searchId)}::text[], ${kept.map(({ listingId }) => listingId)}::text[])
          as k (search_id, listing_id)
        where k.search_id = m.search_id and k.listing_id = m.listing_id)`.execute(tx)
}

/** Marks matches as reported, because the searching team holds their tickets. */
export async function dropPendingMatches(
  tx: Tx,
  held: readonly Pick<Match, 'searchId' | 'listingId'>[],
): Promise<void> {
  if (held.length === 0) return
  await sql`
    update saved_search_matches m set is_pending = false
    from unnest(${held.map(({ searchId }) => searchId)}::text[], ${held.map(({ listingId }) => listingId)}::text[])
      as h (search_id, listing_id)
    where h.search_id = m.search_id and h.listing_id = m.listing_id and m.is_pending`.execute(tx)
}

/** Searches with unreported matches whose cool-down has passed. */
export async function findDueSearches(db: DbOrTx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from saved_searches s join events e on e.id = s.event_id
    where s.id in (select search_id from saved_search_matches where is_pending)
      and ${isAlerting} and s.has_baseline and s.alerted_at <= ${new Date(now.getTime() - matchCooldownMs)}
      and ${eventIsOnSale('e', now)}
    order by s.id`.execute(db)
  return rows.map(({ id }) => id)
}

export interface DueMatches {
  searchId: string
  accountId: string
  teamId: string
  isNotified: boolean
  isEmailed: boolean
  /** Cheapest first. */
  listingIds: string[]
  pricesMinor: number[]
}

/** Takes the unreported matches of locked searches whose cool-down has passed. */
export async function takePendingMatches(
  tx: Tx,
  searchIds: readonly string[],
  now: Date,
): Promise<DueMatches[]> {
  const { rows } = await sql<DueMatches>`
    with taken as (
      update saved_search_matches m set is_pending = false from saved_searches s
      where m.search_id = any(${searchIds}::text[]) and m.is_pending and s.id = m.search_id and s.has_baseline
        and (s.alerted_at is null or s.alerted_at <= ${new Date(now.getTime() - matchCooldownMs)})
      returning m.search_id, m.listing_id, m.price_minor
    ), alerted as (
      update saved_searches s set alerted_at = ${now} where s.id in (select search_id from taken)
      returning s.id, s.account_id, s.team_id, s.is_notified, s.is_emailed
    )
    select a.id as "searchId", a.account_id as "accountId", a.team_id as "teamId", a.is_notified as "isNotified",
      a.is_emailed as "isEmailed", array_agg(t.listing_id order by t.price_minor, t.listing_id) as "listingIds",
      array_agg(t.price_minor order by t.price_minor, t.listing_id) as "pricesMinor"
    from alerted a join taken t on t.search_id = a.id
    group by a.id, a.account_id, a.team_id, a.is_notified, a.is_emailed
    order by a.id`.execute(tx)
  return rows
}
