import { useEffect, useRef, type FocusEvent, type RefObject } from 'react'

/**
 * Moves focus to the row when its focused control is removed or disabled, such as Hold after holding everything.
 * Otherwise the browser would drop it. Focus that moves elsewhere is left alone: during a blur no element has the
 * focus yet.
 */
export function useRowFocus(row: RefObject<HTMLElement | null>) {
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    const element = focused.current
    if (element === null || document.activeElement !== document.body) return
    if (!element.isConnected || element.matches(':disabled')) row.current?.focus({ preventScroll: true })
  })
  return {
    onFocusIn({ target }: FocusEvent) {
      focused.current = target
    },
    // No blur event fires when the focused element is removed.
    onFocusOut() {
      focused.current = null
    },
  }
}
