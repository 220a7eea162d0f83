import { useLayoutEffect, type RefObject } from 'react'

export const basketBarId = 'basket-bar'

/** Height in pixels that the bar covers at the bottom of the screen. */
export function basketHeight(): number {
  return document.getElementById(basketBarId)?.offsetHeight ?? 0
}

/** Publishes the bar's height as `--basket-height` for elements that must stay clear of it. */
export function useBasketHeightVariable(bar: RefObject<HTMLElement | null>, isEmpty: boolean): void {
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
