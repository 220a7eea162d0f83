import type { AsyncRouteComponent } from '@tanstack/react-router'
import {
  preloadComponent,
  useLazyComponent,
  type ComponentLoader,
} from '#web/lib/hooks/use-lazy-component.ts'
import { PageError } from '#web/ui/feedback/page-error.tsx'
import { PagePending } from '#web/ui/feedback/page-pending.tsx'

/** A page whose code loads on first display, or when the user hovers or focuses a link to it. */
export function lazyPage<Props extends object>(load: ComponentLoader<Props>): AsyncRouteComponent<Props> {
  function Page(props: Props) {
    const { Loaded, isFailed, retry } = useLazyComponent(load)
    if (Loaded) return <Loaded {...props} />
    if (!isFailed) return <PagePending />
    return <PageError error={null} reset={retry} />
  }
  return Object.assign(Page, { preload: () => preloadComponent(load) })
}
