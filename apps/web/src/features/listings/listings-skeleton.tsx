import { cx } from '#web/ui/cx.ts'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { rowGrid } from './row/row-grid.ts'

export function ListingsSkeleton() {
  return (
    <SkeletonRegion label="Loading listings" className="@container">
      <div className="h-9 border-b border-line bg-surface @max-[54rem]:hidden" />
      {Array.from({ length: 9 }, (_, row) => (
        <div
          key={row}
          aria-hidden
          className={cx(
            rowGrid,
            'h-[3.6875rem] border-b border-line bg-surface px-5 max-sm:px-4 @max-[54rem]:h-17 @max-[42rem]:h-23 @max-[33rem]:h-33 @max-[33rem]:py-3',
          )}
        >
          <Lines area="place" first="w-20" second="w-14" />
          <span className="[grid-area:seats] @max-[54rem]:hidden">
            <Skeleton className="h-3.5 w-24" />
          </span>
          <span className="flex gap-1 [grid-area:quantity]">
            <Skeleton className="size-7 max-sm:size-10" />
            <Skeleton className="size-7 max-sm:size-10" />
          </span>
          <Lines area="delivery" first="w-16" second="w-20" />
          <span className="flex justify-end [grid-area:price]">
            <Skeleton className="h-4 w-16" />
          </span>
          <span className="flex justify-end [grid-area:action]">
            <Skeleton className="h-8 w-16 max-sm:h-10" />
          </span>
        </div>
      ))}
    </SkeletonRegion>
  )
}

function Lines({ area, first, second }: { area: 'place' | 'delivery'; first: string; second: string }) {
  return (
    <span
      className={cx('flex flex-col gap-2', area === 'place' ? '[grid-area:place]' : '[grid-area:delivery]')}
    >
      <Skeleton className={cx('h-3.5', first)} />
      <Skeleton className={cx('h-3 @max-[54rem]:hidden', second)} />
    </span>
  )
}
