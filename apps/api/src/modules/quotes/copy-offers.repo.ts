import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'

/** Offers the same again, without what visitors picked beside it. `ids` has at least as many as there are offers. */
export async function copyOffers(
  tx: Tx,
  { from, to, ids }: { from: string; to: string; ids: readonly string[] },
): Promise<void> {
  await sql`
    insert into quote_offers (id, quote_id, listing_id, kind, quantity, position, hold_id, facts, seller_minor,
      seller_currency, cost_minor, rate, rate_date)
    select (${ids}::text[])[row_number() over (order by o.position, o.id)], ${to}, o.listing_id, o.kind, o.quantity,
      o.position, o.hold_id, o.facts, o.seller_minor, o.seller_currency, o.cost_minor, o.rate, o.rate_date
    from quote_offers o where o.quote_id = ${from} and o.kind = 'offered'`.execute(tx)
}
