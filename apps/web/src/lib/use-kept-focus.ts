import { useEffect, useRef, type RefObject } from 'react'

interface KeptFocus {
  list: RefObject<HTMLElement | null>
  rows: () => HTMLElement[]
  /** Where the focus goes when no row is left. */
  field?: RefObject<HTMLElement | null> | undefined
}

/** A focused row that is taken out of its list hands the focus to the row now in its place: the browser would lose it. */
export function useKeptFocus({ list, rows, field }: KeptFocus): void {
  const held = useRef<{ row: HTMLElement; place: number } | null>(null)
  const closing = useRef<MutationObserver | null>(null)
  useEffect(() => () => closing.current?.disconnect(), [])

  // Who draws the rows may not be who holds the list; so the list itself is watched, whatever element it is by now.
  useEffect(() => {
    const element = list.current
    if (!element) return undefined

    function onFocusIn({ target }: FocusEvent) {
      const place = target instanceof HTMLElement ? rows().indexOf(target) : -1
      held.current = target instanceof HTMLElement && place >= 0 ? { row: target, place } : null
    }
    function onFocusOut({ target, relatedTarget }: FocusEvent) {
      // A question about the row gives the focus back to it, or the row goes with the answer.
      if (relatedTarget instanceof Element && relatedTarget.closest('[role$="dialog"]')) return
      // Being taken out blurs as well, in some browsers: one microtask later it shows which it was.
      queueMicrotask(() => {
        if (held.current?.row === target && held.current.row.isConnected) held.current = null
      })
    }
    function handOver() {
      if (held.current === null) return
      const { row, place } = held.current
      if (row.isConnected) return
      const dialog = document.activeElement?.closest('[role$="dialog"]')
      if (dialog) {
        handOverAfter(dialog)
        return
      }
      held.current = null
      // Somebody else has it: a dialog, or a field that was just opened.
      if (document.activeElement !== null && document.activeElement !== document.body) return
      const all = rows()
      const next = all[Math.min(place, all.length - 1)] ?? field?.current
      next?.focus({ preventScroll: true })
    }
    /** The dialog that asked about the row has outlived it, and cannot give the focus back to it. */
    function handOverAfter(dialog: Element) {
      closing.current?.disconnect()
      closing.current = new MutationObserver((_, self) => {
        if (dialog.isConnected) return
        self.disconnect()
        handOver()
      })
      closing.current.observe(document.body, { childList: true, subtree: true })
    }
    const observer = new MutationObserver(handOver)

    element.addEventListener('focusin', onFocusIn)
    element.addEventListener('focusout', onFocusOut)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      // What was replaced just now, together with whoever holds the list, has not been told yet.
      if (observer.takeRecords().length > 0) handOver()
      observer.disconnect()
      element.removeEventListener('focusin', onFocusIn)
      element.removeEventListener('focusout', onFocusOut)
    }
  })
}
