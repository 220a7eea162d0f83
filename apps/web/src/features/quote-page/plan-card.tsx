import { useQuery } from '@tanstack/react-query'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { planQuery } from './queries.ts'
import type { PlanMarks } from './quote-plan.tsx'

const loadPlan = async () => ({ default: (await import('./quote-plan.tsx')).QuotePlan })

/** Where the venue's plan stands. It comes after the offers, which are complete without it: where it cannot be had, nothing does. */
export function PlanCard({ slug, marks }: { slug: string; marks: PlanMarks }) {
  const { Loaded, isFailed } = useLoaded(loadPlan)
  const plan = useQuery(planQuery(slug))
  if (isFailed || plan.isError) return null
  return (
    <Panel className="p-4">
      {Loaded && plan.data ? <Loaded plan={plan.data} marks={marks} /> : <Shape />}
    </Panel>
  )
}

function Shape() {
  return (
    <>
      <Skeleton className="aspect-[5/4] w-full" />
      <Skeleton className="mx-auto mt-3 h-4 w-48" />
    </>
  )
}
