import type { Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { basketHeight } from '#web/features/holds/basket-height.ts'
import type { TableRow } from './rows.ts'

/**
 * Where the rows begin on the page, below a head whose height depends on the width, and on a phone on the plan being open;
 * and how tall the bars are that stay above and below them.
 */
export function useTableMargin(
  body: RefObject<HTMLElement | null>,
  bar: RefObject<HTMLElement | null>,
): { margin: number; barHeight: number; footHeight: number } {
  const [place, setPlace] = useState({ margin: 0, barHeight: 0, footHeight: 0 })
  useLayoutEffect(() => {
    function measure() {
      const margin = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY
      const barHeight = bar.current?.offsetHeight ?? 0
      const footHeight = basketHeight()
      setPlace((known) =>
        known.margin === margin && known.barHeight === barHeight && known.footHeight === footHeight
          ? known
          : { margin, barHeight, footHeight },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    if (bar.current) observer.observe(bar.current)
    return () => observer.disconnect()
  }, [body, bar])
  return place
}

interface SteadyOptions {
  virtualizer: Virtualizer<Window, Element>
  rows: readonly TableRow[]
  /** Which list it is: another choice or order is another list. */
  list: string
  /** The rows are still those of the list before. */
  isStale: boolean
  barHeight: number
}

/**
 * Rows that come or go above what is in sight move the page along, so that what is read stays under the eye; another list
 * is read from its beginning.
 */
export function useSteadyRows({ virtualizer, rows, list, isStale, barHeight }: SteadyOptions): void {
  const { scrollMargin } = virtualizer.options
  // More than one: the first may be the row that goes.
  const anchors = useRef<readonly { id: string; start: number }[]>([])
  const shown = useRef(list)

  useLayoutEffect(() => {
    if (isStale) return
    const isOther = shown.current !== list
    shown.current = list
    const top = scrollMargin - barHeight
    if (window.scrollY <= top) return
    if (isOther) {
      window.scrollTo(0, top)
      return
    }
    const places = new Map(rows.map(({ listing }, index) => [listing.id, index]))
    const before = anchors.current.find(({ id }) => places.has(id))
    const start = before && virtualizer.measurementsCache[places.get(before.id) ?? -1]?.start
    if (before !== undefined && start !== undefined && start !== before.start) {
      window.scrollBy(0, start - before.start)
    }
    // What is measured anew moves by the virtualizer's own doing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rows, list, isStale])

  useLayoutEffect(() => {
    const inSight = virtualizer.getVirtualItems().filter(({ end }) => end > window.scrollY + barHeight)
    anchors.current = inSight.flatMap(({ index, start }) => {
      const row = rows[index]
      return row ? [{ id: row.listing.id, start }] : []
    })
  })
}
