import { sql } from 'kysely'
import { holdEndedUnsold } from '#api/db/predicates.ts'
import type { DbOrTx } from '#api/db/transaction.ts'

export interface QuoteDetails {
  id: string
  /** The quote's creator. */
  accountId: string
  title: string
  clientName: string | null
  reason: string | null
}

export async function readQuotes(db: DbOrTx, ids: readonly string[]): Promise<QuoteDetails[]> {
  const { rows } = await sql<QuoteDetails>`
    select id, created_by as "accountId", title, coalesce(response_name, client_name) as "clientName", response_reason as reason
    from quotes where id = any(${ids}::text[])`.execute(db)
  return rows
}

export interface OrderDetails {
  id: string
  number: string
  accountId: string
  attemptId: string
  totalMinor: number
  currency: string
  eventTitles: string[]
}

/** Orders with one of these ids or paid by one of these checkout attempts. */
export async function readOrders(
  db: DbOrTx,
  { ids, attemptIds }: { ids: readonly string[]; attemptIds: readonly string[] },
): Promise<OrderDetails[]> {
  const { rows } = await sql<OrderDetails>`
    select o.id, o.number, o.account_id as "accountId", o.attempt_id as "attemptId", o.total_minor as "totalMinor", o.currency,
      (select array_agg(distinct l.snapshot ->> 'eventTitle') from order_lines l where l.order_id = o.id) as "eventTitles"
    from orders o where o.id = any(${ids}::text[]) or o.attempt_id = any(${attemptIds}::text[])`.execute(db)
  return rows
}

export interface LineDetails {
  id: string
  orderId: string
  orderNumber: string
  accountId: string
  quantity: number
  eventTitle: string
}

export async function readOrderLines(db: DbOrTx, ids: readonly string[]): Promise<LineDetails[]> {
  const { rows } = await sql<LineDetails>`
    select l.id, o.id as "orderId", o.number as "orderNumber", o.account_id as "accountId", l.quantity,
      l.snapshot ->> 'eventTitle' as "eventTitle"
    from order_lines l join orders o on o.id = l.order_id where l.id = any(${ids}::text[])`.execute(db)
  return rows
}

export interface ExpiredHoldDetails {
  id: string
  accountId: string
  quantity: number
  eventId: number
  eventTitle: string
  eventSlug: string
}

/** Returns those of these expired holds that ended unsold; one whose payment is in progress may still be sold. */
export async function readExpiredHolds(db: DbOrTx, ids: readonly string[]): Promise<ExpiredHoldDetails[]> {
  const { rows } = await sql<ExpiredHoldDetails>`
    select h.id, h.created_by as "accountId", h.quantity, e.id as "eventId", e.title as "eventTitle", e.slug as "eventSlug"
    from holds h join events e on e.id = h.event_id where h.id = any(${ids}::text[]) and ${holdEndedUnsold('h')}
    order by h.id`.execute(db)
  return rows
}

export interface AlertDetails {
  id: string
  accountId: string
  kind: 'price_drop' | 'low_stock'
  at: Date
  listingId: string
  section: string
  row: string
  currency: string
  previousMinor: number
  currentMinor: number
  available: number
  eventId: number
  eventTitle: string
  eventSlug: string
}

/** In-app alerts of these accounts at these times, pair by pair. */
export async function readAlerts(
  db: DbOrTx,
  alerted: readonly { accountId: string; at: string }[],
): Promise<AlertDetails[]> {
  const { rows } = await sql<AlertDetails>`
    select n.id, n.account_id as "accountId", n.kind, n.at, n.listing_id as "listingId", l.section, l."row", l.currency,
      n.previous_price_minor as "previousMinor", n.current_price_minor as "currentMinor", n.available,
      e.id as "eventId", e.title as "eventTitle", e.slug as "eventSlug"
    from unnest(${alerted.map(({ accountId }) => accountId)}::text[], ${alerted.map(({ at }) => at)}::timestamptz[]) as due (account_id, at)
    join tracking_alerts n on n.account_id = due.account_id and n.at = due.at and n.is_notified
    join listings l on l.id = n.listing_id
    join events e on e.id = l.event_id
    order by n.at, n.id`.execute(db)
  return rows
}

export interface SearchMatchDetails {
  id: string
  accountId: string
  name: string
  at: Date
  matchCount: number
  /** The cheapest listing, with its price in the currency of the search. */
  listingId: string
  section: string
  row: string
  priceMinor: number
  currency: string
  eventId: number
  eventTitle: string
  eventSlug: string
}

/** In-app alerts of saved searches. */
export async function readSearchMatches(db: DbOrTx, ids: readonly string[]): Promise<SearchMatchDetails[]> {
  const { rows } = await sql<SearchMatchDetails>`
    select t.id, s.account_id as "accountId", s.name, t.at, t.match_count as "matchCount", l.id as "listingId", l.section,
      l."row", t.prices_minor[1] as "priceMinor", s.currency, e.id as "eventId", e.title as "eventTitle", e.slug as "eventSlug"
    from saved_search_alerts t
    join saved_searches s on s.id = t.search_id
    join listings l on l.id = t.listing_ids[1]
    join events e on e.id = s.event_id
    where t.id = any(${ids}::text[]) and t.is_notified
    order by t.at, t.id`.execute(db)
  return rows
}

/** Names of price rules by id. */
export async function readRuleNames(db: DbOrTx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select r.id, r.name from price_rules r where r.id = any(${ids}::text[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
