import type { WireSeatingPlan } from '@terrace/contracts/catalogue'
import type { ReactNode } from 'react'
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import type { PlanPanelProps } from './plan-panel.tsx'
import { PlanSkeleton } from './plan-skeleton.tsx'

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
