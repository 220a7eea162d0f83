import { money } from '@terrace/domain/money/money'
import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { Alert, AlertKind, Tracker } from './tracked-listing.ts'
import { eventColumns, toTrackedEvent, type EventRow } from './tracked-event.repo.ts'

/** Enough for one page. After a long time offline, the list itself shows the latest alerts. */
const maxAlerts = 20

interface AlertRow extends EventRow {
  id: string
  kind: AlertKind
  at: Date
  listing_id: string
  section: string
  row: string
  currency: string
  price_when_tracked_minor: number
  previous_price_minor: number
  current_price_minor: number
  available: number
}

async function readAlerts(db: DbOrTx, which: RawBuilder<unknown>): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select n.id, n.kind, n.at, n.listing_id, l.section, l."row", l.currency, n.price_when_tracked_minor,
      n.previous_price_minor, n.current_price_minor, n.available, ${eventColumns}
    from tracking_alerts n
    join listings l on l.id = n.listing_id
    join events e on e.id = l.event_id
    join venues v on v.id = e.venue_id
    ${which}`.execute(db)
  return rows
}

/** Live alerts of the account since `since`, oldest first, at most 24 hours back. */
export async function readLiveAlerts(
  db: DbOrTx,
  { accountId, teamId }: Tracker,
  { since, now }: { since: Date; now: Date },
): Promise<Alert[]> {
  const dayAgo = new Date(now.getTime() - 86_400_000)
  const rows = await readAlerts(
    db,
    sql`where n.account_id = ${accountId} and n.team_id = ${teamId} and n.is_notified
      and n.at >= greatest(${since}::timestamptz, ${dayAgo}::timestamptz)
      order by n.at desc, n.id limit ${maxAlerts}`,
  )
  return rows.map(toAlert).toReversed()
}

/** Alerts to email for this notification time, for listings that the account still tracks. */
export async function readEmailedAlerts(
  db: DbOrTx,
  { accountId, at }: { accountId: string; at: Date },
): Promise<Alert[]> {
  const rows = await readAlerts(
    db,
    sql`join tracked_listings t on t.account_id = n.account_id and t.listing_id = n.listing_id and t.ended_at is null
      join accounts a on a.id = n.account_id and a.status = 'active'
      where n.account_id = ${accountId} and n.at = ${at} and n.is_emailed
      order by e.starts_at, e.id, l.section, l."row", n.id`,
  )
  return rows.map(toAlert)
}

function toAlert(row: AlertRow): Alert {
  const { currency } = row
  return {
    id: row.id,
    kind: row.kind,
    at: row.at,
    listingId: row.listing_id,
    event: toTrackedEvent(row),
    section: row.section,
    row: row.row,
    priceWhenTracked: money(row.price_when_tracked_minor, currency),
    previousPrice: money(row.previous_price_minor, currency),
    currentPrice: money(row.current_price_minor, currency),
    available: row.available,
  }
}
