import { useNavigate, useSearch } from '@tanstack/react-router'
import { searchId } from '#web/features/search/panel/search-overlay.tsx'
import { SearchPanel } from '#web/features/search/panel/search-panel.tsx'
import { readSearchState, toSearchUrlParams } from '#web/features/search/query/search-state.ts'
import { useTitle } from '#web/lib/hooks/use-title.ts'

const loadResults = async () => ({ default: (await import('./search-results.tsx')).SearchPageResults })

/** The search page; the URL holds the whole search (spec §2, `/search`). */
export default function Search() {
  // Structural sharing keeps equal searches identical; results are matched by identity.
  const searchState = useSearch({ strict: false, select: readSearchState, structuralSharing: true })
  const navigate = useNavigate()
  useTitle(searchState.text === '' ? 'Search' : `${searchState.text} · Search`)
  return (
    <>
      <h1 className="sr-only">Search events</h1>
      <div id={searchId} role="search">
        <SearchPanel
          searchState={searchState}
          onSearchChange={(newState) =>
            void navigate({
              to: '/search',
              // The view stays when the search changes.
              search: ({ view, month }) => ({ view, month, ...toSearchUrlParams(newState) }),
              replace: true,
            })
          }
          loadResults={loadResults}
        />
      </div>
    </>
  )
}
