import type { WireSavedSearch } from '@terrace/contracts/saved-searches'
import { errorText } from '#web/lib/http/api-error.ts'
import { CloseIcon } from '#web/ui/icons.ts'
import { AlertSwitches } from './alert-switches.tsx'
import { filterText } from './saved-filter.ts'
import { useDeleteSearch } from './use-delete-search.ts'

interface EventSearchesProps {
  searches: readonly WireSavedSearch[]
  onShow: (search: WireSavedSearch) => void
}

/** The searches saved for one event: show, switch alerts, delete. */
export function EventSearches({ searches, onShow }: EventSearchesProps) {
  const { remove, error } = useDeleteSearch()
  return (
    <section aria-labelledby="event-searches" className="border-t border-line pt-4">
      <h3 id="event-searches" className="text-sm font-semibold">
        Saved for this event
      </h3>
      <ul>
        {searches.map((search) => (
          <li
            key={search.id}
            className="flex flex-wrap items-center gap-x-3 border-b border-line py-1.5 last:border-b-0"
          >
            <button
              type="button"
              onClick={() => onShow(search)}
              className="min-h-8 min-w-0 flex-1 basis-40 truncate max-sm:basis-full rounded-sm text-left text-sm font-semibold text-accent hover:underline max-sm:min-h-10"
              title={filterText(search)}
            >
              {search.name}
            </button>
            <AlertSwitches search={search} />
            <button
              type="button"
              aria-label={`Delete search ${search.name}`}
              onClick={() => remove(search)}
              className="ml-auto inline-flex size-8 items-center justify-center rounded text-muted hover:bg-ink/6 hover:text-ink max-sm:size-10"
            >
              <CloseIcon aria-hidden className="size-4" />
            </button>
          </li>
        ))}
      </ul>
      {error !== null && (
        <p role="alert" className="mt-2 text-xs font-medium text-danger">
          {errorText(error)}
        </p>
      )}
    </section>
  )
}
