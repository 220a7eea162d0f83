import type { HeldAndSold, StoredListing } from '#api/modules/supply/index.ts'
import type { InventoryRow, RowWarning } from '../reading/inventory-row.ts'

interface QuantityInput {
  row: InventoryRow
  /** The listing that the row continues. */
  kept: StoredListing | undefined
  heldAndSold: HeldAndSold
  warnings: RowWarning[]
}

/**
 * The new quantity of the listing, including sold tickets. The row has the number of unsold tickets when the file was made;
 * sales since then are subtracted, and the result is never below what is sold or held. `null` for a new listing whose row
 * has no quantity.
 */
export function quantityOf({ row, kept, heldAndSold, warnings }: QuantityInput): number | null {
  if (!kept) return row.quantity
  if (row.quantity === null) return kept.quantity
  const left = Math.max(0, row.quantity - heldAndSold.soldSince)
  const requested = withoutUnknownSales(kept, heldAndSold, kept.sold + left, warnings)
  if (heldAndSold.soldSince > 0)
    warnings.push({
      code: 'sales_subtracted',
      message: `${heldAndSold.soldSince} were sold after the file was made and are subtracted`,
    })
  const committed = kept.sold + heldAndSold.held
  if (requested >= committed) return requested
  warnings.push({
    code: 'quantity_committed',
    message: `${committed} tickets are sold or held, so only the rest was taken off sale`,
  })
  return committed
}

/** Subtracts sales just before the file was made: a system that did not know them yet seems to raise the quantity. */
function withoutUnknownSales(
  kept: StoredListing,
  { soldJustBefore }: HeldAndSold,
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
