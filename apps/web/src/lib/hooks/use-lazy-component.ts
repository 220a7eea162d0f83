import { useEffect, useState, type ComponentType } from 'react'
import { tryReload } from '#web/lib/url/navigation.ts'

/** Imports a component's module. Must be a stable function, because results are cached by it. */
export type ComponentLoader<Props> = () => Promise<{ default: ComponentType<Props> }>

interface Loading<Props> {
  Loaded: ComponentType<Props> | null
  isFailed: boolean
  retry: () => void
}

// Cached by loader, so a loaded component renders synchronously.
const loadedComponents = new WeakMap<object, unknown>()

function loadedBy<Props>(load: ComponentLoader<Props>): ComponentType<Props> | null {
  // Stored by a `load` of the same type, see below.
  return (loadedComponents.get(load) ?? null) as ComponentType<Props> | null
}

/** Preloads a component. A failure surfaces when the component is used. */
export async function preloadComponent<Props>(load: ComponentLoader<Props>): Promise<void> {
  await load().then(
    ({ default: component }) => void loadedComponents.set(load, component),
    () => undefined,
  )
}

/** Lazy-loads a component. On failure, the surrounding page stays and `retry` tries again. */
export function useLazyComponent<Props>(load: ComponentLoader<Props>): Loading<Props> {
  const [attempt, setAttempt] = useState(1)
  const [finishedAttempt, setFinishedAttempt] = useState(0)
  const Loaded = loadedBy(load)
  const isAvailable = Loaded !== null

  useEffect(() => {
    if (isAvailable) return undefined
    let isMounted = true
    async function loadComponent() {
      await preloadComponent(load)
      // Some browsers cache failed imports, and after a deployment the file is gone; only a page reload helps.
      const isUnrecoverable = attempt > 1 && loadedBy(load) === null
      if (!isMounted || (isUnrecoverable && (await tryReload()))) return
      setFinishedAttempt(attempt)
    }
    void loadComponent()
    return () => {
      isMounted = false
    }
  }, [load, isAvailable, attempt])

  return {
    Loaded,
    isFailed: !isAvailable && finishedAttempt === attempt,
    retry: () => setAttempt(attempt + 1),
  }
}
