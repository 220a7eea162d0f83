import type { AsyncRouteComponent } from '@tanstack/react-router'
import { fetchAhead, useLoaded, type Load } from '#web/lib/use-loaded.ts'
import { PageError } from './page-error.tsx'
import { PagePending } from './page-pending.tsx'

/** A screen whose code comes when it is first shown, or a moment before, when a link to it is pointed at. */
export function pageOf(load: Load<object>): AsyncRouteComponent<object> {
  function Page() {
    const { Loaded, isFailed, retry } = useLoaded(load)
    if (Loaded) return <Loaded />
    if (!isFailed) return <PagePending />
    return <PageError error={null} reset={retry} />
  }
  return Object.assign(Page, { preload: () => fetchAhead(load) })
}
