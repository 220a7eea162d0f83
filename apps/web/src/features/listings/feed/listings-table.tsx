import { hashKey } from '@tanstack/react-query'
import type { WireListing } from '@terrace/contracts/listings'
import { useMemo, useRef, useState, type RefObject } from 'react'
import { useScrollRestoration } from '#web/lib/hooks/use-scroll-restoration.ts'
import { useServerNow } from '#web/lib/hooks/use-server-now.ts'
import { useEventCallback } from '#web/lib/hooks/use-event-callback.ts'
import { cx } from '#web/ui/cx.ts'
import type { FeedFilterProps } from '#web/features/listings/filters/filter-choices.ts'
import { nearestListing } from './listing-order.ts'
import { LinkedListingNotice } from './linked-listing-notice.tsx'
import type { HighlightedBlock } from '#web/features/listings/seat-map/highlighted-block.ts'
import { useCompactLayout } from '#web/features/listings/columns/use-list-layout.ts'
import { TableHead } from './table-head.tsx'
import { tableRows, type TableRow } from '#web/features/listings/row/rows.ts'
import { TableRows } from './table-rows.tsx'
import { useTableMargin } from './table-scroll.ts'
import type { useFeed } from './use-feed.ts'
import { useLinkedRow } from './use-linked-row.ts'
import { useFocusOnArrival } from './use-focus-on-arrival.ts'
import { useRangeSelection } from './use-range-selection.ts'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'
import { useQuantitySearch } from './use-quantity-search.ts'
import { useCurrentRow } from '#web/features/listings/use-current-row.ts'
import { useRowHolds } from '#web/features/listings/row/use-row-holds.ts'
import { useRowQuantities } from '#web/features/listings/row/use-row-quantities.ts'

interface ListingsTableProps {
  feed: ReturnType<typeof useFeed>
  /** Number of matching listings, loaded or not. */
  total: number
  today: string
  /** Quantity of the filter, offered first in each row. */
  minQuantity: number
  filters: FeedFilterProps
  highlightedBlock: HighlightedBlock
  /** Sticky bars that must not cover the focused row. */
  bars: readonly RefObject<HTMLElement | null>[]
  onNearEnd: () => void
}

/**
 * Virtualized listings grid. Tab reaches one row; arrows, Home and End move between rows, `H` holds the focused row
 * and digits choose its quantity.
 */
