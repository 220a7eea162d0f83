import type { WireSeatingPlan } from '@terrace/contracts/catalogue'
import type { ReactNode } from 'react'
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import type { PlanPanelProps } from './plan-panel.tsx'

interface PlanSlotProps extends Omit<PlanPanelProps, 'plan'> {
  /** `undefined` until loaded. */
  plan: WireSeatingPlan | undefined
  problem: ReactNode
}

const loadPanel = async () => ({ default: (await import('./plan-panel.tsx')).PlanPanel })

/** Shows a skeleton until the plan and its code have loaded. The list doesn't wait for either. */
export function PlanSlot({ plan, problem, ...props }: PlanSlotProps) {
  const { Loaded, isFailed, retry } = useLazyComponent(loadPanel)
  if (isFailed) {
    return (
      <ErrorState
        title="Couldn’t load the seating map"
        message="All listings are shown below."
        onRetry={retry}
      />
    )
  }
  if (plan && Loaded) return <Loaded plan={plan} {...props} />
  return problem ?? <PlanSkeleton />
}

/** Same size as the loaded plan, to avoid layout shift. */
function PlanSkeleton() {
  return (
    <div className="px-5 pt-3.5 max-lg:h-12 max-sm:h-10 max-lg:border-b max-lg:border-line max-lg:py-1.5">
      <Skeleton className="h-8 w-72 max-lg:hidden" />
      <Skeleton className="mx-auto mt-4 aspect-[5/4] w-full max-w-3xl max-lg:mt-0 max-lg:aspect-auto max-lg:h-full" />
    </div>
  )
}
