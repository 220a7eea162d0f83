import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useState, type RefObject } from 'react'

const rowHeight = 36

/** Longer lists render only the rows near the window. */
const maxRendered = 150

interface VisibleRows<Item> {
  visible: readonly Item[]
  /** Index of the first visible row among all rows. */
  first: number
  /** Height of the rows before and after the visible ones. */
  before: number
  after: number
  /** Scrolls a row to the middle of the window, so that it is rendered. */
  scrollTo: (index: number) => void
}

/** The rows to render. */
export function useVisibleRows<Item>(
  items: readonly Item[],
  { body, isEnabled }: { body: RefObject<HTMLElement | null>; isEnabled: boolean },
): VisibleRows<Item> {
  const isLong = isEnabled && items.length > maxRendered
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    if (isLong && body.current) setScrollMargin(body.current.getBoundingClientRect().top + window.scrollY)
  }, [isLong, body])
  const scrollTo = (index: number) =>
    window.scrollTo(0, scrollMargin + index * rowHeight - window.innerHeight / 2)
  // oxlint-disable-next-line react/incompatible-library -- React Compiler is off, and the returned functions are not memoized
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowHeight,
    overscan: 24,
    scrollMargin,
    enabled: isLong,
  })
  if (!isLong) return { visible: items, first: 0, before: 0, after: 0, scrollTo }
  const rows = virtualizer.getVirtualItems()
  const [first, last] = [rows[0]?.index ?? 0, rows.at(-1)?.index ?? -1]
  return {
    visible: items.slice(first, last + 1),
    first,
    before: first * rowHeight,
    after: Math.max(0, items.length - last - 1) * rowHeight,
    scrollTo,
  }
}
