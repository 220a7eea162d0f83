import type { WireOrder } from '@terrace/contracts/order-shapes'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatMoney, sumMoney } from '@terrace/domain/money/money'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { priceText } from '#web/lib/format/price.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { TicketIcon } from '#web/ui/icons.ts'
import { pagedList } from '#web/ui/data-table/list-query.ts'
import type { FilteredTable, RenderItemLink } from '#web/ui/data-table/filtered-table.ts'
import { TableList } from '#web/ui/data-table/table-list.tsx'
import { Deadline, DeliveryState, orderColumns, Refund } from './order-columns.tsx'
import { emptyOrderFilter, isFiltered, type OrderFilter } from './order-filter.ts'
import { eventDayText, eventsText, seatsText } from './order-texts.ts'
import { ordersQuery } from './queries.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { useLineExport } from './use-line-export.ts'
import { orderFilters } from './order-filters.tsx'

const loadBulkActions = async () => ({
  default: (await import('./bulk/order-bulk-actions.tsx')).OrderBulkActions,
})

interface PurchasesProps {
  table: FilteredTable<OrderFilter>
  renderItemLink: RenderItemLink
}

/** The team's purchases as a table, with search, status and date filters (product.md §7). */
export function Purchases({ table, renderItemLink }: PurchasesProps) {
  const { filter, onFilter, ...layout } = table
  const options = ordersQuery(filter, table.layout.sort)
  const query = useInfiniteQuery(options)
  const filters = orderFilters(filter, onFilter)
  useLineExport(filter)
  return (
    <TableList
      list={pagedList(query, options.queryKey)}
      entity="purchase"
      entities="purchases"
      label="Purchases"
      columns={orderColumns}
      keyOf={({ id }) => id}
      nameOf={({ number }) => `order ${number}`}
      {...layout}
      renderLink={({ id }, props) => renderItemLink(id, props)}
      renderCard={(order) => <OrderCard order={order} />}
      search={{
        label: 'Search purchases',
        placeholder: 'Order, client, reference, note',
        text: filter.search,
        onChange: (search) => onFilter({ ...filter, search }),
      }}
      filters={filters}
      onClear={isFiltered(filter) ? () => onFilter(emptyOrderFilter) : undefined}
      noMatchText="No orders match these filters."
      emptyState={<NoPurchases />}
      renderBulkActions={(orders) => <LazyPart load={loadBulkActions} props={{ orders }} />}
      summary={ordersSummary}
    />
  )
}

/** '9 tickets · £924.64', with one amount per currency. */
function ordersSummary(orders: readonly WireOrder[]): string {
  const tickets = orders.reduce((total, order) => total + order.ticket_quantity, 0)
  const totals = Map.groupBy(
    orders.map(({ total }) => fromWireMoney(total)),
    ({ currency }) => currency,
  )
  const amounts = [...totals].map(([currency, each]) => formatMoney(sumMoney(each, currency)))
  return [formatTickets(tickets), ...amounts].join(' · ')
}

function OrderCard({ order }: { order: WireOrder }) {
  return (
    <>
      <p className="flex justify-between gap-4">
        <span className="min-w-0">{eventsText(order)}</span>
        <span className="tabular font-semibold">{priceText(order.total)}</span>
      </p>
      <p className="text-muted">
        {eventDayText(order)} · {seatsText(order)} · {formatTickets(order.ticket_quantity)}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-0.5">
        <DeliveryState order={order} />
        <Deadline order={order} isOnCard />
        {order.refunds.length > 0 && <Refund order={order} />}
      </p>
    </>
  )
}

function NoPurchases() {
  return (
    <EmptyState
      icon={<TicketIcon />}
      title="No purchases yet"
      message="Your team’s orders, tickets and delivery status appear here."
      action={
        <Link to="/search" className={buttonClass('primary')}>
          Find an event
        </Link>
      }
    />
  )
}
