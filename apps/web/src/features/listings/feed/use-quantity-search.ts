import { useEffect, useState } from 'react'
import type { TableRow } from '#web/features/listings/row/rows.ts'
import { seatLabel } from '#web/features/tracking/seat-label.ts'

interface QuantitySearchOptions {
  rows: readonly TableRow[]
  /** Filters and order of the rows; another list ends the search. */
  listKey: string
  hasMore: boolean
  onLoadMore: () => void
  /** Called with the row that is sold in this quantity. */
  onFound: (index: number, quantity: number) => void
}

interface Search {
  listKey: string
  /** The row where it started. */
  listingId: string
  quantity: number
  state: 'searching' | 'found' | 'none'
  message: string
}

/**
 * Finds the next listing that is sold in a quantity, after the row that is not; continues at the top, and loads the
 * rest of the list when necessary.
 */
export function useQuantitySearch({ rows, listKey, hasMore, onLoadMore, onFound }: QuantitySearchOptions) {
  const [latest, setSearch] = useState<Search | null>(null)
  const search = latest?.listKey === listKey ? latest : null

  function advance(current: Search) {
    const index = indexOfQuantity(rows, current, hasMore)
    if (index === null) {
      if (current !== search) setSearch(current)
      onLoadMore()
      return
    }
    const { quantity } = current
    const row = rows[index]
    if (!row) {
      setSearch({ ...current, state: 'none', message: `No listing is sold as ${quantity}` })
      return
    }
    onFound(index, quantity)
    const message = `Not sold as ${quantity}. Moved to ${seatLabel(row.listing)}`
    setSearch({ ...current, state: 'found', message })
  }
  useEffect(() => {
    if (search?.state === 'searching') queueMicrotask(() => advance(search))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- continues with the rows of each further page
  }, [search, rows, hasMore])

  return {
    start: (listingId: string, quantity: number) =>
      advance({ listKey, listingId, quantity, state: 'searching', message: '' }),
    end: () => setSearch(null),
    message: search?.message ?? '',
    /** The row for which no other was found: its hold key must not hold another quantity. */
    unsoldId: search?.state === 'none' ? search.listingId : null,
  }
}

/** -1 without a match; `null` if a match below the row could be on a page that has not loaded. */
function indexOfQuantity(
  rows: readonly TableRow[],
  { listingId, quantity }: Search,
  hasMore: boolean,
): number | null {
  const origin = Math.max(
    rows.findIndex(({ listing }) => listing.id === listingId),
    0,
  )
  const isSold = ({ removalReason, listing: { splits } }: TableRow) =>
    removalReason === null && splits.includes(quantity)
  const below = rows.findIndex((row, index) => index > origin && isSold(row))
  if (below !== -1) return below
  return hasMore ? null : rows.findIndex(isSold)
}
