import type { WireListing } from '@terrace/contracts/listings'
import type { ReactNode } from 'react'
import type { PriceStep } from '#web/features/listings/filters/price-scale.ts'
import type { ListingNote } from './listing-details.ts'
import type { TableRow } from './rows.ts'

/** Data for the cells of a row, in either density. */
export interface RowCellsProps extends TableRow {
  listing: WireListing
  step: PriceStep | null
  held: number
  /** Selected quantity; `null` when nothing can be bought. */
  quantity: number | null
  isOffered: boolean
  isHolding: boolean
  /** `null` when the row can't be selected. */
  selection: { isSelected: boolean; onToggle: (isRange: boolean) => void } | null
  isOpen: boolean
  detailsId: string
  notes: readonly ListingNote[]
  /** YYYY-MM-DD at the venue. */
  today: string
  /** Server time in milliseconds; one clock for all rows. */
  now: number
  onOpen: () => void
  onQuantity: (quantity: number) => void
  /** Hold, quote and track. */
  actions: ReactNode
}

/** Label next to the block; "Yours" takes precedence over "New". */
export function rowTag({ held, removalReason, listing, rowChange }: RowCellsProps): string | null {
  if (removalReason !== null) return null
  if (held > 0) return heldLabel(held)
  return listing.is_new || rowChange?.kind === 'new' ? 'New' : null
}

/** For example `Yours · 2 held`. */
export function heldLabel(held: number): string {
  return `Yours · ${held} held`
}
