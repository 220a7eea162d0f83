import { money, type Money } from '@terrace/domain/money/money'
import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

interface EventPrices {
  eventId: number
  minPrice: Money | null
  ticketCount: number
}

/** Lowest price and available tickets per existing event; `null` and 0 when sold out. */
export async function readEventPrices(db: DbOrTx, eventIds: readonly number[]): Promise<EventPrices[]> {
  const { rows } = await sql<{
    eventId: number
    minor: number | null
    currency: string | null
    ticketCount: number
  }>`
    select e.id as "eventId", s.min_price_minor as minor, s.min_price_currency as currency,
      coalesce(s.ticket_count, 0) as "ticketCount"
    from events e left join event_stats s on s.event_id = e.id
    where e.id = any(${eventIds})`.execute(db)
  return rows.map(({ eventId, minor, currency, ticketCount }) => ({
    eventId,
    minPrice: minor === null || currency === null ? null : money(minor, currency),
    ticketCount,
  }))
}
