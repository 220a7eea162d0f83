import { useLocation } from '@tanstack/react-router'
import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import { SearchPanel, type LoadAnswers } from './search-panel.tsx'
import { emptyWish } from './search-wish.ts'
import { useSlashKey } from './use-slash-key.ts'

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

/** Whether the search lies over the page, and how to bring it there and away. */
export function useSearchOverlay(): Overlay {
  return use(OverlayContext)
}

/** What the header's button controls: the search, over a page or as one. */
export const searchId = 'search'

/** Over which page the search lies is part of its state: on another page it is closed. */
export function SearchOverlayProvider({ children }: { children: (isOpen: boolean) => ReactNode }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const [openOver, setOpenOver] = useState<string | null>(null)
  const isOpen = openOver === pathname && pathname !== paths.search()
  const overlay = {
    isOpen,
    open: () => setOpenOver(pathname),
    close: () => setOpenOver(null),
  }
  return <OverlayContext value={overlay}>{children(isOpen)}</OverlayContext>
}

/** `/` opens the search wherever it can be opened. */
export function SearchShortcut() {
  const { isOpen, open } = useSearchOverlay()
  useSlashKey(() => {
    if (!isOpen) open()
  })
  return null
}

interface SearchOverlayProps {
  loadAnswers: LoadAnswers
}

/** The search over the page, below the header whose button closes it again. Esc closes it too. */
export function SearchOverlay({ loadAnswers }: SearchOverlayProps) {
  const { isOpen, close } = useSearchOverlay()
  return isOpen && <OpenOverlay loadAnswers={loadAnswers} onClose={close} />
}

function OpenOverlay({ loadAnswers, onClose }: SearchOverlayProps & { onClose: () => void }) {
  const [wish, setWish] = useState(emptyWish)
  const isLeaving = useRef(false)
  const [before] = useState(() => document.activeElement)
  usePageStill()

  useEffect(
    () => () => {
      // Who goes to another page is led on there; who comes back goes on where they were.
      if (isLeaving.current) return
      const place = before instanceof HTMLElement && before !== document.body && before.isConnected
      const back = place ? before : document.querySelector<HTMLElement>(`[aria-controls=${searchId}]`)
      back?.focus({ preventScroll: true })
    },
    [before],
  )

  return (
    <div className="sticky top-15 z-10 h-0">
      <section
        id={searchId}
        role="search"
        aria-label="Search"
        onKeyDownCapture={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
          event.stopPropagation()
          onClose()
        }}
        className="thin-scroll absolute inset-x-0 top-0 h-[calc(100dvh-3.75rem)] animate-fade overflow-y-auto overscroll-contain bg-paper pb-10"
      >
        <SearchPanel
          wish={wish}
          onWish={setWish}
          loadAnswers={loadAnswers}
          onFollow={() => {
            isLeaving.current = true
            onClose()
          }}
        />
      </section>
    </div>
  )
}

/** What lies below must not scroll in place of the search. */
function usePageStill(): void {
  useEffect(() => {
    const { style } = document.documentElement
    const before = style.overflow
    style.overflow = 'hidden'
    return () => {
      style.overflow = before
    }
  }, [])
}
