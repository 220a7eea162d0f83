import { formatCount } from '@terrace/domain/tickets/format-count'
import type { Ref } from 'react'
import { PressButton } from '#web/ui/controls/press-button.tsx'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { cx } from '#web/ui/cx.ts'
import { CardRowsIcon, PanelRightIcon, RowsIcon } from '#web/ui/icons.ts'
import { IconSegments } from '#web/ui/controls/icon-segments.tsx'
import { ExportButton } from '#web/features/listings/columns/export-button.tsx'
import { ListingColumnsButton } from '#web/features/listings/columns/listing-columns-button.tsx'
import { useDensity } from '#web/features/listings/columns/use-list-layout.ts'
import type { FeedFilterProps } from '#web/features/listings/filters/filter-choices.ts'
import { orderParams, sortChoices } from '#web/features/listings/filters/feed-order.ts'
import { SortSelect } from '#web/features/listings/filters/sort-select.tsx'
import { RateNote } from './stock-notes.tsx'
import { SortAgainNotice } from './sort-again-notice.tsx'
import type { useFeed } from './use-feed.ts'

interface ListBarProps {
  feed: ReturnType<typeof useFeed>
  filters: FeedFilterProps
  /** Name of the exported file. */
  exportName: string
  /** `null` if the plan is above the list. */
  plan: { isOpen: boolean; onToggle: () => void } | null
  ref: Ref<HTMLDivElement>
}

/** Number of listings, changes of the order, and how the list is shown. */
export function ListBar({ feed, filters, exportName, plan, ref }: ListBarProps) {
  const [density, setDensity] = useDensity()
  const otherDensity = density === 'compact' ? 'comfortable' : 'compact'
  useCommands('Listings', [
    {
      id: 'listings.density',
      title: `Show ${otherDensity} rows`,
      key: 'd',
      run: () => setDensity(otherDensity),
    },
    {
      id: 'listings.map',
      title: plan?.isOpen === false ? 'Show map' : 'Hide map',
      key: 'm',
      run: plan && plan.onToggle,
    },
    ...sortChoices.map(({ id, name, order, sort }) => ({
      id: `listings.sort.${id}`,
      title: `Sort by: ${name}`,
      isSearchOnly: true,
      run: () => filters.onParamsChange(orderParams(order, sort)),
    })),
  ])
  return (
    <div
      ref={ref}
      className="@container sticky top-(--bar-height,0px) z-10 border-b border-line bg-surface max-sm:static"
    >
      <div
        className={cx(
          'flex items-center gap-2 pr-3 pl-5 max-sm:h-auto max-sm:min-h-10.5 max-sm:flex-wrap max-sm:gap-y-0 max-sm:px-4 max-sm:pb-1',
          density === 'compact' ? 'h-[2.0625rem]' : 'h-11',
        )}
      >
        <p className="tabular text-xs whitespace-nowrap text-muted">{countText(filters)}</p>
        <RateNote meta={filters.meta} />
        <SortAgainNotice moved={feed.moved} isSorting={feed.isRefetching} onSortAgain={feed.sortAgain} />
        <div className="ml-auto flex items-center gap-1.5">
          {/* Hidden where column headers sort the list. */}
          <span className={cx(density === 'compact' ? '@min-[35rem]:hidden' : '@min-[54rem]:hidden')}>
            <SortSelect params={filters.params} onParamsChange={filters.onParamsChange} />
          </span>
          {density === 'compact' && (
            <span className="contents @max-[35rem]:hidden">
              <ListingColumnsButton />
            </span>
          )}
          <span className="contents @max-[35rem]:hidden">
            <ExportButton name={exportName} request={feed.request} isEmpty={filters.meta?.total === 0} />
          </span>
          <IconSegments
            label="Density"
            segments={[
              { value: 'compact', name: 'Compact', icon: <RowsIcon aria-hidden /> },
              { value: 'comfortable', name: 'Comfortable', icon: <CardRowsIcon aria-hidden /> },
            ]}
            value={density}
            onChange={(value) => setDensity(value === 'comfortable' ? 'comfortable' : 'compact')}
            className="@max-[35rem]:hidden"
          />
          {plan && (
            <PressButton
              aria-label={plan.isOpen ? 'Hide map' : 'Show map'}
              onPress={plan.onToggle}
              className={cx(
                'inline-flex size-7 items-center justify-center rounded text-muted hover:bg-ink/6 hover:text-ink [&_svg]:size-4',
                !plan.isOpen && 'text-accent',
              )}
            >
              <PanelRightIcon aria-hidden />
            </PressButton>
          )}
        </div>
      </div>
    </div>
  )
}

/** `94 of 381 listings`, or `381 listings` without filters. */
function countText({ meta, unfilteredMeta }: FeedFilterProps): string {
  if (meta === undefined) return ''
  const total = unfilteredMeta?.total ?? meta.total
  const listings = total === 1 ? 'listing' : 'listings'
  return meta.total === total
    ? `${formatCount(total)} ${listings}`
    : `${formatCount(meta.total)} of ${formatCount(total)} ${listings}`
}
