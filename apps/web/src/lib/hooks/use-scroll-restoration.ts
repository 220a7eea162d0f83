import { useElementScrollRestoration } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * Restores the list's scroll position on back navigation; other navigations start at the top. Call it in the
 * component that renders the list.
 */
export function useScrollRestoration(): void {
  const entry = useElementScrollRestoration({ getElement: () => window })
  const [scrollY] = useState(entry?.scrollY ?? 0)
  useEffect(() => {
    if (scrollY === 0) return undefined
    // Runs after the router, which scrolls every new path to the top.
    const frame = requestAnimationFrame(() => window.scrollTo(0, scrollY))
    return () => cancelAnimationFrame(frame)
  }, [scrollY])
}
