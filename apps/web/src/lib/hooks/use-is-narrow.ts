import { useSyncExternalStore } from 'react'

/** Must match the `max-lg` breakpoint, below which pages have one column. */
const narrowQuery = '(width < 64rem)'

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(narrowQuery)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Whether the window is narrow: menus and plans are above or below their content, not next to it. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(narrowQuery).matches)
}
