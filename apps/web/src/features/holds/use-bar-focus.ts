import { useEffect, useRef, type FocusEvent, type RefObject } from 'react'

/** A dialog gives the focus back when it has left; only then it shows whether there was anything to give it to. */
const afterDialogMs = 400

interface BarParts {
  isSelecting: boolean
  isHolding: boolean
}

/** Unless somebody has the focus already; of what is not drawn at this width, nothing takes it. */
function take(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}

/**
 * Where a part of the bar goes with the button that had the focus, such as Hold after all was held, what is left of the
 * bar gets it, else the page's content: the browser would lose it.
 */
export function useBarFocus(bar: RefObject<HTMLElement | null>, { isSelecting, isHolding }: BarParts) {
  const before = useRef({ isSelecting, isHolding })
  const hadFocus = useRef(false)
  useEffect(() => {
    const was = before.current
    before.current = { isSelecting, isHolding }
    const hasLess = (was.isSelecting && !isSelecting) || (was.isHolding && !isHolding)
    if (!hasLess || !hadFocus.current) return undefined
    function keep() {
      for (const selector of ['a[href]', 'button']) {
        for (const control of bar.current?.querySelectorAll<HTMLElement>(selector) ?? []) take(control)
      }
      take(document.querySelector('main'))
    }
    const timers = [0, afterDialogMs].map((ms) => setTimeout(keep, ms))
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }, [bar, isSelecting, isHolding])
  return {
    // Of the bar's dialogs as well, which are its children though they lie elsewhere on the page.
    onFocus() {
      hadFocus.current = true
    },
    // Nothing is told of a focus that ends because its element was taken out.
    onBlur({ relatedTarget, currentTarget }: FocusEvent) {
      if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) hadFocus.current = false
    },
  }
}
