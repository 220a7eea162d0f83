import { useCallback, useEffect, useRef } from 'react'

/**
 * The same function for as long as the component lives, doing what it would do in the latest render: for what is handed to
 * rows that are drawn again only when something of theirs has changed. It is for presses, not for use while drawing.
 */
export function useStable<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
