import { useNavigate, useSearch } from '@tanstack/react-router'
import { searchId } from '#web/features/search/search-overlay.tsx'
import { SearchPanel } from '#web/features/search/search-panel.tsx'
import { readWish, wishAddress } from '#web/features/search/search-wish.ts'
import { useTitle } from '#web/lib/title.ts'

const loadAnswers = () => import('./search-answers.tsx')

/** The search as a page: all that is looked for stands in the address (spec §2, `/search`). */
export default function Search() {
  // The same wish stays the same object: what has answered it is compared by it.
  const wish = useSearch({ strict: false, select: readWish, structuralSharing: true })
  const navigate = useNavigate()
  useTitle(wish.text === '' ? 'Search' : `${wish.text} · Search`)
  return (
    <>
      <h1 className="sr-only">Search events</h1>
      <div id={searchId} role="search">
        <SearchPanel
          wish={wish}
          onWish={(wanted) => void navigate({ to: '/search', search: wishAddress(wanted), replace: true })}
          loadAnswers={loadAnswers}
        />
      </div>
    </>
  )
}
