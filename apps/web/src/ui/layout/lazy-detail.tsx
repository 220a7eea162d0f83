import type { ReactNode } from 'react'
import type { ComponentLoader } from '#web/lib/hooks/use-lazy-component.ts'
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'

/**
 * The content of a `DetailPanel`, whose code loads in parallel with its data. `children` receives the component once
 * both are there, and the state to show until then.
 */
export function useLazyDetail<Props extends object>(load: ComponentLoader<Props>, skeleton: ReactNode) {
  const { Loaded, isFailed, retry } = useLazyComponent(load)
  return (props: Props): ReactNode => {
    if (Loaded) return <Loaded {...props} />
    if (!isFailed) return skeleton
    return (
      <ErrorState
        title="Couldn’t load this"
        message="Try again."
        onRetry={retry}
        isOffline={!navigator.onLine}
      />
    )
  }
}
