import { useEffect, useState, type ComponentType } from 'react'
import { loadAnew } from './navigation.ts'

/** Fetches a component's code; the same function each time, so that it is fetched once. */
export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

interface Loading<Props> {
  Loaded: ComponentType<Props> | null
  isFailed: boolean
  retry: () => void
}

// By what fetched it: where it is asked for again it is there at once, not a moment later.
const fetched = new WeakMap<object, unknown>()

function fetchedBy<Props>(load: Load<Props>): ComponentType<Props> | null {
  // Put there by a `load` of the same type, see below.
  return (fetched.get(load) ?? null) as ComponentType<Props> | null
}

/** Fetches ahead of need. Where that fails it is told later, to who needs it. */
export async function fetchAhead<Props>(load: Load<Props>): Promise<void> {
  await load().then(
    ({ default: component }) => void fetched.set(load, component),
    () => undefined,
  )
}

/**
 * A component that comes with code of its own: the one way in which parts of the application are brought when they are
 * wanted. Where the code cannot be had, what stands around it stays.
 */
export function useLoaded<Props>(load: Load<Props>): Loading<Props> {
  const [attempt, setAttempt] = useState(1)
  const [settled, setSettled] = useState(0)
  const Loaded = fetchedBy(load)
  const isThere = Loaded !== null

  useEffect(() => {
    if (isThere) return undefined
    let isWanted = true
    async function fetchNow() {
      await fetchAhead(load)
      // Some browsers keep to their failure, and after an update the file is gone: then only a new start brings it.
      const isHopeless = attempt > 1 && fetchedBy(load) === null
      if (!isWanted || (isHopeless && (await loadAnew()))) return
      setSettled(attempt)
    }
    void fetchNow()
    return () => {
      isWanted = false
    }
  }, [load, isThere, attempt])

  return {
    Loaded,
    isFailed: !isThere && settled === attempt,
    retry: () => setAttempt(attempt + 1),
  }
}
