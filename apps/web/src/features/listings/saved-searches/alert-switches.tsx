import type { WireSavedSearch } from '@terrace/contracts/saved-searches'
import { errorText } from '#web/lib/http/api-error.ts'
import { useChangeSearch } from './saved-search-queries.ts'

const switches = [
  { key: 'live', title: 'In app', label: 'In-app alerts' },
  { key: 'mail', title: 'Email', label: 'Email alerts' },
] as const

interface AlertSwitchesProps {
  search: WireSavedSearch
  tabIndex?: 0 | -1
}

/** Switches the alerts of one search, shown at once. */
export function AlertSwitches({ search, tabIndex = 0 }: AlertSwitchesProps) {
  const change = useChangeSearch()
  const shown = { ...search, ...(change.isPending && change.variables.change) }
  return (
    <span className="relative z-1 inline-flex items-center gap-3 text-xs">
      {switches.map(({ key, title, label }) => (
        <label key={key} className="inline-flex min-h-8 cursor-pointer items-center gap-1.5 max-sm:min-h-10">
          <input
            type="checkbox"
            aria-label={`${label} for ${search.name}`}
            tabIndex={tabIndex}
            checked={shown[key]}
            disabled={search.state === 'ended'}
            onChange={({ target }) =>
              change.mutate({
                id: search.id,
                change: key === 'live' ? { live: target.checked } : { mail: target.checked },
              })
            }
            className="size-4 cursor-pointer accent-(--accent)"
          />
          {title}
        </label>
      ))}
      {change.isError && (
        <span role="alert" className="text-danger">
          {errorText(change.error)}
        </span>
      )}
    </span>
  )
}
