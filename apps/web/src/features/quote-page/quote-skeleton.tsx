import { useEffect } from 'react'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'

export function QuoteSkeleton() {
  useEffect(() => {
    document.title = 'Quote'
  }, [])
  return (
    <SkeletonRegion label="Loading quote">
      <div className="border-b-3 border-line bg-surface">
        <div className="mx-auto flex h-16 max-w-[90rem] items-center gap-3.5 px-4 sm:px-10">
          <Skeleton className="size-10" />
          <Skeleton className="h-5 w-44" />
        </div>
      </div>
      <div className="mx-auto grid w-full max-w-[68rem] gap-x-9 gap-y-6 px-4 py-9 sm:px-6 lg:grid-cols-[minmax(0,1fr)_21.25rem]">
        <div>
          <Skeleton className="h-9 w-[min(100%,30rem)]" />
          <Skeleton className="mt-3 h-5 w-[min(100%,26rem)]" />
          <Skeleton className="mt-6 h-20" />
          {[1, 2, 3].map((card) => (
            <Skeleton key={card} className="mt-3 h-24" />
          ))}
        </div>
        <div className="flex flex-col gap-4">
          <Skeleton className="h-52" />
          <Skeleton className="aspect-[5/4] max-lg:hidden" />
        </div>
      </div>
    </SkeletonRegion>
  )
}
