import { useSyncExternalStore } from 'react'

/** Must match the `max-lg` breakpoint, below which the page has one column. */
const compactQuery = '(width < 64rem)'

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(compactQuery)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Whether plan and list are stacked. */
export function useIsCompact(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(compactQuery).matches)
}
