import { useLocation } from '@tanstack/react-router'
import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react'
import { groupTitles } from '#web/lib/commands/command.ts'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { paths } from '#web/lib/url/paths.ts'
import { SearchPanel, type LoadResults } from './search-panel.tsx'
import { emptySearch } from '#web/features/search/query/search-state.ts'

interface Overlay {
  isOpen: boolean
  open: () => void
  close: () => void
}

const OverlayContext = createContext<Overlay>({
  isOpen: false,
  open: () => undefined,
  close: () => undefined,
})

export function useSearchOverlay(): Overlay {
  return use(OverlayContext)
}

/** Element id that the header button controls, for the overlay and the search page. */
export const searchId = 'search'

/** The state includes the path, so navigating closes the overlay. */
export function SearchOverlayProvider({ children }: { children: (isOpen: boolean) => ReactNode }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const [openOnPath, setOpenOnPath] = useState<string | null>(null)
  const isOpen = openOnPath === pathname && pathname !== paths.search()
  const overlay = {
    isOpen,
    open: () => setOpenOnPath(pathname),
    close: () => setOpenOnPath(null),
  }
  return <OverlayContext value={overlay}>{children(isOpen)}</OverlayContext>
}

export function SearchShortcut() {
  const { isOpen, open } = useSearchOverlay()
  useCommands(groupTitles.everywhere, [
    { id: 'search', title: 'Search events', key: '/', run: isOpen ? null : open },
  ])
  return null
}

interface SearchOverlayProps {
  loadResults: LoadResults
}

/** Search overlay below the header. The header button and Esc close it. */
export function SearchOverlay({ loadResults }: SearchOverlayProps) {
  const { isOpen, close } = useSearchOverlay()
  return isOpen && <SearchOverlayContent loadResults={loadResults} onClose={close} />
}

function SearchOverlayContent({ loadResults, onClose }: SearchOverlayProps & { onClose: () => void }) {
  const [searchState, setSearchState] = useState(emptySearch)
  const isLeaving = useRef(false)
  const [previous] = useState(() => document.activeElement)
  useScrollLock()

  useEffect(
    () => () => {
      // After navigation the new page manages focus; otherwise return it to where it was.
      if (isLeaving.current) return
      const canRestore = previous instanceof HTMLElement && previous !== document.body && previous.isConnected
      const focusTarget = canRestore
        ? previous
        : document.querySelector<HTMLElement>(`[aria-controls=${searchId}]`)
      focusTarget?.focus({ preventScroll: true })
    },
    [previous],
  )

  return (
    <div className="sticky top-(--header-height) z-10 h-0">
      <section
        id={searchId}
        role="search"
        aria-label="Search"
        onKeyDownCapture={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
          event.stopPropagation()
          onClose()
        }}
        className="thin-scroll absolute inset-x-0 top-0 h-[calc(100dvh-var(--header-height))] animate-fade overflow-y-auto overscroll-contain bg-paper pb-10"
      >
        <SearchPanel
          searchState={searchState}
          onSearchChange={setSearchState}
          loadResults={loadResults}
          onOpenResult={() => {
            isLeaving.current = true
            onClose()
          }}
        />
      </section>
    </div>
  )
}

/** Prevents the page behind the overlay from scrolling. */
function useScrollLock(): void {
  useEffect(() => {
    const { style } = document.documentElement
    const previous = style.overflow
    style.overflow = 'hidden'
    return () => {
      style.overflow = previous
    }
  }, [])
}
