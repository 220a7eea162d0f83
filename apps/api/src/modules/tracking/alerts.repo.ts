import { money } from '@terrace/domain/money'
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '#api/db/transaction.ts'
import type { Alert, AlertKind, Tracker } from './mark.ts'
import { eventColumns, toTrackedEvent, type EventRow } from './tracked-event.repo.ts'

/** More at once than anybody reads; a page that was away for long hears of the latest in the list itself. */
const mostAlerts = 20

interface Row extends EventRow {
  id: string
  kind: AlertKind
  at: Date
  listing_id: string
  section: string
  row: string
  currency: string
  price_then_minor: number
  price_before_minor: number
  price_now_minor: number
  available: number
}

async function readAlerts(db: Reader, which: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select n.id, n.kind, n.at, n.listing_id, l.section, l."row", l.currency, n.price_then_minor,
      n.price_before_minor, n.price_now_minor, n.available, ${eventColumns}
    from tracking_alerts n
    join listings l on l.id = n.listing_id
    join events e on e.id = l.event_id
    join venues v on v.id = e.venue_id
    ${which}`.execute(db)
  return rows
}

/** What the account was to be told on the page from then on, the oldest first; at most a day back. */
export async function readLiveAlerts(
  db: Reader,
  { accountId, teamId }: Tracker,
  { since, now }: { since: Date; now: Date },
): Promise<Alert[]> {
  const dayAgo = new Date(now.getTime() - 86_400_000)
  const rows = await readAlerts(
    db,
    sql`where n.account_id = ${accountId} and n.team_id = ${teamId} and n.is_live
      and n.at >= greatest(${since}::timestamptz, ${dayAgo}::timestamptz)
      order by n.at desc, n.id limit ${mostAlerts}`,
  )
  return rows.map(toAlert).toReversed()
}

/** What the account was to be told by mail at that moment, as far as it still tracks the listings. */
export async function readMailedAlerts(
  db: Reader,
  { accountId, at }: { accountId: string; at: Date },
): Promise<Alert[]> {
  const rows = await readAlerts(
    db,
    sql`join tracked_listings t on t.account_id = n.account_id and t.listing_id = n.listing_id and t.ended_at is null
      join accounts a on a.id = n.account_id and a.status = 'active'
      where n.account_id = ${accountId} and n.at = ${at} and n.is_mailed
      order by e.starts_at, e.id, l.section, l."row", n.id`,
  )
  return rows.map(toAlert)
}

/** Alerts older than a month are of no use to anybody. Answers how many there were. */
export async function forgetOldAlerts(db: Reader): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from tracking_alerts where at < now() - interval '30 days'`.execute(db)
  return Number(numAffectedRows ?? 0)
}

function toAlert(row: Row): Alert {
  const { currency } = row
  return {
    id: row.id,
    kind: row.kind,
    at: row.at,
    listingId: row.listing_id,
    event: toTrackedEvent(row),
    section: row.section,
    row: row.row,
    priceThen: money(row.price_then_minor, currency),
    priceBefore: money(row.price_before_minor, currency),
    priceNow: money(row.price_now_minor, currency),
    available: row.available,
  }
}
