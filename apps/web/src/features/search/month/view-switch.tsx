import { CalendarIcon, RowsIcon } from '#web/ui/icons.ts'
import { cx } from '#web/ui/cx.ts'

interface ViewSwitchProps {
  view: 'list' | 'month'
  onChange: (view: 'list' | 'month') => void
}

const views = [
  { view: 'list', name: 'List', Icon: RowsIcon },
  { view: 'month', name: 'Month', Icon: CalendarIcon },
] as const

/** Shows events as a list or as a month. Plain buttons, because pages that rarely use them load this at once. */
export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  return (
    <div role="group" aria-label="View" className="inline-flex h-8 max-sm:h-10">
      {views.map(({ view: each, name, Icon }) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === view}
          onClick={() => each !== view && onChange(each)}
          className={cx(
            '-ml-px inline-flex items-center gap-1.5 border px-3 text-xs transition-colors duration-150 ease-out first:ml-0 first:rounded-l last:rounded-r',
            each === view
              ? 'border-line bg-accent-soft font-semibold text-accent'
              : 'border-line bg-surface text-ink hover:border-line-strong',
          )}
        >
          <Icon aria-hidden className="size-4" />
          {name}
        </button>
      ))}
    </div>
  )
}
