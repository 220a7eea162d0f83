import { wireOrderLineStatus } from '@terrace/contracts/orders'
import { useTypedText } from '#web/lib/use-typed-text.ts'
import { Button } from '#web/ui/button.tsx'
import { DateRange } from '#web/ui/date-range.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
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
  const { text, setText, flush } = useTypedText(filter.search, (search) => onFilter({ ...filter, search }))
  return (
    <section aria-label="Filters" className="@container border-b border-line px-4 py-3 @3xl:px-5">
      <div className="flex flex-wrap items-start gap-2">
        <SearchField
          label="Search purchases"
          placeholder="Order, event, venue or section"
          size="sm"
          value={text}
          onChange={setText}
          onSubmit={flush}
          className="max-w-full flex-1 basis-56"
        />
        <StatusDropdown
          label="Status"
          statuses={statuses}
          value={filter.status}
          onChange={(status) => onFilter({ ...filter, status })}
          className="!w-38 max-sm:!w-full max-sm:flex-1"
        />
        <DateRange
          label="Placed"
          startDate={filter.startDate}
          endDate={filter.endDate}
          onChange={(days) => onFilter({ ...filter, ...days })}
          className="w-76 max-sm:w-full"
        />
        {isNarrowed(filter) && (
          <Button size="sm" tone="quiet" onPress={() => onFilter(everyOrder)}>
            Clear
          </Button>
        )}
        <ExportButton filter={filter} />
      </div>
    </section>
  )
}
