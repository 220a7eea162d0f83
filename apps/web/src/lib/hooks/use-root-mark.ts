import { useLayoutEffect } from 'react'

const holders = new Map<string, number>()

/**
 * Sets an attribute of the root element while the component is mounted and `isOn`, for styles elsewhere on the page.
 * A selector with `:has()` would search the whole page with every element that a list adds or removes.
 */
export function useRootMark(name: `data-${string}`, isOn = true): void {
  useLayoutEffect(() => (isOn ? markRoot(name) : undefined), [name, isOn])
}

/** Sets the attribute until the last function returned for it has been called. */
export function markRoot(name: `data-${string}`): () => void {
  change(name, 1)
  return () => change(name, -1)
}

function change(name: string, by: number): void {
  const count = (holders.get(name) ?? 0) + by
  holders.set(name, count)
  document.documentElement.toggleAttribute(name, count > 0)
}
