import { useEffect, useRef, type FocusEvent, type RefObject } from 'react'

/**
 * Where a control of the row is taken away while it has the focus, such as Hold after all was held, the row itself gets
 * it: the browser would lose it.
 */
export function useRowFocus(row: RefObject<HTMLElement | null>) {
  const hadFocus = useRef(false)
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body)
      row.current?.focus({ preventScroll: true })
  })
  return {
    onFocusIn() {
      hadFocus.current = true
    },
    // React tells nothing of a focus that ends because its element was taken out.
    onFocusOut({ relatedTarget }: FocusEvent) {
      hadFocus.current = relatedTarget instanceof Node && row.current?.contains(relatedTarget) === true
    },
  }
}
