import { useElementScrollRestoration } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * Brings a long list back to where it was left, on the way back to it (product.md §12); call it where the list is drawn. On
 * any other way the page begins at its top.
 */
export function useKeptPlace(): void {
  const entry = useElementScrollRestoration({ getElement: () => window })
  const [place] = useState(entry?.scrollY ?? 0)
  useEffect(() => {
    if (place === 0) return undefined
    // After the router, which scrolls every new path to its top.
    const frame = requestAnimationFrame(() => window.scrollTo(0, place))
    return () => cancelAnimationFrame(frame)
  }, [place])
}
