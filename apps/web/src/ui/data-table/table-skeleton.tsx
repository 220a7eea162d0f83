import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'

export function TableSkeleton({ label }: { label: string }) {
  return (
    <SkeletonRegion label={label}>
      <div className="h-9 border-b border-line" />
      {Array.from({ length: 12 }, (_, row) => (
        <div key={row} className="flex h-9 items-center gap-8 border-b border-line px-4 max-sm:h-20 sm:px-5">
          <Skeleton className="h-3.5 w-20" />
          <Skeleton className="h-3.5 flex-1" />
          <Skeleton className="h-3.5 w-24 max-sm:hidden" />
          <Skeleton className="h-3.5 w-16" />
        </div>
      ))}
    </SkeletonRegion>
  )
}
