import { formatCount } from '@terrace/domain/tickets'
import { useCallback, type RefObject } from 'react'
import { errorText } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TicketIcon } from '#web/ui/icons.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { FilterState } from './feed-choices.ts'
import { anyQuantity, countFilters, noFilters } from './feed-search.ts'
import type { LitBlock } from './lit-block.ts'
import { ListingsSkeleton } from './listings-skeleton.tsx'
import { ListingsTable } from './listings-table.tsx'
import type { useFeed } from './use-feed.ts'

interface FeedListProps {
  feed: ReturnType<typeof useFeed>
  today: string
  state: FilterState
  lit: LitBlock
  /** The bar that stays above the list. */
  bar: RefObject<HTMLElement | null>
}

/** The list in each of its states: on its way, failed, empty, and there. */
export function FeedList({ feed, today, state, lit, bar }: FeedListProps) {
  const { search, onSearch } = state
  const { hasNextPage, isFetching, isError, fetchNextPage, refetch } = feed
  const onNearEnd = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])

  if (feed.isPending) return <ListingsSkeleton />
  if (!feed.data) {
    return (
      <>
        <ErrorState
          title="The listings could not be loaded"
          message={errorText(feed.error)}
          isOffline={!navigator.onLine}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
        {/* An address that somebody sent may ask for what there is not. */}
        {feed.isNarrowed && (
          <div className="-mt-6 pb-12 text-center">
            <Button onPress={() => onSearch(noFilters)}>Clear all filters</Button>
          </div>
        )}
      </>
    )
  }
  const total = feed.meta?.total ?? 0
  if (total === 0 && feed.departed.length === 0 && feed.listings.length === 0) {
    return <Nothing search={search} onSearch={onSearch} />
  }
  const { quantity = anyQuantity } = search
  return (
    <>
      <ListingsTable
        feed={feed}
        total={total}
        today={today}
        asked={quantity === anyQuantity ? 1 : quantity}
        lit={lit}
        bar={bar}
        onNearEnd={onNearEnd}
      />
      <ListEnd feed={feed} total={total} />
    </>
  )
}

/** Nothing at all, or nothing that fits, and then the way back to more. */
function Nothing({ search, onSearch }: Pick<FilterState, 'search' | 'onSearch'>) {
  const { quantity = anyQuantity } = search
  const filters = countFilters(search)
  if (filters === 0) {
    return (
      <EmptyState
        icon={<TicketIcon />}
        title="No listings right now"
        message="Sellers list new tickets all day. They show here as they come."
      />
    )
  }
  if (filters === 1 && quantity !== anyQuantity) {
    return (
      <EmptyState
        icon={<TicketIcon />}
        title={`Nothing with ${quantity} or more together`}
        message="There may be listings of fewer tickets."
        action={<Button onPress={() => onSearch(noFilters)}>Show any quantity</Button>}
      />
    )
  }
  return (
    <EmptyState
      icon={<TicketIcon />}
      title="Nothing fits these filters"
      message="With fewer of them there may be more."
      action={<Button onPress={() => onSearch(noFilters)}>Clear all filters</Button>}
    />
  )
}

/** What comes after the last row: more, an apology, or the end. */
function ListEnd({ feed, total }: { feed: FeedListProps['feed']; total: number }) {
  if (feed.isError) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 px-5 py-4 text-sm text-danger">
        <span className="min-w-0 flex-1">
          {feed.isFetchNextPageError
            ? 'The next listings could not be loaded.'
            : 'The list could not be renewed.'}{' '}
          {errorText(feed.error)}
        </span>
        <Button
          size="sm"
          isPending={feed.isFetching}
          onPress={() => void (feed.isFetchNextPageError ? feed.fetchNextPage() : feed.refetch())}
        >
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
      {total === 1 ? 'That is the only listing.' : `That is all ${formatCount(total)} listings.`}
    </p>
  )
}
