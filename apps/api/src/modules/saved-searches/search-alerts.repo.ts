import { money, type Money } from '@terrace/domain/money/money'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { DueMatches } from './search-matches.repo.ts'

/** An alert names this many listings, the cheapest, and counts the rest. */
const maxNamedListings = 20

export async function insertSearchAlerts(
  tx: Tx,
  alerts: readonly (DueMatches & { id: string; at: Date })[],
): Promise<void> {
  await tx
    .insertInto('saved_search_alerts')
    .values(
      alerts.map(({ id, searchId, at, isNotified, isEmailed, listingIds, pricesMinor }) => ({
        id,
        search_id: searchId,
        at,
        is_notified: isNotified,
        is_emailed: isEmailed,
        match_count: listingIds.length,
        listing_ids: listingIds.slice(0, maxNamedListings),
        prices_minor: pricesMinor.slice(0, maxNamedListings),
      })),
    )
    .execute()
}

export interface EmailedSearchAlert {
  name: string
  matchCount: number
  event: {
    id: number
    title: string
    slug: string
    localAt: string
    dateConfirmed: boolean
    timeConfirmed: boolean
    venueName: string
    city: string
  }
  /** The cheapest, with the price in the currency of the search. */
  listings: { id: string; section: string; row: string; available: number; price: Money }[]
}

interface AlertRow extends Omit<EmailedSearchAlert, 'event' | 'listings'> {
  currency: string
  eventId: number
  title: string
  slug: string
  localAt: string
  dateConfirmed: boolean
  timeConfirmed: boolean
  venueName: string
  city: string
  listingId: string
  section: string
  row: string
  available: number
  priceMinor: number
}

/** Returns an alert to email; `undefined` if no email is due or the search was deleted. */
export async function readEmailedSearchAlert(
  db: DbOrTx,
  { id, now }: { id: string; now: Date },
): Promise<EmailedSearchAlert | undefined> {
  const { rows } = await sql<AlertRow>`
    select s.name, t.match_count as "matchCount", s.currency, e.id as "eventId", e.title, e.slug,
      to_char(e.local_at, 'YYYY-MM-DD"T"HH24:MI') as "localAt", e.date_confirmed as "dateConfirmed",
      e.time_confirmed as "timeConfirmed", v.name as "venueName", v.city,
      l.id as "listingId", l.section, l."row", a.available, n.price_minor as "priceMinor"
    from saved_search_alerts t
    join saved_searches s on s.id = t.search_id
    join accounts c on c.id = s.account_id and c.team_id = s.team_id and c.status = 'active'
    join events e on e.id = s.event_id
    join venues v on v.id = e.venue_id
    cross join lateral unnest(t.listing_ids, t.prices_minor) with ordinality as n (listing_id, price_minor, position)
    join listings l on l.id = n.listing_id
    join listing_availability(t.listing_ids, ${now}) a on a.listing_id = l.id
    where t.id = ${id} and t.is_emailed
    order by n.position`.execute(db)
  const [first] = rows
  if (!first) return undefined
  const { name, matchCount, eventId, title, slug, localAt, dateConfirmed, timeConfirmed, venueName, city } =
    first
  return {
    name,
    matchCount,
    event: { id: eventId, title, slug, localAt, dateConfirmed, timeConfirmed, venueName, city },
    listings: rows.map(({ listingId, section, row, available, priceMinor, currency }) => ({
      id: listingId,
      section,
      row,
      available,
      price: money(priceMinor, currency),
    })),
  }
}
