import type { ReactNode } from 'react'
import { useLazyComponent, type ComponentLoader } from '#web/lib/hooks/use-lazy-component.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import type { MonthViewProps } from './month-view.tsx'
import type { SearchMonthProps } from './search-month.tsx'

/** A month view whose code loads on first use. */
function lazyMonth<Props extends { skeleton: ReactNode }>(load: ComponentLoader<Props>) {
  return function LazyMonth(props: Props) {
    const { Loaded, isFailed, retry } = useLazyComponent(load)
    if (Loaded) return <Loaded {...props} />
    return (
      <Panel className="overflow-hidden">
        {isFailed ? <ErrorState title="Couldn’t load the month view" onRetry={retry} /> : props.skeleton}
      </Panel>
    )
  }
}

export const LazyMonthView = lazyMonth<MonthViewProps>(async () => ({
  default: (await import('./month-view.tsx')).MonthView,
}))

export const LazySearchMonth = lazyMonth<SearchMonthProps>(async () => ({
  default: (await import('./search-month.tsx')).SearchMonth,
}))
