import type { Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { basketHeight } from '#web/features/holds/basket/basket-height.ts'
import type { TableRow } from '#web/features/listings/row/rows.ts'

/** Offset of the rows on the page, heights of the sticky bars above and below, and the list's width. */
export interface TableMargin {
  margin: number
  barHeight: number
  footerHeight: number
  width: number
}

export function useTableMargin(
  body: RefObject<HTMLElement | null>,
  bars: readonly RefObject<HTMLElement | null>[],
): TableMargin {
  const [layout, setLayout] = useState({ margin: 0, barHeight: 0, footerHeight: 0, width: 0 })
  useLayoutEffect(() => {
    function measure() {
      const margin = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY
      const barHeight = bars.reduce((sum, { current }) => sum + (current?.offsetHeight ?? 0), 0)
      const width = body.current?.offsetWidth ?? 0
      const footerHeight = basketHeight()
      setLayout((previous) =>
        previous.margin === margin &&
        previous.barHeight === barHeight &&
        previous.footerHeight === footerHeight &&
        previous.width === width
          ? previous
          : { margin, barHeight, footerHeight, width },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    for (const { current } of [body, ...bars]) if (current) observer.observe(current)
    return () => observer.disconnect()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the refs are the same on every render, their array is not
  }, [body])
  return layout
}

interface ScrollAnchoringOptions {
  virtualizer: Virtualizer<Window, Element>
  rows: readonly TableRow[]
  /** Identifies filters and order. */
  listKey: string
  /** Whether the rows still belong to the previous list. */
  isStale: boolean
  barHeight: number
}

/** Keeps the visible rows in place when rows above are added or removed; another list starts at the top. */
export function useScrollAnchoring({
  virtualizer,
  rows,
  listKey,
  isStale,
  barHeight,
}: ScrollAnchoringOptions): void {
  const { scrollMargin } = virtualizer.options
  // Several anchors, since the first may be the row that is removed.
  const anchors = useRef<readonly { id: string; start: number }[]>([])
  const shownListKey = useRef(listKey)

  useLayoutEffect(() => {
    if (isStale) return
    const isOtherList = shownListKey.current !== listKey
    shownListKey.current = listKey
    const top = scrollMargin - barHeight
    // Uses the virtualizer's offset, because reading `scrollY` would force a layout while rendering.
    if ((virtualizer.scrollOffset ?? 0) <= top) return
    if (isOtherList) {
      window.scrollTo(0, top)
      return
    }
    const indexById = new Map(rows.map(({ listing }, index) => [listing.id, index]))
    const anchor = anchors.current.find(({ id }) => indexById.has(id))
    const start = anchor && virtualizer.measurementsCache[indexById.get(anchor.id) ?? -1]?.start
    if (anchor !== undefined && start !== undefined && start !== anchor.start) {
      window.scrollBy(0, start - anchor.start)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the virtualizer itself compensates for measured sizes
  }, [rows, listKey, isStale])

  useLayoutEffect(() => {
    const top = (virtualizer.scrollOffset ?? 0) + barHeight
    const visibleItems = virtualizer.getVirtualItems().filter(({ end }) => end > top)
    anchors.current = visibleItems.flatMap(({ index, start }) => {
      const row = rows[index]
      return row ? [{ id: row.listing.id, start }] : []
    })
  })
}
