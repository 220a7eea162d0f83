import type { WireListing } from '@terrace/contracts/listings'
import type { Departed } from './use-row-holds.ts'

export interface TableRow {
  listing: WireListing
  /** Why it is no longer in the list, where it is not. */
  departed: Departed['why'] | null
}

/**
 * The rows to draw: the list, and at their old places those that have just left it. One that left because it was held
 * here shows only while it is still held.
 */
export function tableRows(
  listings: readonly WireListing[],
  departed: readonly Departed[],
  isHeld: (listingId: string) => boolean,
): TableRow[] {
  const rows: TableRow[] = listings.map((listing) => ({ listing, departed: null }))
  if (departed.length === 0) return rows
  const present = new Set(listings.map(({ id }) => id))
  const absent = departed
    .filter(({ listing, why }) => !present.has(listing.id) && (why === 'gone' || isHeld(listing.id)))
    .toSorted((left, right) => left.index - right.index)
  for (const { listing, index, why } of absent) {
    rows.splice(Math.min(index, rows.length), 0, { listing, departed: why })
  }
  return rows
}
