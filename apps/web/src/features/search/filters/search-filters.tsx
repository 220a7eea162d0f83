import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/ui/controls/button.tsx'
import { DateFilter } from './date-filter.tsx'
import { FacetFilter } from './facet-filter.tsx'
import { countsQuery } from '#web/features/search/query/queries.ts'
import { countFilters, withoutFilters, type SearchState } from '#web/features/search/query/search-state.ts'

interface SearchFiltersProps {
  searchState: SearchState
  onSearchChange: (searchState: SearchState) => void
}

export function SearchFilters({ searchState, onSearchChange }: SearchFiltersProps) {
  // Not `isPending`, which stays true while offline.
  const { data: counts, isLoading } = useQuery(countsQuery(searchState))
  return (
    <section aria-label="Filters" className="space-y-5">
      <DateFilter
        startDate={searchState.startDate}
        endDate={searchState.endDate}
        onChange={(range) => onSearchChange({ ...searchState, ...range })}
      />
      <FacetFilter
        title="Category"
        counts={counts?.categories}
        isLoading={isLoading}
        selectedValues={searchState.categories}
        onChange={(categories) => onSearchChange({ ...searchState, categories })}
      />
      <FacetFilter
        title="City"
        counts={counts?.cities}
        isLoading={isLoading}
        selectedValues={searchState.cities}
        onChange={(cities) => onSearchChange({ ...searchState, cities })}
      />
      {countFilters(searchState) > 0 && (
        <Button size="sm" onPress={() => onSearchChange(withoutFilters(searchState))}>
          Clear filters
        </Button>
      )}
    </section>
  )
}
