import { useLayoutEffect, type RefObject } from 'react'

/** Of the bar, by which it is found. */
export const basketBarId = 'basket-bar'

/** How much of the foot of the screen the bar covers now. */
export function basketHeight(): number {
  return document.getElementById(basketBarId)?.offsetHeight ?? 0
}

/** Tells the styles as well, for what keeps clear of the bar: `--basket-height`. */
export function useTellBasketHeight(bar: RefObject<HTMLElement | null>, isEmpty: boolean): void {
  useLayoutEffect(() => {
    if (isEmpty || !bar.current) return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--basket-height', `${basketHeight()}px`))
    observer.observe(bar.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--basket-height')
    }
  }, [bar, isEmpty])
}
