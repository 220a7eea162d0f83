import { hashKey } from '@tanstack/react-query'
import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual'
import type { WireListing } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { useScrollRestoration } from '#web/lib/hooks/use-scroll-restoration.ts'
import { useEventCallback } from '#web/lib/hooks/use-event-callback.ts'
import { cx } from '#web/ui/cx.ts'
import type { FeedFilters } from '#web/features/listings/filters/filter-choices.ts'
import { nearestListing } from './listing-order.ts'
import { preferredQuantity } from '#web/features/listings/row/listing-details.ts'
import { LinkedListingNotice } from './linked-listing-notice.tsx'
import type { HighlightedBlock } from '#web/features/listings/seat-map/highlighted-block.ts'
import { ListingRow } from '#web/features/listings/row/listing-row.tsx'
import { compactRowHeight } from '#web/features/listings/row/row-grid.ts'
import { useCompactLayout } from '#web/features/listings/columns/use-list-layout.ts'
import { TableHead } from './table-head.tsx'
import { tableRows } from '#web/features/listings/row/rows.ts'
import { useScrollAnchoring, useTableMargin } from './table-scroll.ts'
import { TableSlot } from './table-slot.tsx'
import type { useFeed } from './use-feed.ts'
import { useLinkedRow } from './use-linked-row.ts'
import { useFocusOnArrival } from './use-focus-on-arrival.ts'
import { useRangeSelection } from './use-range-selection.ts'
import { useRowHolds } from '#web/features/listings/row/use-row-holds.ts'

interface ListingsTableProps {
  feed: ReturnType<typeof useFeed>
  /** Number of matching listings, loaded or not. */
  total: number
  today: string
  /** Quantity of the filter, offered first in each row. */
  minQuantity: number
  filters: FeedFilters
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
  const { listings, held, tracked, rowChanges, moved, scale, dismissRemoved } = feed
  const holds = useRowHolds(hashKey([feed.request]))
  const removed = useMemo(() => [...holds.removed, ...feed.removedRows], [holds.removed, feed.removedRows])
  const rows = useMemo(
    () => tableRows({ listings, removed, rowChanges, moved: moved.rows, isHeld: (id) => held.has(id) }),
    [listings, removed, rowChanges, moved, held],
  )
  const [quantities, setQuantities] = useState<ReadonlyMap<string, number>>(new Map())
  const [currentId, setCurrentId] = useState<string | null>(null)
  // Tracked by id, because rows are added and removed above it.
  const foundIndex = rows.findIndex(({ listing }) => listing.id === currentId)
  const currentIndex = Math.max(foundIndex, 0)
  const body = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const { margin, barHeight, footerHeight, width } = useTableMargin(body, [...bars, head])
  const compact = useCompactLayout(width)
  const pendingFocus = useRef<number | null>(null)

