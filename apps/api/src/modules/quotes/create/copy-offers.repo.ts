import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'

/** Copies the offered listings of a quote, without those that clients selected. `ids` needs one id per offer. */
export async function copyOffers(
  tx: Tx,
  { from, to, ids }: { from: string; to: string; ids: readonly string[] },
): Promise<void> {
  await sql`
    insert into quote_offers (id, quote_id, listing_id, kind, quantity, position, hold_id, snapshot, seller_price_minor,
      seller_currency, cost_minor, rate, rate_date)
    select (${ids}::text[])[row_number() over (order by o.position, o.id)], ${to}, o.listing_id, o.kind, o.quantity,
      o.position, o.hold_id, o.snapshot, o.seller_price_minor, o.seller_currency, o.cost_minor, o.rate, o.rate_date
    from quote_offers o where o.quote_id = ${from} and o.kind = 'offered'`.execute(tx)
}
