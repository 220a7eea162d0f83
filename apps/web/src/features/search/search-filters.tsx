import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/ui/button.tsx'
import { DateFilter } from './date-filter.tsx'
import { FacetFilter } from './facet-filter.tsx'
import { countsQuery } from './queries.ts'
import { countFilters, withoutFilters, type SearchWish } from './search-wish.ts'

interface SearchFiltersProps {
  wish: SearchWish
  onWish: (wish: SearchWish) => void
}

/** Days, categories and cities, the latter two with how many events each would leave. */
export function SearchFilters({ wish, onWish }: SearchFiltersProps) {
  // Not `isPending`: without a connection nothing is on its way.
  const { data: counts, isLoading } = useQuery(countsQuery(wish))
  return (
    <section aria-label="Filters" className="space-y-5">
      <DateFilter
        startDate={wish.startDate}
        endDate={wish.endDate}
        onChange={(range) => onWish({ ...wish, ...range })}
      />
      <FacetFilter
        title="Category"
        counts={counts?.categories}
        isLoading={isLoading}
        chosen={wish.categories}
        onChange={(categories) => onWish({ ...wish, categories })}
      />
      <FacetFilter
        title="City"
        counts={counts?.cities}
        isLoading={isLoading}
        chosen={wish.cities}
        onChange={(cities) => onWish({ ...wish, cities })}
      />
      {countFilters(wish) > 0 && (
        <Button size="sm" onPress={() => onWish(withoutFilters(wish))}>
          Clear the filters
        </Button>
      )}
    </section>
  )
}
