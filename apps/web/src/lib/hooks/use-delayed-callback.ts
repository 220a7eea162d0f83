import { useEffect, useEffectEvent } from 'react'

/** Calls `callback` once `isOn` has been true for this many milliseconds. */
export function useDelayedCallback(isOn: boolean, milliseconds: number, callback: () => void): void {
  const onElapsed = useEffectEvent(callback)
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setTimeout(() => onElapsed(), milliseconds)
    return () => clearTimeout(timer)
  }, [isOn, milliseconds])
}
