import { useCallback, useEffect, useRef } from 'react'

/**
 * A stable function that runs the latest callback, for memoised rows. Call it from event handlers, never while
 * rendering.
 */
export function useEventCallback<Args extends unknown[]>(
  callback: (...args: Args) => void,
): (...args: Args) => void {
  const latest = useRef(callback)
  useEffect(() => {
    latest.current = callback
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
