import { useQuery } from '@tanstack/react-query'
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { planQuery } from '#web/features/quote-page/queries.ts'
import type { PlanHighlights } from './quote-plan.tsx'

const loadPlan = async () => ({ default: (await import('./quote-plan.tsx')).QuotePlan })

/** The venue map. It loads after the offers and is left out when it cannot load. */
export function PlanCard({ slug, highlights }: { slug: string; highlights: PlanHighlights }) {
  const { Loaded, isFailed } = useLazyComponent(loadPlan)
  const plan = useQuery(planQuery(slug))
  if (isFailed || plan.isError) return null
  return (
    <Panel className="p-4">
      {Loaded && plan.data ? <Loaded plan={plan.data} highlights={highlights} /> : <PlanSkeleton />}
    </Panel>
  )
}

function PlanSkeleton() {
  return (
    <>
      <Skeleton className="aspect-[5/4] w-full" />
      <Skeleton className="mx-auto mt-3 h-4 w-48" />
    </>
  )
}
