import type { AsyncRouteComponent } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import {
  preloadComponent,
  useLazyComponent,
  type ComponentLoader,
} from '#web/lib/hooks/use-lazy-component.ts'
import { PageError } from '#web/ui/feedback/page-error.tsx'
import { PagePending } from '#web/ui/feedback/page-pending.tsx'

/** The server may be restarting. */
const retryAfterMs = 3000
const justOpenedMs = 10_000

/** A page whose code loads on first display, or when the user hovers or focuses a link to it. */
export function lazyPage<Props extends object>(load: ComponentLoader<Props>): AsyncRouteComponent<Props> {
  function Page(props: Props) {
    const { Loaded, isFailed, retry, retryInBackground } = useLazyComponent(load)
    // Reloading a document that has just been opened would go on forever when a file is missing on the server.
    const [mayReload] = useState(() => performance.now() >= justOpenedMs)
    if (Loaded) return <Loaded {...props} />
    if (!isFailed) return <PagePending />
    return <LoadFailed retry={retry} retryLater={mayReload ? retry : retryInBackground} />
  }
  return Object.assign(Page, { preload: () => preloadComponent(load) })
}

function LoadFailed({ retry, retryLater }: { retry: () => void; retryLater: () => void }) {
  useEffect(() => {
    const timer = setTimeout(retryLater, retryAfterMs)
    return () => clearTimeout(timer)
  })
  return <PageError error={null} reset={retry} />
}
