import { money, type Money } from '@terrace/domain/money/money'
import type { PurchasedTickets } from '@terrace/domain/time/delivery-estimate'
import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

/** Missing deliveries stay listed for a week after the event, so that the buyer can claim. */
const claimDays = 7

export interface OutstandingLine extends PurchasedTickets {
  orderId: string
  number: string
  orderTotal: Money
  quantity: number
  event: { id: number; title: string; slug: string; startsAt: Date }
}

interface LineRow {
  order_id: string
  number: string
  placed_at: Date
  total_minor: number
  currency: string
  quantity: number
  in_hand_date: string
  event_local_at: string
  time_zone: string
  time_confirmed: boolean
  event_id: number
  event_title: string
  event_slug: string
  starts_at: Date
}

/**
 * Lines of the team that may be late; `estimateDelivery` decides which are. 16 hours: delivery ends two hours before the
 * event (`lastDeliveryHours`), and local time is at most 14 hours ahead of UTC.
 */
export async function readOutstandingLines(
  db: DbOrTx,
  teamId: string,
  now: Date,
): Promise<OutstandingLine[]> {
  const { rows } = await sql<LineRow>`
    select o.id as order_id, o.number, o.placed_at, o.total_minor, o.currency, l.quantity,
      l.snapshot ->> 'inHandDate' as in_hand_date, l.snapshot ->> 'eventLocalAt' as event_local_at,
      l.snapshot ->> 'timeZone' as time_zone, (l.snapshot ->> 'timeConfirmed')::boolean as time_confirmed,
      e.id as event_id, l.snapshot ->> 'eventTitle' as event_title, l.snapshot ->> 'eventSlug' as event_slug, e.starts_at
    from orders o
    join order_lines l on l.order_id = o.id and l.state = 'confirmed'
    join events e on e.id = l.event_id
    where o.team_id = ${teamId} and o.state = 'confirmed'
      and e.status not in ('cancelled', 'postponed')
      and e.starts_at > ${now}::timestamptz - make_interval(days => ${claimDays})
      and (
        o.placed_at < ${now}::timestamptz - interval '2 days'
          and (l.snapshot ->> 'inHandDate')::date < utc_day(${now})
        or (l.snapshot ->> 'eventLocalAt')::timestamp < (${now}::timestamptz at time zone 'utc') + interval '16 hours'
      )`.execute(db)
  return rows.map((row) => ({
    orderId: row.order_id,
    number: row.number,
    orderTotal: money(row.total_minor, row.currency),
    quantity: row.quantity,
    inHandDate: row.in_hand_date,
    eventLocalAt: row.event_local_at,
    timeZone: row.time_zone,
    timeConfirmed: row.time_confirmed,
    placedAt: row.placed_at,
    event: { id: row.event_id, title: row.event_title, slug: row.event_slug, startsAt: row.starts_at },
  }))
}
