import type { AsyncRouteComponent } from '@tanstack/react-router'
import { useEffect } from 'react'
import {
  preloadComponent,
  useLazyComponent,
  type ComponentLoader,
} from '#web/lib/hooks/use-lazy-component.ts'
import { PageError } from '#web/ui/feedback/page-error.tsx'
import { PagePending } from '#web/ui/feedback/page-pending.tsx'

/** The server may be restarting. */
const retryAfterMs = 3000
/** Age of a document that may be reloaded; reloading one sooner would go on without a pause if a file is missing. */
const reloadableAfterMs = 10_000
/** The same after a reload, which has evidently not helped. */
const reloadableAgainAfterMs = 60_000

/** A page whose code loads on first display, or when the user hovers or focuses a link to it. */
export function lazyPage<Props extends object>(load: ComponentLoader<Props>): AsyncRouteComponent<Props> {
  function Page(props: Props) {
    const { Loaded, isFailed, retry, retryInBackground } = useLazyComponent(load)
    if (Loaded) return <Loaded {...props} />
    if (!isFailed) return <PagePending />
    return <LoadFailed retry={retry} retryLater={() => (isReloadable() ? retry() : retryInBackground())} />
  }
  return Object.assign(Page, { preload: () => preloadComponent(load) })
}

/** Chrome never requests a file again whose import has failed, so in the end only a reload helps. */
function isReloadable(): boolean {
  const [opening] = performance.getEntriesByType('navigation')
  const isReloaded = opening !== undefined && 'type' in opening && opening.type === 'reload'
  return performance.now() >= (isReloaded ? reloadableAgainAfterMs : reloadableAfterMs)
}

function LoadFailed({ retry, retryLater }: { retry: () => void; retryLater: () => void }) {
  useEffect(() => {
    const timer = setTimeout(retryLater, retryAfterMs)
    return () => clearTimeout(timer)
  })
  return <PageError error={null} reset={retry} />
}
