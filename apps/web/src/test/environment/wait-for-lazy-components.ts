import { configure, getConfig } from '@testing-library/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type * as Original from '#web/lib/hooks/use-lazy-component.ts'

const limitMs = 30_000
// The real ones, because a test may replace timers.
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis

const loading = new Set<Promise<unknown>>()
type Loader = Original.ComponentLoader<never>
const trackedLoaders = new WeakMap<Loader, Loader>()
const unfinished = new WeakSet<Loader>()

/** Marks a loader that a test leaves unfinished on purpose, so that nothing waits for it. */
export function leaveUnfinished<Props>(
  load: Original.ComponentLoader<Props>,
): Original.ComponentLoader<Props> {
  unfinished.add(load as Loader)
  return load
}

function tracked<Props>(load: Original.ComponentLoader<Props>): Original.ComponentLoader<Props> {
  if (unfinished.has(load as Loader)) return load
  const known = trackedLoaders.get(load as Loader)
  if (known) return known as Original.ComponentLoader<Props>
  const trackedLoad = () => {
    const promise = load()
    loading.add(promise)
    const remove = () => void loading.delete(promise)
    promise.then(remove, remove)
    return promise
  }
  trackedLoaders.set(load as Loader, trackedLoad as Loader)
  return trackedLoad
}

/** Counts as loading from the moment that the component is in the page until its effect has started the loader. */
function useTrackedStart(): void {
  const start = useRef<() => void>(undefined)
  useLayoutEffect(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    loading.add(promise)
    start.current = () => {
      loading.delete(promise)
      resolve()
    }
    return start.current
  }, [])
  useEffect(() => start.current?.(), [])
}

/** The module `use-lazy-component`, with loaders tracked by {@link waitForLazyComponents}. */
export function trackLazyComponents(original: typeof Original): typeof Original {
  return {
    ...original,
    useLazyComponent: (load) => {
      const loaded = original.useLazyComponent(tracked(load))
      useTrackedStart()
      return loaded
    },
    preloadComponent: (load) => original.preloadComponent(tracked(load)),
  }
}

/**
 * Makes every `findBy…` and user action wait for the code that it loads. Otherwise the first use of a menu or dialog in
 * a file depends on the machine's speed.
 */
export function waitForLazyComponents(): void {
  const { asyncWrapper } = getConfig()
  configure({
    asyncWrapper: async (run) => {
      const result: unknown = await asyncWrapper(run)
      if (loading.size > 0) await asyncWrapper(allLoaded)
      // The declared result is `any`.
      return result as never
    },
  })
}

/** After a test: what its page was loading need not arrive any more. */
export const forgetLoadingComponents = (): void => loading.clear()

async function allLoaded(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise((resolve) => (timer = startTimer(resolve, limitMs)))
  await Promise.race([noneLoading(), limit])
  stopTimer(timer)
}

/** What has loaded may load more. */
async function noneLoading(): Promise<void> {
  while (loading.size > 0) await Promise.allSettled(loading)
}
