import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { errorText } from '#web/lib/api-error.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TicketIcon } from '#web/ui/icons.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { OrderList, OrderListSkeleton } from './order-list.tsx'
import { ordersQuery } from './queries.ts'

/** The team's purchases, newest first. */
export function Purchases() {
  return (
    <Panel className="overflow-hidden">
      <PurchasesBody />
    </Panel>
  )
}

function PurchasesBody() {
  const orders = useInfiniteQuery(ordersQuery())
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
  return (
    <>
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
    </>
  )
}
