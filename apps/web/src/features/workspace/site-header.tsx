import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Wordmark } from '#web/ui/data-display/logo.tsx'

interface SiteHeaderProps {
  brand: string
  /** Search and menu, on screens without their own controls. */
  children: ReactNode
  /** Called before the logo's link navigates. */
  onLogo: () => void
  /** Whether a screen replaces search and menu with its own controls. */
  isReplaced: boolean
  /** Keeps the header visible: its button closes the overlay on the page. */
  isPinned: boolean
  containerRef: (element: HTMLElement | null) => void
}

/** Logo, search and user menu; on checkout, the screen's own controls in a sticky header. */
export function SiteHeader({ brand, children, onLogo, isReplaced, isPinned, containerRef }: SiteHeaderProps) {
  return (
    <header
      className={cx(
        'group/header z-20 flex h-(--header-height) shrink-0 items-center gap-4 border-b border-line bg-surface px-4 sm:px-5 xl:gap-6 print:hidden',
        isReplaced || isPinned ? 'sticky top-0' : 'relative',
      )}
    >
      {/* Filters live in the URL, so the bare `/` clears them (spec §2). */}
      <Link
        to="/"
        onClick={onLogo}
        aria-label={`${brand}, home`}
        className="-mx-1 inline-flex touch-target shrink-0 rounded-sm p-1"
      >
        {/* On a phone, the basket's timer takes the place of the name. */}
        <Wordmark brand={brand} nameClassName="max-sm:group-has-[[data-header-timer]]/header:hidden" />
      </Link>
      <div className="flex min-w-0 flex-1 items-center justify-end gap-3 self-stretch sm:gap-4 xl:gap-5">
        {!isReplaced && children}
        <div ref={containerRef} className="contents" />
      </div>
    </header>
  )
}
