import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useKeptFocus } from '#web/lib/use-kept-focus.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchIcon, TicketIcon } from '#web/ui/icons.ts'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
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
  const query = useInfiniteQuery(ordersQuery(filter))
  const list = useRef<HTMLDivElement>(null)
  // "Show all purchases" goes with what it did: the first order then has the focus.
  useKeptFocus({
    list,
    rows: () => [...(list.current?.querySelectorAll<HTMLElement>('a[href], button') ?? [])],
  })
  // What was looked for before and found nothing stands until the wider list has come.
  const isNarrow = isNarrowed(filter) || query.isPlaceholderData
  return (
    <Panel>
      <OrderFilters filter={filter} onFilter={onFilter} />
      <div ref={list}>
        <PagedList
          query={query}
          skeleton={<OrderListSkeleton />}
          failed="Your purchases could not be loaded"
          empty={isNarrow ? <NoMatch onClear={() => onFilter(everyOrder)} /> : <NoPurchases />}
        >
          {(orders) => <OrderList orders={orders} />}
        </PagedList>
      </div>
    </Panel>
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
