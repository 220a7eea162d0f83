import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { errorText } from '#web/lib/api-error.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SearchIcon, TicketIcon } from '#web/ui/icons.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { everyOrder, isNarrowed, type OrderFilter } from './order-filter.ts'
import { OrderFilters } from './order-filters.tsx'
import { OrderList, OrderListSkeleton } from './order-list.tsx'
import { ordersQuery } from './queries.ts'

interface PurchasesProps {
  filter: OrderFilter
  onFilter: (filter: OrderFilter) => void
}

/** The team's purchases, newest first, and what narrows them. */
export function Purchases({ filter, onFilter }: PurchasesProps) {
  return (
    <Panel>
      <OrderFilters filter={filter} onFilter={onFilter} />
      <PurchasesBody filter={filter} onFilter={onFilter} />
    </Panel>
  )
}

function PurchasesBody({ filter, onFilter }: PurchasesProps) {
  const orders = useInfiniteQuery(ordersQuery(filter))
  if (orders.isPending) return <OrderListSkeleton />
  if (orders.data === undefined) {
    return (
      <ErrorState
        title="Your purchases could not be loaded"
        message={errorText(orders.error)}
        onRetry={() => void orders.refetch()}
        isRetrying={orders.isFetching}
        isOffline={!navigator.onLine}
      />
    )
  }
  const all = orders.data.pages.flatMap((page) => page.data)
  if (all.length === 0) {
    return isNarrowed(filter) ? <NoMatch onClear={() => onFilter(everyOrder)} /> : <NoPurchases />
  }
  return (
    <div aria-busy={orders.isPlaceholderData} className={orders.isPlaceholderData ? 'opacity-60' : ''}>
      <OrderList orders={all} />
      {orders.hasNextPage && (
        <ShowMore
          shown={all.length}
          total={orders.data.pages[0]?.meta.total ?? all.length}
          onPress={() => void orders.fetchNextPage()}
          isPending={orders.isFetchingNextPage}
          error={orders.isFetchNextPageError ? errorText(orders.error) : undefined}
        />
      )}
    </div>
  )
}

function NoPurchases() {
  return (
    <EmptyState
      icon={<TicketIcon />}
      title="No purchases yet"
      message="What your team buys is listed here, with its tickets and where each order stands."
      action={
        <Link to="/search" className={buttonClass('primary')}>
          Find an event
        </Link>
      }
    />
  )
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchIcon />}
      title="No purchases match"
      message="None of your team’s orders has these words, this status and these days together."
      action={<Button onPress={onClear}>Show all purchases</Button>}
    />
  )
}
