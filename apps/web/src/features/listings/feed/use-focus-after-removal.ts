import { useEffect, useRef, type FocusEvent } from 'react'

/**
 * Returns the focus to the list when its focused row disappears, for example because a filter hides it. `refocus` is
 * `null` while there is no row.
 */
export function useFocusAfterRemoval(refocus: (() => void) | null) {
  const row = useRef<Element | null>(null)
  useEffect(() => {
    if (row.current === null || row.current.isConnected || refocus === null) return
    row.current = null
    if (document.activeElement === document.body) refocus()
  })
  return {
    onFocus: ({ target }: FocusEvent) => {
      row.current = target
    },
    // No blur event fires when the focused element is removed.
    onBlur: () => {
      row.current = null
    },
  }
}
