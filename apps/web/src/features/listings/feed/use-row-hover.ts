import { useEffect, useRef, type RefObject } from 'react'
import type { HighlightedBlock } from '#web/features/listings/seat-map/highlighted-block.ts'

/** The page rests after this long without a scroll event. */
const restMs = 100

/**
 * Marks the row under the pointer as `data-hovered` and highlights its block. While the page scrolls, no row is marked:
 * another one passes under the resting pointer in every frame.
 */
export function useRowHover(body: RefObject<HTMLElement | null>, highlightedBlock: HighlightedBlock): void {
  const hovered = useRef<{ row: HTMLElement; section: string | undefined } | null>(null)
  // Another listing may have taken over the row's elements.
  useEffect(() => {
    if (hovered.current === null) return
    const { row, section } = hovered.current
    const latest = row.dataset['section']
    if (latest === section) return
    hovered.current = { row, section: latest }
    highlightedBlock.highlight(latest ?? null)
  })
  useEffect(() => {
    const list = body.current
    if (list === null) return undefined
    let rest: ReturnType<typeof setTimeout> | undefined
    let scrolledAt = 0

    function hover(row: HTMLElement | null) {
      if (row === (hovered.current?.row ?? null)) return
      hovered.current?.row.removeAttribute('data-hovered')
      const section = row?.dataset['section']
      hovered.current = row && { row, section }
      row?.setAttribute('data-hovered', '')
      highlightedBlock.highlight(section ?? null)
    }
    function onPointerOver({ target, pointerType }: PointerEvent) {
      if (rest !== undefined || !(target instanceof Element)) return
      const row = target.closest<HTMLElement>('[data-listing]')
      // A touch highlights the block, but leaves nothing hovered.
      if (pointerType === 'touch') highlightedBlock.highlight(row?.dataset['section'] ?? null)
      else hover(row)
    }
    function onPointerLeave({ pointerType }: PointerEvent) {
      if (pointerType === 'touch') highlightedBlock.highlight(null)
      else if (rest === undefined) hover(null)
    }
    function onScroll() {
      scrolledAt = performance.now()
      if (rest !== undefined) return
      hover(null)
      rest = setTimeout(onRest, restMs)
    }
    function onRest() {
      const left = scrolledAt + restMs - performance.now()
      rest = left > 0 ? setTimeout(onRest, left) : undefined
      if (rest === undefined) hover(list?.querySelector<HTMLElement>('[data-listing]:hover') ?? null)
    }

    list.addEventListener('pointerover', onPointerOver)
    list.addEventListener('pointerleave', onPointerLeave)
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(rest)
      list.removeEventListener('pointerover', onPointerOver)
      list.removeEventListener('pointerleave', onPointerLeave)
      window.removeEventListener('scroll', onScroll)
    }
  }, [body, highlightedBlock])
}
