import { useEffect, useRef, type FocusEvent, type RefObject } from 'react'

/** A closing dialog restores focus only after its exit animation. */
const afterDialogMs = 400

interface BarSections {
  isSelecting: boolean
  isHolding: boolean
}

/** Keeps an existing focus; hidden elements don't accept focus. */
function focusIfUnfocused(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}

/**
 * When a section closes with the focused button in it, moves focus to the rest of the bar, or to the page content.
 * Otherwise the browser would drop it.
 */
export function useBarFocus(bar: RefObject<HTMLElement | null>, { isSelecting, isHolding }: BarSections) {
  const lastSections = useRef({ isSelecting, isHolding })
  const hadFocus = useRef(false)
  useEffect(() => {
    const previous = lastSections.current
    lastSections.current = { isSelecting, isHolding }
    const hasSectionClosed = (previous.isSelecting && !isSelecting) || (previous.isHolding && !isHolding)
    if (!hasSectionClosed || !hadFocus.current) return undefined
    function restoreFocus() {
      for (const selector of ['a[href]', 'button']) {
        for (const control of bar.current?.querySelectorAll<HTMLElement>(selector) ?? [])
          focusIfUnfocused(control)
      }
      focusIfUnfocused(document.querySelector('main'))
    }
    const timers = [0, afterDialogMs].map((ms) => setTimeout(restoreFocus, ms))
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }, [bar, isSelecting, isHolding])
  return {
    // Includes the bar's dialogs: React events bubble through portals.
    onFocus() {
      hadFocus.current = true
    },
    // No blur event fires when the focused element is removed.
    onBlur({ relatedTarget, currentTarget }: FocusEvent) {
      if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) hadFocus.current = false
    },
  }
}
