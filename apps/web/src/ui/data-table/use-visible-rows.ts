import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

const rowHeight = 36

/** Longer lists render only the rows near the window. */
const maxRendered = 150

/** Rows rendered above and below the window. */
const overscan = 24

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

export function useVisibleRows<Item>(
  items: readonly Item[],
  { body, isEnabled }: { body: RefObject<HTMLElement | null>; isEnabled: boolean },
): VisibleRows<Item> {
  const count = items.length
  const isLong = isEnabled && count > maxRendered
  const bodyTop = useRef(0)
  const [range, setRange] = useState({ first: 0, end: 0 })
  useLayoutEffect(() => {
    if (!isLong) return undefined
    bodyTop.current = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY
    function update() {
      const firstInWindow = Math.floor((window.scrollY - bodyTop.current) / rowHeight)
      const rowsInWindow = Math.ceil(window.innerHeight / rowHeight) + 1
      const first = Math.min(Math.max(firstInWindow - overscan, 0), count)
      const end = Math.min(Math.max(firstInWindow + rowsInWindow + overscan, 0), count)
      setRange((shown) => (shown.first === first && shown.end === end ? shown : { first, end }))
    }
    update()
    window.addEventListener('scroll', update, { passive: true })
    window.addEventListener('resize', update)
    return () => {
      window.removeEventListener('scroll', update)
      window.removeEventListener('resize', update)
    }
  }, [isLong, body, count])
  const scrollTo = (index: number) =>
    window.scrollTo(0, bodyTop.current + index * rowHeight - window.innerHeight / 2)
  if (!isLong) return { visible: items, first: 0, before: 0, after: 0, scrollTo }
  const { first, end } = range
  return {
    visible: items.slice(first, end),
    first,
    before: first * rowHeight,
    after: Math.max(0, count - end) * rowHeight,
    scrollTo,
  }
}
