import type { WireListing } from '@terrace/contracts/listings'
import type { WireMoney } from '@terrace/contracts/wire-money'
import type { RemovedRow } from './use-row-holds.ts'

/** A live change of a listing, shown for two seconds (product.md §3). */
export interface RowChange {
  kind: 'new' | 'changed'
  /** All-in, like the emphasised price. */
  previousPrice: WireMoney | null
}

/** A row whose position no longer matches the order, until the list is sorted again. */
export interface MovedRow {
  /** The all-in price by which it was sorted; `null` when only something else changed. */
  previousPrice: WireMoney | null
}

export interface TableRow {
  listing: WireListing
  /** Why the listing left the list, or `null` while it is listed. */
  removalReason: RemovedRow['reason'] | null
  rowChange: RowChange | null
  moved: MovedRow | null
}

interface RowSources {
  listings: readonly WireListing[]
  removed: readonly RemovedRow[]
  rowChanges: ReadonlyMap<string, RowChange>
  moved?: ReadonlyMap<string, MovedRow>
  isHeld: (listingId: string) => boolean
}

/**
 * The rows to render: the list plus removed rows at their old positions. Rows removed by a hold show only while the
 * hold is active.
 */
export function tableRows({ listings, removed, rowChanges, moved, isHeld }: RowSources): TableRow[] {
  const rows: TableRow[] = listings.map((listing) => ({
    listing,
    removalReason: null,
    rowChange: rowChanges.get(listing.id) ?? null,
    moved: moved?.get(listing.id) ?? null,
  }))
  if (removed.length === 0) return rows
  const present = new Set(listings.map(({ id }) => id))
  const removedRows = removed
    .filter(
      ({ listing, reason }) => !present.has(listing.id) && (reason === 'unavailable' || isHeld(listing.id)),
    )
    .toSorted((left, right) => left.index - right.index)
  for (const { listing, index, reason } of removedRows) {
    // The row itself and the feed can both report the same removal.
    if (present.has(listing.id)) continue
    present.add(listing.id)
    rows.splice(Math.min(index, rows.length), 0, {
      listing,
      removalReason: reason,
      rowChange: null,
      moved: null,
    })
  }
  return rows
}
