import { useEffect, useEffectEvent } from 'react'

/** Calls `then` once `isOn` has been true for so many milliseconds. */
export function useAfter(isOn: boolean, milliseconds: number, then: () => void): void {
  const goOn = useEffectEvent(then)
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setTimeout(() => goOn(), milliseconds)
    return () => clearTimeout(timer)
  }, [isOn, milliseconds])
}