export function ListingsTable({
  feed,
  total,
  today,
  minQuantity,
  filters,
  highlightedBlock,
  bars,
  onNearEnd,
}: ListingsTableProps) {
  const { listings, held, rowChanges, moved, dismissRemoved } = feed
  const listKey = hashKey([feed.request])
  const holds = useRowHolds(listKey)
  const removed = useMemo(() => [...holds.removed, ...feed.removedRows], [holds.removed, feed.removedRows])
  const rows = useMemo(
    () => tableRows({ listings, removed, rowChanges, moved: moved.rows, isHeld: (id) => held.has(id) }),
    [listings, removed, rowChanges, moved, held],
  )
  const isStale = feed.isPlaceholderData
  const { choose: onQuantity, quantityOf } = useRowQuantities({ minQuantity, isStale })
  const { current, currentIndex, showRow, moveTo, onCurrent } = useCurrentRow(rows)
  const body = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const layout = useTableMargin(body, [...bars, head])
  const compact = useCompactLayout(layout.width)
  const now = useServerNow()
  useScrollRestoration()
  const quantitySearch = useQuantitySearch({
    rows,
    listKey,
    hasMore: feed.hasNextPage && !feed.isError,
    onLoadMore: onNearEnd,
    onFound(index, quantity) {
      const id = rows[index]?.listing.id
      if (id !== undefined) onQuantity(id, quantity)
      moveTo(index)
    },
  })
  const onFindQuantity = useEventCallback(quantitySearch.start)
  const onRowQuantity = useEventCallback((id: string, quantity: number) => {
    quantitySearch.end()
    onQuantity(id, quantity)
  })
  const onHold = useEventCallback((listing: WireListing, quantity: number, index: number) => {
    quantitySearch.end()
    void holds.hold(listing, quantity, index)
  })
  const onMove = useEventCallback((index: number) => {
    quantitySearch.end()
    moveTo(index)
  })
  const { extendSelection, selectTo } = useRangeSelection(rows, quantityOf)
  const onSelectTo = useEventCallback(selectTo)
  const onExtend = useEventCallback((from: number, to: number) => {
    extendSelection(from, Math.min(Math.max(to, 0), rows.length - 1))
    moveTo(to)
  })
  const onDismiss = useEventCallback(holds.dismiss)
  const onFaded = useEventCallback((id: string) => {
    dismissRemoved([id])
    holds.dismiss(id)
  })
  const onNearest = useEventCallback((removedListing: WireListing) => {
    const nearest = nearestListing(removedListing, listings)
    const index = rows.findIndex(({ listing }) => listing.id === nearest?.id)
    if (index >= 0) moveTo(index)
  })
  const [missingListingId, setMissingListingId] = useState<string | null>(null)
  const [fullSearchId, setFullSearchId] = useState<string | null>(null)
  function endLinkSearch(missingId: string | null) {
    setFullSearchId(null)
    setMissingListingId(missingId)
  }
  const isRowPending = (id: string) => held.has(id) && !feed.isFiltered
  useLinkedRow({
    rows,
    total,
    isStale,
    hasMore: feed.hasNextPage || feed.isFetching,
    onLoadMore: onNearEnd,
    fullSearchId,
    onFound(index) {
      endLinkSearch(null)
      moveTo(index, 'center')
    },
    isRowPending,
    onMissing: endLinkSearch,
  })
  useFocusOnArrival(isStale || rows.length === 0 ? null : () => moveTo(arrivalIndex(rows, minQuantity)))
  const focusHandlers = useFocusAfterRemoval(isStale || rows.length === 0 ? null : () => moveTo(currentIndex))

  return (
    <>
      {missingListingId !== null && (
        <LinkedListingNotice
          listingId={missingListingId}
          request={feed.request}
          isFiltered={feed.isFiltered}
          isHeld={held.has(missingListingId)}
          search={fullSearchId === missingListingId ? { loaded: rows.length, total } : null}
          onSearch={() => setFullSearchId(missingListingId)}
          onNearest={onNearest}
          onClose={() => endLinkSearch(null)}
        />
      )}
      <div
        role="grid"
        aria-label="Listings"
        {...focusHandlers}
        aria-multiselectable
        aria-rowcount={total + 1}
        aria-busy={feed.isPlaceholderData}
        className={cx(
          'transition-opacity duration-150',
          // Compact columns fit by script; a container would restyle all rows with each change of layout.
          !compact && '@container',
          feed.isPlaceholderData && 'opacity-55',
        )}
      >
        <TableHead
          ref={head}
          compact={compact}
          params={filters.params}
          onParamsChange={filters.onParamsChange}
        />
        <TableRows
          ref={showRow}
          body={body}
          rows={rows}
          feed={feed}
          listKey={listKey}
          layout={layout}
          compact={compact}
          currentIndex={currentIndex}
          unsoldId={quantitySearch.unsoldId}
          holdStates={holds.states}
          quantityOf={quantityOf}
          today={today}
          now={now}
          highlightedBlock={highlightedBlock}
          onNearEnd={onNearEnd}
          onFaded={onFaded}
          onHold={onHold}
          onQuantity={onRowQuantity}
          onCurrent={onCurrent}
          onMove={onMove}
          onExtend={onExtend}
          onSelectTo={onSelectTo}
          onFindQuantity={onFindQuantity}
          onNearest={onNearest}
          onDismiss={onDismiss}
        />
      </div>
      <div
        role="status"
        className={
          quantitySearch.message === ''
            ? 'sr-only'
            : 'fixed bottom-[calc(var(--basket-height,0px)+0.75rem)] left-5 z-20 rounded bg-bar px-3.5 py-2 text-xs text-on-bar shadow'
        }
      >
        {quantitySearch.message}
      </div>
      <p role="status" className="sr-only">
        {holds.announcement}
      </p>
      <p role="status" className="sr-only">
        {current?.removalReason === 'unavailable' && `${current.listing.section} is no longer available`}
      </p>
    </>
  )
}

/** The first row that is sold in the quantity of the filter, which also finds listings sold in more only. */
function arrivalIndex(rows: readonly TableRow[], quantity: number): number {
  const found = quantity > 1 ? rows.findIndex(({ listing }) => listing.splits.includes(quantity)) : 0
  return Math.max(found, 0)
}
