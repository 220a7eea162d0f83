import { useEffect, useRef } from 'react'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { ArrowUpDownIcon } from '#web/ui/icons.ts'
import { Kbd } from '#web/ui/controls/kbd.tsx'
import { movedText, type MovedListings } from './moved-listings.ts'

interface SortAgainNoticeProps {
  moved: MovedListings
  isSorting: boolean
  onSortAgain: () => Promise<void>
}

/** Says that live changes left the list out of order, which it keeps until the user sorts it again. */
export function SortAgainNotice({ moved, isSorting, onSortAgain }: SortAgainNoticeProps) {
  const isOpen = moved.rows.size > 0
  const run = isOpen && !isSorting ? () => void onSortAgain() : null
  useCommands('Listings', [{ id: 'listings.resort', title: 'Re-sort after live changes', key: 'r', run }])

  const hadFocus = useRef(false)
  // The button disappears with the notice; the focus moves on to the list.
  useEffect(() => {
    if (isOpen || !hadFocus.current) return
    hadFocus.current = false
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus({ preventScroll: true })
  }, [isOpen])

  return (
    // Must exist before its text changes, or screen readers don't announce it.
    <div role="status" className="min-w-0">
      {isOpen && (
        <p className="flex h-6 items-center gap-1.5 rounded-full bg-signal-soft pr-1 pl-2.5 text-xs text-signal">
          <ArrowUpDownIcon aria-hidden className="size-3.5 shrink-0" />
          <span className="tabular truncate">{movedText(moved)}.</span>
          <button
            type="button"
            aria-disabled={isSorting || undefined}
            aria-keyshortcuts="R"
            onFocus={() => (hadFocus.current = true)}
            onBlur={({ relatedTarget }) => (hadFocus.current = relatedTarget === null)}
            onClick={() => {
              if (!isSorting) void onSortAgain()
            }}
            className="inline-flex min-h-6 items-center gap-1.5 rounded-full pr-1 font-semibold underline underline-offset-2"
          >
            Re-sort
            <span aria-hidden className="max-sm:hidden">
              <Kbd>R</Kbd>
            </span>
          </button>
        </p>
      )}
    </div>
  )
}
