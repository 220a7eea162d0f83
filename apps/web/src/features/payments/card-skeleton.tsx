import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

export function CardSkeleton() {
  return (
    <div className="flex flex-col gap-3" role="status">
      <span className="sr-only">Loading the card form</span>
      <Skeleton className="h-12 w-full" />
      <span className="grid grid-cols-2 gap-3">
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </span>
    </div>
  )
}
