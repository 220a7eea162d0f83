import { useSyncExternalStore } from 'react'

/** Below it the page has one column, as `max-lg` in the style. */
const narrow = '(width < 64rem)'

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(narrow)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Whether plan and list stand below each other. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(narrow).matches)
}
