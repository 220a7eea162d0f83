import { cx } from '#web/ui/cx.ts'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { useDensity } from './columns/use-list-layout.ts'
import { useIsNarrow } from '#web/lib/hooks/use-is-narrow.ts'
import { ListingsSkeleton } from './listings-skeleton.tsx'
import { PlanSkeleton } from './seat-map/plan-skeleton.tsx'
import { usePlanLayout } from './seat-map/use-plan-layout.ts'

/** The event page until the event has loaded, in the density and with the width of the map that it will have. */
export function EventSkeleton() {
  const [density] = useDensity()
  const layout = usePlanLayout()
  const isStacked = useIsNarrow()
  const hasMapColumn = !isStacked && layout.isOpen
  return (
    <>
      <HeaderSkeleton isSlim={density === 'compact'} />
      <div aria-hidden className="h-[2.8125rem] border-b border-line bg-paper max-sm:h-[3.3125rem]" />
      <div
        className={cx('flex flex-1 flex-col', hasMapColumn && 'lg:grid')}
        style={
          hasMapColumn ? { gridTemplateColumns: `${100 - layout.width}fr ${layout.width}fr` } : undefined
        }
      >
        {isStacked && (
          <div className="bg-sunken">
            <PlanSkeleton />
          </div>
        )}
        <div className="min-w-0 bg-surface lg:border-r lg:border-line">
          <div aria-hidden className="h-[2.125rem] border-b border-line max-sm:h-[2.6875rem]" />
          <ListingsSkeleton />
        </div>
        {hasMapColumn && (
          <div className="bg-sunken">
            <PlanSkeleton />
          </div>
        )}
      </div>
    </>
  )
}

function HeaderSkeleton({ isSlim }: { isSlim: boolean }) {
  return (
    <SkeletonRegion
      label="Loading event"
      className={cx(
        'flex border-b border-line bg-surface',
        isSlim
          ? 'min-h-11 items-center gap-x-3 px-5 py-1 max-sm:min-h-[5.875rem] max-sm:flex-col-reverse max-sm:items-start max-sm:justify-center max-sm:gap-y-2.5 max-sm:px-4'
          : 'items-center gap-4.5 px-5 py-4.5 max-sm:px-4',
      )}
    >
      <Skeleton className={isSlim ? 'h-6.5 w-32' : 'h-[4.25rem] w-15'} />
      {isSlim ? (
        <Skeleton className="h-4 w-80 max-w-[55vw]" />
      ) : (
        <div className="flex flex-col gap-2.5">
          <Skeleton className="h-6 w-80 max-w-[55vw]" />
          <Skeleton className="h-4 w-64 max-w-[45vw]" />
        </div>
      )}
    </SkeletonRegion>
  )
}
