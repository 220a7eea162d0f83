import { formatCount } from '@terrace/domain/tickets'
import { useCallback } from 'react'
import { errorText } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TicketIcon } from '#web/ui/icons.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { anyQuantity } from './feed-filter.ts'
import type { LitBlock } from './lit-block.ts'
import { ListingsSkeleton } from './listings-skeleton.tsx'
import { ListingsTable } from './listings-table.tsx'
import type { useFeed } from './use-feed.ts'

interface FeedListProps {
  feed: ReturnType<typeof useFeed>
  today: string
  /** Id of the chosen quantity. */
  asked: number
  lit: LitBlock
  goTo: { section: string; wish: number } | null
  onAnyQuantity: () => void
}

/** The list in each of its states: on its way, failed, empty, and there. */
export function FeedList({ feed, today, asked, lit, goTo, onAnyQuantity }: FeedListProps) {
  const { hasNextPage, isFetching, isError, fetchNextPage, refetch } = feed
  const onNearEnd = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])

  if (feed.isPending) return <ListingsSkeleton />
  if (!feed.meta) {
    return (
      <ErrorState
        title="The listings could not be loaded"
        message={errorText(feed.error)}
        isOffline={!navigator.onLine}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  const { total } = feed.meta
  if (total === 0 && feed.held.size === 0) {
    return asked === anyQuantity ? (
      <EmptyState
        icon={<TicketIcon />}
        title="No listings right now"
        message="Sellers list new tickets all day. This page looks again whenever you come back to it."
      />
    ) : (
      <EmptyState
        icon={<TicketIcon />}
        title={`Nothing with ${asked} or more together`}
        message="There may be listings of fewer tickets."
        action={<Button onPress={onAnyQuantity}>Show any quantity</Button>}
      />
    )
  }
  return (
    <>
      <ListingsTable
        listings={feed.listings}
        total={total}
        scale={feed.scale}
        held={feed.held}
        today={today}
        asked={asked === anyQuantity ? 1 : asked}
        lit={lit}
        goTo={goTo}
        onNearEnd={onNearEnd}
        isStale={feed.isPlaceholderData}
      />
      <ListEnd feed={feed} total={total} />
    </>
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
