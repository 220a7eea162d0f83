import type { WireInventoryImportDetail } from '@terrace/contracts/inventory-imports'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { useRef, type KeyboardEvent } from 'react'
import { cx } from '#web/ui/cx.ts'
import { actionTexts } from '#web/features/inventory-imports/texts.ts'
import type { RowsView } from '#web/features/inventory-imports/import-place.ts'

type TabId = NonNullable<RowsView['show']>

interface Tab {
  id: TabId
  title: string
  count: number
}

const always = ['changed', 'new', 'withdrawn'] as const
const ifAny = ['held', 'invalid', 'unchanged', 'skipped'] as const

/** The lists of rows that an import has. */
export function tabsOf({ counts }: WireInventoryImportDetail): Tab[] {
  const tab = (id: (typeof always)[number] | (typeof ifAny)[number]): Tab => ({
    id,
    title: actionTexts[id],
    count: counts[id],
  })
  return [
    ...(counts.undo_rejected > 0
      ? [{ id: 'undo_rejected' as const, title: 'Not undone', count: counts.undo_rejected }]
      : []),
    ...(counts.rejected > 0
      ? [{ id: 'rejected' as const, title: 'Not written', count: counts.rejected }]
      : []),
    ...always.map(tab),
    ...ifAny.map(tab).filter(({ count }) => count > 0),
  ]
}

interface RowTabsProps {
  tabs: readonly Tab[]
  value: TabId
  onChange: (id: TabId) => void
}

/** Which rows are shown; arrow keys move between the tabs. */
export function RowTabs({ tabs, value, onChange }: RowTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  function move(event: KeyboardEvent): void {
    const steps = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (steps === undefined) return
    event.preventDefault()
    const at = tabs.findIndex(({ id }) => id === value)
    const next = tabs[(at + steps + tabs.length) % tabs.length]
    if (!next) return
    onChange(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus()
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Rows"
      className="thin-scroll -mb-px flex max-w-full gap-5 overflow-x-auto max-sm:px-2"
    >
      {tabs.map(({ id, title, count }) => (
        <button
          key={id}
          type="button"
          role="tab"
          data-tab={id}
          aria-selected={id === value}
          tabIndex={id === value ? 0 : -1}
          onClick={() => onChange(id)}
          onKeyDown={move}
          className={cx(
            'h-9 shrink-0 border-b-2 text-xs whitespace-nowrap focus-visible:-outline-offset-2 max-sm:h-11',
            id === value
              ? 'border-accent font-semibold text-ink'
              : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {title}{' '}
          <span
            className={cx('tabular', count > 0 && (id === 'withdrawn' || id === 'rejected') && 'text-danger')}
          >
            {formatCount(count)}
          </span>
        </button>
      ))}
    </div>
  )
}
