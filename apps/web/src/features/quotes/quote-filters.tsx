import { quoteStatuses } from '@terrace/domain/quote-lifecycle'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { StatusDropdown } from '#web/ui/status-dropdown.tsx'
import { everyQuote, isNarrowed, type QuoteFilter } from './quote-filter.ts'
import { statusTones } from './quote-texts.ts'

const statuses = quoteStatuses.map((status) => ({ id: status, name: status, tone: statusTones[status] }))

interface QuoteFiltersProps {
  filter: QuoteFilter
  onFilter: (filter: QuoteFilter) => void
}

/** By words and by status (product.md §7). */
export function QuoteFilters({ filter, onFilter }: QuoteFiltersProps) {
  return (
    <FilterBar
      search={{
        label: 'Search quotes',
        placeholder: 'Title, client or event',
        text: filter.search,
        onChange: (search) => onFilter({ ...filter, search }),
      }}
      onClear={isNarrowed(filter) ? () => onFilter(everyQuote) : undefined}
    >
      <StatusDropdown
        label="Status"
        statuses={statuses}
        value={filter.status}
        onChange={(status) => onFilter({ ...filter, status })}
      />
    </FilterBar>
  )
}
