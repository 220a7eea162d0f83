import { useEffect, useState, type ComponentType } from 'react'
import { tryReload } from '#web/lib/url/navigation.ts'

/** Imports a component's module. Must be a stable function, because results are cached by it. */
export type ComponentLoader<Props> = () => Promise<{ default: ComponentType<Props> }>

interface Loading<Props> {
  Loaded: ComponentType<Props> | null
  isFailed: boolean
  /** Tries again after a press. Reloads the page if that fails too. */
  retry: () => void
  /** Tries again without a press, so the page is not reloaded: that could lose what is typed elsewhere on it. */
  retryInBackground: () => void
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
  const [{ attempt, mayReload }, setAttempt] = useState({ attempt: 1, mayReload: false })
  const [finishedAttempt, setFinishedAttempt] = useState(0)
  const Loaded = loadedBy(load)
  const isAvailable = Loaded !== null

  useEffect(() => {
    if (isAvailable) return undefined
    let isMounted = true
    async function loadComponent() {
      await preloadComponent(load)
      // Some browsers cache failed imports, and after a deployment the file is gone; only a page reload helps.
      const isUnrecoverable = mayReload && loadedBy(load) === null
      if (!isMounted || (isUnrecoverable && (await tryReload()))) return
      setFinishedAttempt(attempt)
    }
    void loadComponent()
    return () => {
      isMounted = false
    }
  }, [load, isAvailable, attempt, mayReload])

  return {
    Loaded,
    isFailed: !isAvailable && finishedAttempt === attempt,
    retry: () => setAttempt({ attempt: attempt + 1, mayReload: true }),
    retryInBackground: () => setAttempt({ attempt: attempt + 1, mayReload: false }),
  }
}
