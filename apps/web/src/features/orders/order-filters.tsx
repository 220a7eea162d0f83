import { wireOrderLineStatus } from '@terrace/contracts/orders'
import { DateRange } from '#web/ui/date-range.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { StatusDropdown } from '#web/ui/status-dropdown.tsx'
import { ExportButton } from './export-button.tsx'
import { everyOrder, isNarrowed, type OrderFilter } from './order-filter.ts'
import { statusLook } from './order-texts.ts'

const statuses = wireOrderLineStatus.options.map((id) => {
  const { label, tone } = statusLook(id)
  return { id, name: label, tone }
})

interface OrderFiltersProps {
  filter: OrderFilter
  onFilter: (filter: OrderFilter) => void
}

/** By words, by status and by days of the purchase; and what is left of the list as a file (product.md §7). */
export function OrderFilters({ filter, onFilter }: OrderFiltersProps) {
  return (
    <FilterBar
      search={{
        label: 'Search purchases',
        placeholder: 'Order, event, venue or section',
        text: filter.search,
        onChange: (search) => onFilter({ ...filter, search }),
      }}
      onClear={isNarrowed(filter) ? () => onFilter(everyOrder) : undefined}
      action={<ExportButton filter={filter} />}
    >
      <StatusDropdown
        label="Status"
        statuses={statuses}
        value={filter.status}
        onChange={(status) => onFilter({ ...filter, status })}
      />
      <DateRange
        label="Placed"
        startDate={filter.startDate}
        endDate={filter.endDate}
        onChange={(days) => onFilter({ ...filter, ...days })}
        className="w-76 max-sm:w-full"
      />
    </FilterBar>
  )
}
