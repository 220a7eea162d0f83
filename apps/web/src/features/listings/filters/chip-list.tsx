import { formatCount } from '@terrace/domain/tickets/format-count'
import { useRef, type RefObject } from 'react'
import { useListFocus } from '#web/lib/hooks/use-list-focus.ts'
import { cx } from '#web/ui/cx.ts'
import { CloseIcon } from '#web/ui/icons.ts'
import { filterChips } from './filter-chips.ts'
import type { FeedFilterProps } from './filter-choices.ts'
import { clearedFilters, countFilters } from './feed-params.ts'

interface ChipListProps {
  filters: FeedFilterProps
  /** Receives the focus when the last chip is removed. */
  bar: RefObject<HTMLElement | null>
}

/** Removable chips for the active filters in one scrolling line, without those that the bar shows itself. */
export function ChipList({ filters, bar }: ChipListProps) {
  const { meta, unfilteredMeta } = filters
  const chips = filterChips(filters)
  const resultText =
    meta && unfilteredMeta && `${formatCount(meta.total)} of ${formatCount(unfilteredMeta.total)}`
  const list = useRef<HTMLDivElement>(null)
  useListFocus({
    list,
    rows: () => [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])],
    field: {
      get current() {
        return bar.current?.querySelector<HTMLElement>('input:checked') ?? null
      },
    },
  })
  return (
    // Stays mounted when empty, because it tracks which button had the focus.
    <div
      ref={list}
      className={cx(
        chips.length === 0 ? 'absolute' : 'min-w-0',
        chips.length > 0 &&
          'flex items-center @max-[80rem]:order-last @max-[80rem]:basis-full @min-[80rem]:ml-1 @min-[80rem]:flex-1 @min-[80rem]:border-l @min-[80rem]:border-line @min-[80rem]:pl-3',
      )}
    >
      {/* Must exist before its text changes, or screen readers don't announce it. */}
      <p role="status" className="sr-only">
        {countFilters(filters.params) > 0 && resultText}
      </p>
      {chips.length > 0 && (
        <div role="group" aria-label="Active filters" className="flex min-w-0 items-center">
          <div
            // Fades where chips continue; the padding keeps the last one clear of it.
            className="flex min-w-0 items-center gap-1.5 overflow-x-auto [mask-image:linear-gradient(to_right,#000_calc(100%-1.25rem),transparent)] py-0.5 pr-5 [scrollbar-width:none]"
          >
            {chips.map(({ key, text, clearedParams }) => (
              <button
                key={key}
                type="button"
                aria-label={`Remove filter ${text}`}
                onClick={() => filters.onParamsChange(clearedParams)}
                className={cx(
                  'inline-flex h-7 shrink-0 items-center gap-1 rounded-full bg-accent-soft pr-2 pl-3 text-xs text-accent -outline-offset-1 hover:bg-ink/10 max-sm:h-9',
                  // A wide bar has a separate button for it.
                  key === 'in_hand' && '@min-[58rem]:hidden',
                )}
              >
                {text}
                <CloseIcon aria-hidden className="size-3.5" />
              </button>
            ))}
          </div>
          <button
            type="button"
            onClick={() => filters.onParamsChange(clearedFilters)}
            className="-ml-3 h-7 shrink-0 rounded-full px-2 text-xs font-semibold text-accent -outline-offset-1 underline-offset-2 hover:underline max-sm:h-9"
          >
            Clear all
          </button>
        </div>
      )}
    </div>
  )
}
