import { useEffect, useRef, useState } from 'react'

/** A value that changes at once, but no more often than every `intervalMs`; the last change is never lost. */
export function usePacedValue<Value>(
  initial: Value,
  intervalMs: number,
): [value: Value, change: (value: Value) => void] {
  const [value, setValue] = useState(initial)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => () => clearTimeout(timer.current), [])

  function change(next: Value) {
    const apply = () => {
      changedAt.current = performance.now()
      setValue(next)
    }
    clearTimeout(timer.current)
    const wait = changedAt.current + intervalMs - performance.now()
    if (wait <= 0) apply()
    else timer.current = setTimeout(apply, wait)
  }

  return [value, change]
}
