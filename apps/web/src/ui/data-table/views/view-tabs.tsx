import { formatCount } from '@terrace/domain/tickets/format-count'
import { cx } from '#web/ui/cx.ts'
import type { SavedViews } from './saved-views.ts'

interface ViewTabsProps {
  views: SavedViews
  /** Rows of the shown list. */
  total: number
}

/** Everything and the saved views as tabs. A changed view counts the rows that it shows now. */
export function ViewTabs({ views: { saved, active, isChanged, hasDefaults, choose }, total }: ViewTabsProps) {
  if (saved.length === 0) return null
  const shown = active && !isChanged ? active.id : hasDefaults ? null : undefined
  const tabs = [{ id: null, name: 'All' }, ...saved]
  return (
    <ul aria-label="Views" className="thin-scroll flex min-w-0 gap-4 self-stretch overflow-x-auto">
      {tabs.map(({ id, name }) => {
        const count = id === shown ? total : undefined
        return (
          <li key={id} className="flex shrink-0">
            <button
              type="button"
              aria-current={id === shown ? 'true' : undefined}
              onClick={() => choose(saved.find((view) => view.id === id) ?? null)}
              className={cx(
                'border-b-2 px-0.5 text-xs font-medium whitespace-nowrap -outline-offset-2',
                id === shown ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {name}
              {count !== undefined && (
                <span className="tabular ml-1.5 font-normal text-muted">{formatCount(count)}</span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
