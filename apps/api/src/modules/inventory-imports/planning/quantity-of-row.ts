import type { ListingDemand, StoredListing } from '#api/modules/supply/index.ts'
import type { InventoryRow, RowWarning } from '../reading/inventory-row.ts'

interface QuantityInput {
  row: InventoryRow
  /** The listing that the row continues. */
  kept: StoredListing | undefined
  demand: ListingDemand
  warnings: RowWarning[]
}

/**
 * All tickets of the listing, including sold ones, after a row that says how many were unsold when the file was made.
 * Sales since then are subtracted, and what is sold or held is never taken away. `null` when the row must say it.
 */
export function quantityOf({ row, kept, demand, warnings }: QuantityInput): number | null {
  if (!kept) return row.quantity
  if (row.quantity === null) return kept.quantity
  const left = Math.max(0, row.quantity - demand.soldSince)
  const requested = withoutUnknownSales(kept, demand, kept.sold + left, warnings)
  if (demand.soldSince > 0)
    warnings.push({
      code: 'sales_subtracted',
      message: `${demand.soldSince} were sold after the file was made and are subtracted`,
    })
  const committed = kept.sold + demand.held
  if (requested >= committed) return requested
  warnings.push({
    code: 'quantity_committed',
    message: `${committed} tickets are sold or held, so only the rest was taken off sale`,
  })
  return committed
}

/** A system that has not seen a sale yet seems to raise the quantity by it. */
function withoutUnknownSales(
  kept: StoredListing,
  { soldJustBefore }: ListingDemand,
  requested: number,
  warnings: RowWarning[],
): number {
  if (requested <= kept.quantity || soldJustBefore === 0) return requested
  warnings.push({
    code: 'sale_unknown_to_file',
    message: `${soldJustBefore} were sold just before the file was made, so the quantity was not raised by them`,
  })
  return Math.max(kept.quantity, requested - soldJustBefore)
}
