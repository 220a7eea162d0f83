import { cx } from '#web/ui/cx.ts'
import { CloseIcon, SearchIcon } from '#web/ui/icons.ts'
import { Kbd } from '#web/ui/controls/kbd.tsx'
import { searchId } from './search-overlay.tsx'

interface SearchButtonProps {
  isOpen: boolean
  shortcut?: string
  onPress: () => void
}

/** Header button that toggles the search (spec §2); looks like the search field. */
export function SearchButton({ isOpen, shortcut, onPress }: SearchButtonProps) {
  const Icon = isOpen ? CloseIcon : SearchIcon
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={searchId}
      onClick={onPress}
      className={cx(
        'inline-flex h-10 shrink-0 items-center rounded border transition-colors duration-150 ease-out max-sm:w-10 max-sm:justify-center',
        'sm:min-w-0 sm:max-w-85 sm:flex-1 sm:px-3.5 lg:max-w-72 xl:max-w-85',
        isOpen
          ? 'border-accent bg-accent-soft text-accent'
          : 'border-transparent text-muted hover:text-ink max-sm:hover:bg-ink/6 sm:bg-sunken sm:hover:border-line',
      )}
    >
      <Icon aria-hidden className="size-5 shrink-0 sm:size-4" />
      <span className="truncate text-left max-sm:sr-only sm:flex-1 sm:px-2.5">
        Search events, teams, venues
      </span>
      {shortcut !== undefined && <Kbd className="hidden sm:inline-flex">{shortcut}</Kbd>}
    </button>
  )
}
