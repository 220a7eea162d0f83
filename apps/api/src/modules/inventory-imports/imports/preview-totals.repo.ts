import { bigPriceMovePercent } from '@terrace/contracts/inventory-imports'
import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { PreviewTotals } from './inventory-import.ts'

/** A factor of ten, in basis points of the price before. */
const extremeFallBp = -9000
const extremeRiseBp = 90_000

/** Computes the sums over the rows of a preview. They are stored, so that showing the preview again needs no query. */
export async function readPreviewTotals(db: DbOrTx, importId: string): Promise<Required<PreviewTotals>> {
  const { rows } = await sql<Omit<Required<PreviewTotals>, 'asked'>>`
    select coalesce(sum(("after" ->> 'quantity')::int) filter (where action = 'new'), 0)::int as "newTickets",
      (count(*) filter (where warnings @? '$[*] ? (@.code == "sales_subtracted" || @.code == "sale_unknown_to_file")'))::int
        as "reducedBySales",
      (count(*) filter (where abs(price_change_bp) > ${bigPriceMovePercent * 100}))::int as "bigPriceMoves",
      (count(*) filter (where price_change_bp <= ${extremeFallBp} or price_change_bp >= ${extremeRiseBp}))::int
        as "extremePriceMoves"
    from inventory_import_rows where import_id = ${importId} and action in ('new', 'changed', 'unchanged')`.execute(
    db,
  )
  const { rows: asked } = await sql<NonNullable<PreviewTotals['asked']>[number]>`
    select currency, sum(price_before * greatest(quantity_before - sold, 0))::float8 as before,
      sum(price_after * greatest(quantity_after - sold, 0))::float8 as after
    from (
      select l.currency, l.sold,
        coalesce((r."before" ->> 'price_minor')::numeric, l.price_minor) as price_before,
        coalesce((r."after" ->> 'price_minor')::numeric, l.price_minor) as price_after,
        coalesce((r."before" ->> 'quantity')::int, l.quantity) as quantity_before,
        coalesce((r."after" ->> 'quantity')::int, l.quantity) as quantity_after
      from inventory_import_rows r join listings l on l.id = r.listing_id
      where r.import_id = ${importId} and r.action = 'changed' and not r."after" ? 'currency'
    ) changed group by currency order by currency`.execute(db)
  const { newTickets = 0, reducedBySales = 0, bigPriceMoves = 0, extremePriceMoves = 0 } = rows[0] ?? {}
  return { newTickets, reducedBySales, bigPriceMoves, extremePriceMoves, asked }
}
