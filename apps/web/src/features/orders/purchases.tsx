import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TicketIcon } from '#web/ui/icons.ts'
import { NarrowedList } from '#web/ui/narrowed-list.tsx'
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
    <NarrowedList
      query={useInfiniteQuery(ordersQuery(filter))}
      things="purchases"
      filters={<OrderFilters filter={filter} onFilter={onFilter} />}
      isNarrowed={isNarrowed(filter)}
      onClear={() => onFilter(everyOrder)}
      noMatch="None of your team’s orders has these words, this status and these days together."
      none={<NoPurchases />}
      skeleton={<OrderListSkeleton />}
    >
      {(orders) => <OrderList orders={orders} />}
    </NarrowedList>
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
