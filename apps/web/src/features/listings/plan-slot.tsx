import type { WireSeatingPlan } from '@terrace/contracts/catalogue'
import type { ReactNode } from 'react'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { PlanPanelProps } from './plan-panel.tsx'

interface PlanSlotProps extends Omit<PlanPanelProps, 'plan'> {
  /** Undefined until it is there. */
  plan: WireSeatingPlan | undefined
  /** Set where the plan itself could not be loaded. */
  problem: ReactNode
}

const loadPanel = async () => ({ default: (await import('./plan-panel.tsx')).PlanPanel })

/** Where the plan stands: until it and its code are there, its shape. The list waits for neither. */
export function PlanSlot({ plan, problem, ...props }: PlanSlotProps) {
  const { Loaded, isFailed, retry } = useLoaded(loadPanel)
  if (isFailed) {
    return (
      <ErrorState
        title="The plan could not be loaded"
        message="The listings are complete without it."
        onRetry={retry}
      />
    )
  }
  if (plan && Loaded) return <Loaded plan={plan} {...props} />
  return problem ?? <PlanSkeleton />
}

/** As large as what comes: nothing moves when it does. */
function PlanSkeleton() {
  return (
    <div className="px-5 pt-3.5 max-lg:h-[calc(8rem+1px)] max-lg:border-b max-lg:border-line max-lg:py-4">
      <Skeleton className="h-8 w-72 max-lg:hidden" />
      <Skeleton className="mx-auto mt-4 aspect-[5/4] w-full max-w-3xl max-lg:mt-0 max-lg:aspect-auto max-lg:h-full" />
    </div>
  )
}
