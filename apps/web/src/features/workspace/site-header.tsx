import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Wordmark } from '#web/ui/logo.tsx'

interface SiteHeaderProps {
  brand: string
  /** Search and menu, on every screen that does not bring its own controls. */
  children: ReactNode
  /** A press of the logo, before it leads home. */
  onLogo: () => void
  /** A screen has put its controls in place of search and menu. */
  isTaken: boolean
  /** Stays in sight: its button closes what lies over the page. */
  isPinned: boolean
  placeRef: (element: HTMLElement | null) => void
}

/** Logo, search and the user's menu; on checkout the screen's own controls, which then stay in sight. */
export function SiteHeader({ brand, children, onLogo, isTaken, isPinned, placeRef }: SiteHeaderProps) {
  return (
    <header
      className={cx(
        'z-20 flex h-15 shrink-0 items-center gap-4 border-b border-line bg-surface px-4 sm:gap-6 sm:px-7 print:hidden',
        isTaken || isPinned ? 'sticky top-0' : 'relative',
      )}
    >
      {/* Filters live in addresses: leaving for the bare `/` clears them (spec §2). */}
      <Link
        to="/"
        onClick={onLogo}
        aria-label={`${brand}, home`}
        className="-mx-1 inline-flex thumb-room shrink-0 rounded-sm p-1"
      >
        <Wordmark brand={brand} />
      </Link>
      <div className="flex min-w-0 flex-1 items-center justify-end gap-3 self-stretch sm:gap-6">
        {!isTaken && children}
        <div ref={placeRef} className="contents" />
      </div>
    </header>
  )
}
