import type { WireListing } from '@terrace/contracts/listings'
import type { WireMoney } from '@terrace/contracts/wire-money'
import type { Departed } from './use-row-holds.ts'

/** What has just happened to a listing while the page was open; told for two seconds (product.md §3). */
export interface RowMark {
  kind: 'new' | 'changed'
  /** The price before, where it is another one now. */
  was: WireMoney | null
}

export interface TableRow {
  listing: WireListing
  /** Why it is no longer in the list, where it is not. */
  departed: Departed['why'] | null
  mark: RowMark | null
}

interface RowSources {
  listings: readonly WireListing[]
  departed: readonly Departed[]
  marks: ReadonlyMap<string, RowMark>
  isHeld: (listingId: string) => boolean
}

/**
 * The rows to draw: the list, and at their places those that are not, or no longer, in it. One that left because it was
 * held here shows only while it is still held.
 */
export function tableRows({ listings, departed, marks, isHeld }: RowSources): TableRow[] {
  const rows: TableRow[] = listings.map((listing) => ({
    listing,
    departed: null,
    mark: marks.get(listing.id) ?? null,
  }))
  if (departed.length === 0) return rows
  const present = new Set(listings.map(({ id }) => id))
  const absent = departed
    .filter(({ listing, why }) => !present.has(listing.id) && (why === 'gone' || isHeld(listing.id)))
    .toSorted((left, right) => left.index - right.index)
  for (const { listing, index, why } of absent) {
    // Both the row itself and the list may have noticed that it went.
    if (present.has(listing.id)) continue
    present.add(listing.id)
    rows.splice(Math.min(index, rows.length), 0, { listing, departed: why, mark: null })
  }
  return rows
}
