import { use, useRef } from 'react'
import { addSelected, deselect, selectedLines } from '#web/features/holds/basket/selection.ts'
import { RowEventContext } from '#web/features/listings/row/row-event-context.ts'
import type { TableRow } from '#web/features/listings/row/rows.ts'
import { selectedLine } from '#web/features/listings/row/selected-line.ts'

/**
 * Selects rows with Shift and an arrow or a click, as in any list: all from the row where the range began to the row
 * that is reached. Going back removes the rows that are left.
 */
export function useRangeSelection(
  rows: readonly TableRow[],
  quantityOf: (listing: TableRow['listing']) => number | null,
) {
  const event = use(RowEventContext)
  const range = useRef<{ startId: string; endId: string } | null>(null)

  function extendSelection(from: number, to: number) {
    const [origin, target] = [rows[from], rows[to]]
    if (!event || !origin || !target) return
    const isContinued = range.current?.endId === origin.listing.id
    const start = isContinued ? rows.findIndex(({ listing }) => listing.id === range.current?.startId) : from
    const first = start === -1 ? from : start
    range.current = { startId: rows[first]?.listing.id ?? origin.listing.id, endId: target.listing.id }
    const reached = between(rows, first, to)
    const left = between(rows, first, from).filter((row) => !reached.includes(row))
    deselect(left.map(({ listing }) => listing.id))
    addSelected(
      reached.flatMap(({ listing, removalReason }) => {
        const quantity = removalReason === null ? quantityOf(listing) : null
        return quantity === null ? [] : [selectedLine(event, listing, quantity)]
      }),
    )
  }

  /** Extends from the row that was selected last. Without one, selects only this row. */
  function selectTo(to: number) {
    const places = new Map(rows.map(({ listing }, place) => [listing.id, place]))
    const last = selectedLines().findLast(({ listing_id }) => places.has(listing_id))
    extendSelection((last && places.get(last.listing_id)) ?? to, to)
  }

  return { extendSelection, selectTo }
}

const between = (rows: readonly TableRow[], start: number, end: number) =>
  rows.slice(Math.min(start, end), Math.max(start, end) + 1)
