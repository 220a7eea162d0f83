import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'

/** Shown while the code of a detail panel loads. */
export const detailSkeleton = (
  <SkeletonRegion label="Loading details">
    <div className="flex min-h-13 flex-col justify-center gap-1.5 border-b border-line px-4 sm:px-5">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-3 w-28" />
    </div>
    <div className="space-y-3 px-4 py-5 sm:px-5">
      <Skeleton />
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-24 w-full" />
    </div>
  </SkeletonRegion>
)
