import { useEffect, useState, type ComponentType } from 'react'

interface Loading<Props> {
  Loaded: ComponentType<Props> | null
  isFailed: boolean
  retry: () => void
}

/** A component that comes with code of its own. Where that cannot be had, what stands around it stays. */
export function useLoaded<Props>(load: () => Promise<{ default: ComponentType<Props> }>): Loading<Props> {
  const [attempt, setAttempt] = useState(1)
  const [failed, setFailed] = useState(0)
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)

  useEffect(() => {
    let isWanted = true
    load().then(
      // A component is a function, which the setter would call.
      ({ default: component }) => isWanted && setLoaded(() => component),
      () => isWanted && setFailed(attempt),
    )
    return () => {
      isWanted = false
    }
  }, [load, attempt])

  return {
    Loaded,
    isFailed: Loaded === null && failed === attempt,
    retry: () => setAttempt(attempt + 1),
  }
}
