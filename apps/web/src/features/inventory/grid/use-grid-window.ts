import { useLayoutEffect, useState, type RefObject } from 'react'

/** Rows rendered above and below the visible ones: a fifth of a second of quick scrolling, for a busy page. */
const overscan = 16
const step = 4

/** The rows near the visible part of a list that scrolls on its own. All rows have one height. */
export function useGridWindow(
  scroller: RefObject<HTMLElement | null>,
  { count, rowHeight }: { count: number; rowHeight: number },
): { first: number; end: number } {
  const [range, setRange] = useState({ first: 0, end: Math.min(count, 60) })
  useLayoutEffect(() => {
    const { current } = scroller
    if (!current) return undefined
    function update() {
      if (!current) return
      // In steps, so that not every row scrolled past renders the list again.
      const top = Math.floor(current.scrollTop / rowHeight / step) * step
      const first = Math.max(top - overscan, 0)
      // Without layout, as in tests, everything near the start is shown.
      const height = current.clientHeight || 40 * rowHeight
      const end = first + Math.ceil(height / rowHeight) + 2 * overscan + step
      setRange((known) => (known.first === first && known.end === end ? known : { first, end }))
    }
    update()
    current.addEventListener('scroll', update, { passive: true })
    const observer = new ResizeObserver(update)
    observer.observe(current)
    return () => {
      current.removeEventListener('scroll', update)
      observer.disconnect()
    }
  }, [scroller, rowHeight])
  return { first: Math.min(range.first, count), end: Math.min(range.end, count) }
}
