import { formatCount } from '@terrace/domain/tickets/format-count'
import { useCallback, type RefObject } from 'react'
import { errorText } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { TicketIcon } from '#web/ui/icons.ts'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import type { FeedFilterProps } from '#web/features/listings/filters/filter-choices.ts'
import { anyQuantity, countFilters, clearedFilters } from '#web/features/listings/filters/feed-params.ts'
import type { HighlightedBlock } from '#web/features/listings/seat-map/highlighted-block.ts'
import { ListingsSkeleton } from '#web/features/listings/listings-skeleton.tsx'
import { ListingsTable } from './listings-table.tsx'
import type { useFeed } from './use-feed.ts'

interface FeedListProps {
  feed: ReturnType<typeof useFeed>
  today: string
  filters: FeedFilterProps
  highlightedBlock: HighlightedBlock
  /** Sticky bars that must not cover the focused row. */
  bars: readonly RefObject<HTMLElement | null>[]
}

export function FeedList({ feed, today, filters, highlightedBlock, bars }: FeedListProps) {
  const { params, onParamsChange } = filters
  const { hasNextPage, isFetching, isError, fetchNextPage, refetch } = feed
  const onNearEnd = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])

  if (feed.isPending) return <ListingsSkeleton />
  if (!feed.data) {
    return (
      <>
        <ErrorState
          title="Couldn’t load listings"
          message={errorText(feed.error)}
          isOffline={!navigator.onLine}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
        {/* Shared links may contain filters that fail. */}
        {feed.isFiltered && (
          <div className="-mt-6 pb-12 text-center">
            <Button onPress={() => onParamsChange(clearedFilters)}>Clear filters</Button>
          </div>
        )}
      </>
    )
  }
  const total = feed.meta?.total ?? 0
  if (total === 0 && feed.removedRows.length === 0 && feed.listings.length === 0) {
    return <NoListings params={params} onParamsChange={onParamsChange} />
  }
  const { quantity = anyQuantity } = params
  return (
    <>
      <ListingsTable
        feed={feed}
        total={total}
        today={today}
        minQuantity={quantity === anyQuantity ? 1 : quantity}
        filters={filters}
        highlightedBlock={highlightedBlock}
        bars={bars}
        onNearEnd={onNearEnd}
      />
      <ListFooter feed={feed} total={total} />
    </>
  )
}

function NoListings({ params, onParamsChange }: Pick<FeedFilterProps, 'params' | 'onParamsChange'>) {
  const { quantity = anyQuantity } = params
  const filterCount = countFilters(params)
  if (filterCount === 0) {
    return (
      <EmptyState
        icon={<TicketIcon />}
        title="No listings right now"
        message="New listings appear here live."
      />
    )
  }
  if (filterCount === 1 && quantity !== anyQuantity) {
    return (
      <EmptyState
        icon={<TicketIcon />}
        title={`No listings with ${quantity} or more together`}
        message="Try a smaller quantity."
        action={<Button onPress={() => onParamsChange(clearedFilters)}>Show any quantity</Button>}
      />
    )
  }
  return (
    <EmptyState
      icon={<TicketIcon />}
      title="No listings match these filters"
      message="Remove a filter to see more."
      action={<Button onPress={() => onParamsChange(clearedFilters)}>Clear filters</Button>}
    />
  )
}

function ListFooter({ feed, total }: { feed: FeedListProps['feed']; total: number }) {
  const isReloadFailed = !feed.isError && feed.reload.error !== null
  function retry() {
    if (isReloadFailed) feed.reload.run()
    else if (feed.isFetchNextPageError) void feed.fetchNextPage()
    else void feed.refetch()
  }
  if (feed.isError || isReloadFailed) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 px-5 py-4 text-sm text-danger">
        <span className="min-w-0 flex-1">
          {feed.isFetchNextPageError ? 'Couldn’t load more listings.' : 'Couldn’t refresh listings.'}{' '}
          {errorText(feed.error ?? feed.reload.error)}
        </span>
        <Button size="sm" isPending={feed.isFetching} onPress={retry}>
          Try again
        </Button>
      </div>
    )
  }
  if (feed.hasNextPage) {
    return (
      <div className="px-5 py-6">
        {feed.isFetchingNextPage && <ProgressBar label="Loading more listings" />}
      </div>
    )
  }
  return (
    <p className="px-5 py-5 text-center text-xs text-muted">
      {total === 1 ? '1 listing' : `All ${formatCount(total)} listings shown`}
    </p>
  )
}