  // Stable callbacks: a new one makes the virtualizer measure all rows again.
  const getItemKey = useCallback((index: number) => rows[index]?.listing.id ?? index, [rows])
  const estimateSize = useCallback(
    () => (compact ? compactRowHeight : estimateRowHeight(width)),
    [compact, width],
  )
  // Always rendered: Tab and `L` need this row, and unmounting it would lose the focus.
  const rangeExtractor = useCallback(
    (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), currentIndex])]
        .filter((index) => index < range.count)
        .toSorted((left, right) => left - right),
    [currentIndex],
  )
  // oxlint-disable-next-line react/incompatible-library -- React Compiler is off, and the returned functions are not memoized
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize,
    getItemKey,
    rangeExtractor,
    overscan: 8,
    scrollMargin: margin,
    scrollPaddingStart: barHeight,
    scrollPaddingEnd: footerHeight,
  })
  const items = virtualizer.getVirtualItems()
  useScrollAnchoring({
    virtualizer,
    rows,
    listKey: hashKey([feed.request]),
    isStale: feed.isPlaceholderData,
    barHeight,
  })
  useScrollRestoration()

  const lastVisible = virtualizer.range?.endIndex ?? 0
  useEffect(() => {
    if (lastVisible >= listings.length - 20) onNearEnd()
  }, [lastVisible, listings.length, onNearEnd])

  // Removed rows outside the viewport disappear without fading.
  useEffect(() => {
    const rendered = new Set(items.map(({ key }) => key))
    const offscreen = feed.removedRows.filter(
      ({ listing, reason }) => reason === 'unavailable' && !rendered.has(listing.id),
    )
    if (offscreen.length > 0) dismissRemoved(offscreen.map(({ listing }) => listing.id))
  })

  const focusRow = useCallback((index: number) => {
    const row = body.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)
    pendingFocus.current = row ? null : index
    row?.focus({ preventScroll: true })
  }, [])
  // A row outside the viewport mounts only after scrolling to it.
  useEffect(() => {
    if (pendingFocus.current !== null) focusRow(pendingFocus.current)
  })

  function moveTo(index: number, align: 'auto' | 'center' = 'auto') {
    const target = Math.min(Math.max(index, 0), rows.length - 1)
    virtualizer.scrollToIndex(target, { align })
    setCurrentId(rows[target]?.listing.id ?? null)
    focusRow(target)
  }

  useCommands('Listings', [
    { id: 'listings.focus', title: 'Go to listings', key: 'l', run: () => moveTo(currentIndex) },
    {
      id: 'listings.next',
      title: 'Next listing',
      key: 'j',
      canRepeat: true,
      // The first press goes to the first listing.
      run: () => moveTo(foundIndex + 1),
    },
    {
      id: 'listings.previous',
      title: 'Previous listing',
      key: 'k',
      canRepeat: true,
      run: () => moveTo(currentIndex - 1),
    },
    { id: 'listings.move', title: 'Move between listings', widgetKeys: ['↑', '↓'], run: null },
    { id: 'listings.extend', title: 'Select several listings', widgetKeys: ['Shift', '↓'], run: null },
    { id: 'listings.ends', title: 'First and last listing', widgetKeys: ['Home', 'End'], run: null },
  ])

  const onHold = useEventCallback((listing: WireListing, quantity: number, index: number) => {
    void holds.hold(listing, quantity, index)
  })
  const onMove = useEventCallback((index: number) => moveTo(index))
  const quantityOf = ({ id, splits }: WireListing) => {
    const chosen = quantities.get(id)
    return chosen !== undefined && splits.includes(chosen) ? chosen : preferredQuantity(splits, minQuantity)
  }
  const extendSelection = useRangeSelection(rows, quantityOf)
  const onExtend = useEventCallback((from: number, to: number) => {
    extendSelection(from, Math.min(Math.max(to, 0), rows.length - 1))
    moveTo(to)
  })
  const onDismiss = useEventCallback(holds.dismiss)
  const onNearest = useEventCallback((removedListing: WireListing) => {
    const nearest = nearestListing(removedListing, listings)
    const index = rows.findIndex(({ listing }) => listing.id === nearest?.id)
    if (index >= 0) moveTo(index)
  })
  const [missingListingId, setMissingListingId] = useState<string | null>(null)
  const isStale = feed.isPlaceholderData
  const isRowPending = (id: string) => held.has(id) && !feed.isFiltered
  useLinkedRow({
    rows,
    total,
    isStale,
    onLoadMore: onNearEnd,
    moveTo: (index) => moveTo(index, 'center'),
    isRowPending,
    onMissing: setMissingListingId,
  })
  useFocusOnArrival(isStale || rows.length === 0 ? null : () => moveTo(currentIndex))
  const onCurrent = useEventCallback((index: number) => setCurrentId(rows[index]?.listing.id ?? null))
  const onQuantity = useCallback(
    (id: string, quantity: number) => setQuantities((previous) => new Map(previous).set(id, quantity)),
    [],
  )

  return (
    <>
      {missingListingId !== null && (
        <LinkedListingNotice
          listingId={missingListingId}
          request={feed.request}
          isFiltered={feed.isFiltered}
          isHeld={held.has(missingListingId)}
          onNearest={onNearest}
          onClose={() => setMissingListingId(null)}
        />
      )}
      <div
        role="grid"
        aria-label="Listings"
        aria-multiselectable
        aria-rowcount={total + 1}
        aria-busy={feed.isPlaceholderData}
        className={cx('@container transition-opacity duration-150', feed.isPlaceholderData && 'opacity-55')}
      >
        <TableHead
          ref={head}
          compact={compact}
          params={filters.params}
          onParamsChange={filters.onParamsChange}
        />
        <div ref={body} role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index]
            if (row === undefined) return null
            const { listing, removed: reason } = row
            const state = holds.states.get(listing.id)
            return (
              <TableSlot
                key={item.key}
                index={item.index}
                start={item.start - margin}
                measure={virtualizer.measureElement}
                // A row with an error stays until the user dismisses it.
                isRemoved={reason === 'unavailable' && state?.kind !== 'rejected'}
                onFaded={() => {
                  dismissRemoved([listing.id])
                  holds.dismiss(listing.id)
                }}
              >
                <ListingRow
                  listing={listing}
                  removed={reason}
                  rowChange={row.rowChange}
                  moved={row.moved}
                  index={item.index}
                  quantity={quantityOf(listing)}
                  step={scale ? scale.stepOf(fromWireMoney(listing.proceed_price)) : null}
                  held={held.get(listing.id) ?? 0}
                  isTracked={tracked.has(listing.id)}
                  today={today}
                  isHolding={state?.kind === 'holding'}
                  error={state?.kind === 'rejected' ? state.failure : null}
                  highlightedBlock={highlightedBlock}
                  isCurrent={item.index === currentIndex}
                  compact={compact}
                  onHold={onHold}
                  onQuantity={onQuantity}
                  onCurrent={onCurrent}
                  onMove={onMove}
                  onExtend={onExtend}
                  onNearest={onNearest}
                  onDismiss={onDismiss}
                />
              </TableSlot>
            )
          })}
        </div>
      </div>
      <p role="status" className="sr-only">
        {holds.announcement}
      </p>
      <p role="status" className="sr-only">
        {rows[foundIndex]?.removed === 'unavailable' &&
          `${rows[foundIndex].listing.section} is no longer available`}
      </p>
    </>
  )
}

/** Estimated row height in pixels for this list width; matches `rowGrid`. */
function estimateRowHeight(width: number): number {
  if (width < 528) return 96
  if (width < 672) return 92
  return width < 864 ? 68 : 59
}
