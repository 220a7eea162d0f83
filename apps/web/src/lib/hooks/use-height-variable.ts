import { useLayoutEffect, type RefObject } from 'react'

/** Publishes an element's height as a CSS variable of the page, for elements that stick below it. */
export function useHeightVariable(element: RefObject<HTMLElement | null>, name: `--${string}`): void {
  useLayoutEffect(() => {
    if (!element.current) return undefined
    const { current } = element
    const { style } = document.documentElement
    const publish = () => style.setProperty(name, `${current.offsetHeight}px`)
    publish()
    const observer = new ResizeObserver(publish)
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty(name)
    }
  }, [element, name])
}
