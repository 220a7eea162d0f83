import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useState, type RefObject } from 'react'

const rowHeight = 36

/** Longer lists render only the rows near the window. */
const maxRendered = 150

/** The rows to render, and the height of the rows before and after them. */
export function useVisibleRows<Item>(
  items: readonly Item[],
  { body, isEnabled }: { body: RefObject<HTMLElement | null>; isEnabled: boolean },
): { visible: readonly Item[]; before: number; after: number } {
  const isLong = isEnabled && items.length > maxRendered
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    if (isLong && body.current) setScrollMargin(body.current.getBoundingClientRect().top + window.scrollY)
  }, [isLong, body])
  // oxlint-disable-next-line react/incompatible-library -- React Compiler is off, and the returned functions are not memoized
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowHeight,
    overscan: 24,
    scrollMargin,
    enabled: isLong,
  })
  if (!isLong) return { visible: items, before: 0, after: 0 }
  const rows = virtualizer.getVirtualItems()
  const [first, last] = [rows[0]?.index ?? 0, rows.at(-1)?.index ?? -1]
  return {
    visible: items.slice(first, last + 1),
    before: first * rowHeight,
    after: Math.max(0, items.length - last - 1) * rowHeight,
  }
}
