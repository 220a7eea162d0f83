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
const justOpenedMs = 10_000

/** A page whose code loads on first display, or when the user hovers or focuses a link to it. */
export function lazyPage<Props extends object>(load: ComponentLoader<Props>): AsyncRouteComponent<Props> {
  function Page(props: Props) {
    const { Loaded, isFailed, retry } = useLazyComponent(load)
    if (Loaded) return <Loaded {...props} />
    if (!isFailed) return <PagePending />
    return <LoadFailed retry={retry} />
  }
  return Object.assign(Page, { preload: () => preloadComponent(load) })
}

function LoadFailed({ retry }: { retry: () => void }) {
  useEffect(() => {
    // Retrying may reload the document; a file that is missing on the server must not reload it forever.
    if (performance.now() < justOpenedMs) return undefined
    const timer = setTimeout(retry, retryAfterMs)
    return () => clearTimeout(timer)
  })
  return <PageError error={null} reset={retry} />
}
