import { SearchIcon } from '#web/ui/icons.ts'
import { Kbd } from '#web/ui/controls/kbd.tsx'
import { useSearchOverlay } from './search-overlay.tsx'

/** Large button that looks like the search field and opens it. */
export function SearchBox({ placeholder }: { placeholder: string }) {
  const { open } = useSearchOverlay()
  return (
    <button
      type="button"
      onClick={open}
      className="flex h-14 w-full items-center gap-4 rounded border border-ink bg-surface px-5 text-lg text-muted transition-colors duration-150 ease-out hover:text-ink"
    >
      <SearchIcon aria-hidden className="size-5 shrink-0" />
      <span className="sr-only">Search: </span>
      <span className="min-w-0 flex-1 truncate text-left">{placeholder}</span>
      <Kbd className="hidden sm:inline-flex">/</Kbd>
    </button>
  )
}
