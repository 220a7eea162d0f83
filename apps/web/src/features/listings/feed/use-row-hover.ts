import { useEffect, type RefObject } from 'react'
import type { HighlightedBlock } from '#web/features/listings/seat-map/highlighted-block.ts'

/** The page rests after this long without a scroll event. */
const restMs = 100

/**
 * Marks the row under the pointer as `data-hovered` and highlights its block. While the page scrolls, no row is marked:
 * another one passes under the resting pointer in every frame.
 */
export function useRowHover(body: RefObject<HTMLElement | null>, highlightedBlock: HighlightedBlock): void {
  useEffect(() => {
    const list = body.current
    if (list === null) return undefined
    let hovered: HTMLElement | null = null
    let rest: ReturnType<typeof setTimeout> | undefined
    let scrolledAt = 0

    function hover(row: HTMLElement | null) {
      if (row === hovered) return
      hovered?.removeAttribute('data-hovered')
      hovered = row
      row?.setAttribute('data-hovered', '')
      highlightedBlock.highlight(row?.dataset['section'] ?? null)
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
