import {
  defaultRangeExtractor,
  measureElement,
  useWindowVirtualizer,
  type Range,
  type Virtualizer,
} from '@tanstack/react-virtual'
import type { WireListing } from '@terrace/contracts/listings'
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type Ref,
  type RefObject,
} from 'react'
import type { CompactLayout } from '#web/features/listings/columns/use-list-layout.ts'
import { compactRowHeight } from '#web/features/listings/row/row-grid.ts'
import type { TableRow } from '#web/features/listings/row/rows.ts'
import type { RowHoldState } from '#web/features/listings/row/use-row-holds.ts'
import { createRowKeys } from './row-keys.ts'
import { useScrollAnchoring, type TableMargin } from './table-scroll.ts'
import { TableSlot, type SharedSlotProps } from './table-slot.tsx'
import type { useFeed } from './use-feed.ts'
import { useRowHover } from './use-row-hover.ts'

/** Scrolls to a row and moves the focus to it. */
export type ShowRow = (index: number, align: 'auto' | 'center') => void

interface TableRowsProps extends SharedSlotProps {
  ref: Ref<ShowRow>
  body: RefObject<HTMLDivElement | null>
  rows: readonly TableRow[]
  feed: ReturnType<typeof useFeed>
  listKey: string
  layout: TableMargin
  /** The row that Tab reaches. */
  currentIndex: number
  /** The row whose hold key is blocked. */
  unsoldId: string | null
  holdStates: ReadonlyMap<string, RowHoldState>
  /** Chosen in the row, or preferred for it; `null` when nothing can be bought. */
  quantityOf: (listing: WireListing) => number | null
  onNearEnd: () => void
}

/** The rows near the window. Scrolling rerenders this component alone, and mounts only the rows that come into view. */
export function TableRows({
  ref,
  body,
  rows,
  feed,
  listKey,
  layout: { margin, barHeight, footerHeight, width },
  currentIndex,
  unsoldId,
  holdStates,
  quantityOf,
  onNearEnd,
  ...shared
}: TableRowsProps) {
  const { listings, held, tracked, scale, removedRows, dismissRemoved } = feed
  const { compact, highlightedBlock } = shared
  useRowHover(body, highlightedBlock)
  const pendingFocus = useRef<number | null>(null)

  // Stable callbacks: a new one makes the virtualizer measure all rows again.
  const getItemKey = useCallback((index: number) => rows[index]?.listing.id ?? index, [rows])
  const estimateSize = useCallback(() => estimateRowHeight(compact, width), [compact, width])
  // Always rendered: Tab and `L` need this row, and unmounting it would lose the focus.
  const rangeExtractor = useCallback(
    (range: Range) =>
      [...new Set([...defaultRangeExtractor(wholePairs(range)), currentIndex])]
        .filter((index) => index < range.count)
        .toSorted((left, right) => left - right),
    [currentIndex],
  )
  // oxlint-disable-next-line react/incompatible-library -- React Compiler is off, and the returned functions are not memoized
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize,
    measureElement: compact ? measureWithoutLayout : measureElement,
    getItemKey,
    rangeExtractor,
    overscan: 8,
    scrollMargin: margin,
    scrollPaddingStart: barHeight,
    scrollPaddingEnd: footerHeight,
  })
  const items = virtualizer.getVirtualItems()
  useScrollAnchoring({ virtualizer, rows, listKey, isStale: feed.isPlaceholderData, barHeight })

  const lastVisible = virtualizer.range?.endIndex ?? 0
  useEffect(() => {
    if (lastVisible >= listings.length - 20) onNearEnd()
  }, [lastVisible, listings.length, onNearEnd])

  // Removed rows outside the viewport disappear without fading.
  useEffect(() => {
    if (removedRows.length === 0) return
    const rendered = new Set(items.map(({ key }) => key))
    const offscreen = removedRows.filter(
      ({ listing, reason }) => reason === 'unavailable' && !rendered.has(listing.id),
    )
    if (offscreen.length > 0) dismissRemoved(offscreen.map(({ listing }) => listing.id))
  })

  const focusRow = useCallback(
    (index: number) => {
      const row = body.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)
      pendingFocus.current = row ? null : index
      row?.focus({ preventScroll: true })
    },
    [body],
  )
  // A row outside the viewport mounts only after scrolling to it.
  useEffect(() => {
    if (pendingFocus.current !== null) focusRow(pendingFocus.current)
  })
  useImperativeHandle(
    ref,
    () => (index, align) => {
      if (align !== 'auto' || !isInView(virtualizer, index)) virtualizer.scrollToIndex(index, { align })
      focusRow(index)
    },
    [virtualizer, focusRow],
  )

  const [slotsOf] = useState(createRowKeys)
  const itemById = new Map(items.map((item) => [item.key, item]))
  const slots = slotsOf(
    items.flatMap(({ index }) => {
      const row = rows[index]
      if (row === undefined) return []
      const { id } = row.listing
      // Rows of different heights are measured when they are created: the browser reports no height that is the same for
      // the next listing.
      const hasKnownHeight = compact !== null
      const isReusable =
        hasKnownHeight && row.removalReason === null && index !== currentIndex && !holdStates.has(id)
      return [{ id, isReusable }]
    }),
    virtualizer.isScrolling,
  )

  return (
    <div ref={body} role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {slots.map(({ id, key }) => {
        const { index, start } = itemById.get(id) ?? { index: -1, start: 0 }
        const row = rows[index]
        if (row === undefined) return null
        return (
          <TableSlot
            key={key}
            {...shared}
            row={row}
            index={index}
            start={start - margin}
            measure={virtualizer.measureElement}
            scale={scale}
            held={held.get(id) ?? 0}
            isTracked={tracked.has(id)}
            isCurrent={index === currentIndex}
            isUnsold={id === unsoldId}
            holdState={holdStates.get(id)}
            quantity={quantityOf(row.listing)}
          />
        )
      })}
    </div>
  )
}

/**
 * Extends the range to whole pairs of rows. Every change of the list paints all of its rows again, whether one row is new or
 * two.
 */
function wholePairs(range: Range): Range {
  const startIndex = range.startIndex - (range.startIndex % 2)
  const endIndex = range.endIndex + 1 - (range.endIndex % 2)
  return { ...range, startIndex, endIndex: Math.min(endIndex, range.count - 1) }
}

/** Uses cached measurements, because `scrollToIndex` forces a layout. */
function isInView(
  { measurementsCache, scrollOffset, scrollRect, options }: Virtualizer<Window, Element>,
  index: number,
): boolean {
  const item = measurementsCache[index]
  if (item === undefined || scrollOffset === null || scrollRect === null) return false
  return (
    item.start >= scrollOffset + options.scrollPaddingStart &&
    item.end <= scrollOffset + scrollRect.height - options.scrollPaddingEnd
  )
}

/**
 * Most compact rows have the estimated height, and the browser reports the others before they are painted. Reading the
 * height of each new row would lay out the page in the middle of rendering.
 */
const measureWithoutLayout: typeof measureElement = (element, entry, instance) => {
  if (entry) return measureElement(element, entry, instance)
  const index = instance.indexFromElement(element)
  return instance.itemSizeCache.get(instance.options.getItemKey(index)) ?? compactRowHeight
}

/** Estimated row height in pixels for this list width; matches `rowGrid`. */
function estimateRowHeight(compact: CompactLayout | null, width: number): number {
  if (compact) return compactRowHeight
  if (width < 528) return 96
  if (width < 672) return 92
  return width < 864 ? 68 : 59
}
