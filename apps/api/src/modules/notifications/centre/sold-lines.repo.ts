import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

export interface SoldLine {
  orderId: string
  orderNumber: string
  sellerTeamId: string
  listingId: string
  eventTitle: string
  section: string
  row: string
  quantity: number
  /** Ascending; empty without seat numbers. */
  seats: number[]
  /** Per ticket, before the seller's fee. */
  priceMinor: number
  currency: string
}

/** The lines of these orders. */
export async function readSoldLines(db: DbOrTx, orderIds: readonly string[]): Promise<SoldLine[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<SoldLine>`
    select o.id as "orderId", o.number as "orderNumber", l.seller_team_id as "sellerTeamId", l.listing_id as "listingId",
      l.snapshot ->> 'eventTitle' as "eventTitle", l.snapshot ->> 'section' as section, l.snapshot ->> 'row' as row, l.quantity,
      array(select jsonb_array_elements_text(l.snapshot -> 'seats')::integer) as seats,
      l.seller_price_minor as "priceMinor", l.seller_currency as currency
    from order_lines l join orders o on o.id = l.order_id
    where l.order_id = any(${orderIds}::text[]) order by l.id`.execute(db)
  return rows
}
