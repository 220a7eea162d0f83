import { cx } from '#web/ui/cx.ts'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { useDensity } from './columns/use-list-layout.ts'
import { rowGrid } from './row/row-grid.ts'

/** Rows in the user's density. Lists narrower than 35rem show cards in both. */
export function ListingsSkeleton() {
  const [density] = useDensity()
  const isCompact = density === 'compact'
  return (
    <SkeletonRegion label="Loading listings" className="@container">
      {isCompact && <CompactRows />}
      <div className={cx(isCompact && '@min-[35rem]:hidden')}>
        <ComfortableRows />
      </div>
    </SkeletonRegion>
  )
}

const compactWidths = ['w-24', 'w-6', 'w-14', 'w-20', 'w-16', 'w-12', 'w-14', 'w-12']

function CompactRows() {
  return (
    <div aria-hidden className="@max-[35rem]:hidden">
      <div className="h-7 border-b border-line" />
      {Array.from({ length: 18 }, (_, row) => (
        <div
          key={row}
          className="flex h-[2.125rem] items-center justify-between gap-4 border-b border-line pr-3 pl-5"
        >
          {compactWidths.map((width, column) => (
            <Skeleton key={column} className={cx('h-3.5 shrink', width)} />
          ))}
        </div>
      ))}
    </div>
  )
}

function ComfortableRows() {
  return (
    <>
      <div className="h-9 border-b border-line bg-surface @max-[54rem]:hidden" />
      {Array.from({ length: 9 }, (_, row) => (
        <div
          key={row}
          aria-hidden
          className={cx(
            rowGrid,
            'h-[3.6875rem] border-b border-line bg-surface px-5 max-sm:px-4 @max-[54rem]:h-17 @max-[42rem]:h-23 @max-[33rem]:h-24 @max-[33rem]:py-2',
          )}
        >
          <Lines area="place" first="w-20" second="w-14" />
          <span className="[grid-area:seats] @max-[54rem]:hidden">
            <Skeleton className="h-3.5 w-24" />
          </span>
          <span className="flex gap-1 [grid-area:quantity]">
            <Skeleton className="size-7" />
            <Skeleton className="size-7" />
          </span>
          <Lines area="delivery" first="w-16" second="w-20" />
          <span className="flex justify-end [grid-area:price]">
            <Skeleton className="h-4 w-16" />
          </span>
          <span className="flex justify-end [grid-area:action]">
            <Skeleton className="h-8 w-16" />
          </span>
        </div>
      ))}
    </>
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
