import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { CloseIcon, SearchIcon } from '#web/ui/icons.ts'
import { searchId } from './search-overlay.tsx'

interface SearchButtonProps {
  isOpen: boolean
  onPress: () => void
  /** The button that opens the command palette, at the end of the field. */
  children: ReactNode
}

/** Looks like one field: the header button that toggles the search (spec §2), and the one that runs commands. */
export function SearchButton({ isOpen, onPress, children }: SearchButtonProps) {
  const Icon = isOpen ? CloseIcon : SearchIcon
  return (
    <div
      className={cx(
        '@container flex items-center rounded border transition-colors duration-150 ease-out max-sm:contents',
        'h-8 min-w-36 flex-1 sm:max-w-80',
        isOpen
          ? 'border-accent bg-accent-soft text-accent'
          : 'border-transparent bg-sunken text-muted hover:border-line hover:text-ink',
      )}
    >
      <button
        type="button"
        aria-label="Search or run a command"
        aria-expanded={isOpen}
        aria-controls={searchId}
        aria-keyshortcuts="/"
        onClick={onPress}
        className={cx(
          'inline-flex shrink-0 items-center rounded max-sm:size-10 max-sm:justify-center max-sm:hover:bg-ink/6 sm:h-full sm:min-w-0 sm:flex-1 sm:pl-3',
          isOpen ? 'max-sm:bg-accent-soft max-sm:text-accent' : 'max-sm:text-muted',
        )}
      >
        <Icon aria-hidden className="size-5 shrink-0 sm:size-4" />
        <span aria-hidden className="truncate text-left max-sm:hidden sm:flex-1 sm:px-2.5">
          Search<span className="@max-[17rem]:hidden"> or run a command</span>
        </span>
      </button>
      {children}
    </div>
  )
}
