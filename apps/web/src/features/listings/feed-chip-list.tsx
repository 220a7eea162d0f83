import { formatCount } from '@terrace/domain/tickets'
import { useRef, type RefObject } from 'react'
import { useKeptFocus } from '#web/lib/use-kept-focus.ts'
import { CloseIcon } from '#web/ui/icons.ts'
import { chipsOf } from './feed-chips.ts'
import type { FilterState } from './feed-choices.ts'
import { noFilters } from './feed-search.ts'

interface ChipListProps {
  state: FilterState
  /** Where the focus goes with the last chip. */
  bar: RefObject<HTMLElement | null>
}

/** How much is left by what is set, each of it to be taken back by a press; on a phone in one line that moves sideways. */
export function ChipList({ state, bar }: ChipListProps) {
  const { meta, whole } = state
  const chips = chipsOf(state)
  const left = meta && whole && `${formatCount(meta.total)} of ${formatCount(whole.total)}`
  const list = useRef<HTMLDivElement>(null)
  useKeptFocus({
    list,
    rows: () => [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])],
    field: {
      get current() {
        return bar.current?.querySelector<HTMLElement>('input:checked') ?? null
      },
    },
  })
  return (
    // It stays when it is empty: it knows which of its buttons had the focus.
    <div ref={list}>
      {/* A status is read out when its text changes, not when it comes with it. */}
      <p role="status" className="sr-only">
        {chips.length > 0 && left}
      </p>
      {chips.length > 0 && (
        <div
          role="group"
          aria-label="Filters that are set"
          className="flex flex-wrap items-center gap-1.5 border-b border-line bg-paper px-5 py-2 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:[scrollbar-width:none] lg:pl-7"
        >
          <span aria-hidden className="tabular mr-1.5 text-xs whitespace-nowrap text-muted">
            {left}
          </span>
          {chips.map(({ key, text, without }) => (
            <button
              key={key}
              type="button"
              aria-label={`Remove the filter ${text}`}
              onClick={() => state.onSearch(without)}
              className="tabular inline-flex h-7 shrink-0 items-center gap-1 rounded-full bg-accent-soft pr-2 pl-3 text-xs text-accent -outline-offset-1 hover:bg-ink/10 max-sm:h-9"
            >
              {text}
              <CloseIcon aria-hidden className="size-3.5" />
            </button>
          ))}
          <button
            type="button"
            onClick={() => state.onSearch(noFilters)}
            className="h-7 shrink-0 rounded-full px-2 text-xs font-semibold text-accent underline-offset-2 hover:underline max-sm:h-9"
          >
            Clear all
          </button>
        </div>
      )}
    </div>
  )
}
