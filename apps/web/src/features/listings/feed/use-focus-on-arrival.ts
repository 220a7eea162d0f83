import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Focuses the list once, when the address asks for it. `focus` is `null` until there is something to focus. */
export function useFocusOnArrival(focus: (() => void) | null): void {
  // During navigation the list may still be that of the page before.
  const isWanted = useRouterState({
    select: ({ location, resolvedLocation }) =>
      resolvedLocation?.href === location.href && location.state.focusesList === true,
  })
  const isDone = useRef(false)
  useEffect(() => {
    if (!isWanted || isDone.current || focus === null) return
    isDone.current = true
    focus()
  })
}
