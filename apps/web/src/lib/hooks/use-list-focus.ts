import { useEffect, useRef, type RefObject } from 'react'

interface ListFocusOptions {
  list: RefObject<HTMLElement | null>
  rows: () => HTMLElement[]
  /** Focused when no row is left. */
  field?: RefObject<HTMLElement | null> | undefined
}

/** Moves the focus to the next row when the focused row is removed; the browser would drop it. */
export function useListFocus({ list, rows, field }: ListFocusOptions): void {
  const focused = useRef<{ row: HTMLElement; index: number } | null>(null)
  const closing = useRef<MutationObserver | null>(null)
  useEffect(() => () => closing.current?.disconnect(), [])

  // Rows can be rendered by a child of the component that owns the list, so observe the element itself.
  useEffect(() => {
    const element = list.current
    if (!element) return undefined

    function onFocusIn({ target }: FocusEvent) {
      const index = target instanceof HTMLElement ? rows().indexOf(target) : -1
      focused.current = target instanceof HTMLElement && index >= 0 ? { row: target, index } : null
    }
    function onFocusOut({ target, relatedTarget }: FocusEvent) {
      // A dialog about the row either returns the focus to it or removes the row.
      if (relatedTarget instanceof Element && relatedTarget.closest('[role$="dialog"]')) return
      // Some browsers also blur removed elements; one microtask later `isConnected` tells the difference.
      queueMicrotask(() => {
        if (focused.current?.row === target && focused.current.row.isConnected) focused.current = null
      })
    }
    function moveFocus() {
      if (focused.current === null) return
      const { row, index } = focused.current
      if (row.isConnected) return
      const dialog = document.activeElement?.closest('[role$="dialog"]')
      if (dialog) {
        moveFocusAfter(dialog)
        return
      }
      focused.current = null
      // Another element, such as a dialog, has taken the focus.
      if (document.activeElement !== null && document.activeElement !== document.body) return
      const currentRows = rows()
      const nextRow = currentRows[Math.min(index, currentRows.length - 1)] ?? field?.current
      nextRow?.focus({ preventScroll: true })
    }
    /** Waits until the dialog about the removed row closes, because it cannot return the focus. */
    function moveFocusAfter(dialog: Element) {
      closing.current?.disconnect()
      closing.current = new MutationObserver((_, self) => {
        if (dialog.isConnected) return
        self.disconnect()
        moveFocus()
      })
      closing.current.observe(document.body, { childList: true, subtree: true })
    }
    const observer = new MutationObserver(moveFocus)

    element.addEventListener('focusin', onFocusIn)
    element.addEventListener('focusout', onFocusOut)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      // Process mutations that the observer has not delivered yet.
      if (observer.takeRecords().length > 0) moveFocus()
      observer.disconnect()
      element.removeEventListener('focusin', onFocusIn)
      element.removeEventListener('focusout', onFocusOut)
    }
  })
}
