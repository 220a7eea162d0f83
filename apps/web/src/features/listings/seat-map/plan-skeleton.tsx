import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

/** Same size as the loaded plan, to avoid layout shift. */
export function PlanSkeleton() {
  return (
    <div className="px-5 pt-3.5 max-lg:h-12 max-lg:border-b max-lg:border-line max-lg:py-1.5 max-sm:h-10">
      <Skeleton className="h-8 w-72 max-lg:hidden" />
      <Skeleton className="mx-auto mt-4 aspect-[5/4] w-full max-w-3xl max-lg:mt-0 max-lg:aspect-auto max-lg:h-full" />
    </div>
  )
}
