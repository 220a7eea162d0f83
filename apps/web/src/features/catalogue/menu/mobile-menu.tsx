import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import type { WireMenuOption } from '@terrace/contracts/catalogue'
import { useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#web/ui/controls/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { SkeletonRegion, SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { findActivePath, mobileMenuLink } from './menu-links.ts'
import { headerMenuQuery } from '#web/features/catalogue/queries.ts'

const large = '(min-width: 64rem)'

function useIsLarge(): boolean {
  return useSyncExternalStore(
    (notify) => {
      const media = window.matchMedia(large)
      media.addEventListener('change', notify)
      return () => media.removeEventListener('change', notify)
    },
    () => window.matchMedia(large).matches,
  )
}

/** Menu below 1024 px: a drawer from the right, one level at a time (spec §2). */
export function MobileMenu({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const isLarge = useIsLarge()
  return (
    <Drawer title="Menu" isOpen={isOpen && !isLarge} onClose={onClose}>
      {/* Remounts on every opening, so it starts at the top level. */}
      <MenuLevels onClose={onClose} />
    </Drawer>
  )
}

function MenuLevels({ onClose }: { onClose: () => void }) {
  const query = useQuery(headerMenuQuery())
  const { data, error } = query
  const pathname = useLocation({ select: (location) => location.pathname })
  const [path, setPath] = useState<readonly WireMenuOption[]>([])
  const list = useRef<HTMLDivElement>(null)

  function move(newPath: readonly WireMenuOption[]) {
    flushSync(() => setPath(newPath))
    // The pressed button is removed with its level, so focus moves to the new level's first entry.
    list.current?.querySelector<HTMLElement>('a, button')?.focus()
  }

  if (data === undefined) {
    return error ? (
      <LoadError title="Couldn’t load the menu" query={query} />
    ) : (
      <SkeletonRegion label="Loading the menu">
        <SkeletonRows columns={[9]} />
      </SkeletonRegion>
    )
  }
  const activePath = findActivePath(data, pathname)
  const current = path.at(-1)
  const options = current?.sub_menu ?? data
  return (
    <div ref={list} className="-m-2">
      {current && (
        <div className="mb-1 border-b border-line pb-1">
          <Button
            tone="quiet"
            icon={<ChevronLeftIcon aria-hidden className="size-4" />}
            onPress={() => move(path.slice(0, -1))}
            className="w-full !justify-start !px-3"
          >
            Back
          </Button>
        </div>
      )}
      <ul aria-label={current?.title ?? 'Menu'} key={current?.id ?? 'top'} className="animate-rise">
        {current && (
          <Entry
            option={current}
            label={`All ${current.title}`}
            activePath={activePath}
            onClose={onClose}
            isLevelRoot
          />
        )}
        {options.map((option) => (
          <Entry
            key={option.id}
            option={option}
            label={option.title}
            activePath={activePath}
            onClose={onClose}
            onOpenLevel={() => move([...path, option])}
          />
        ))}
      </ul>
    </div>
  )
}

interface EntryProps {
  option: WireMenuOption
  label: string
  activePath: readonly WireMenuOption[]
  onClose: () => void
  onOpenLevel?: () => void
  /** Represents its whole level, so it is marked only for its own page. */
  isLevelRoot?: boolean
}

const entry =
  'flex min-h-12 w-full items-center gap-3 rounded px-3 py-2 text-left text-base transition-colors duration-150 ease-out hover:bg-ink/6'

/** A link, or a button that opens the level below. */
function Entry({ option, label, activePath, onClose, onOpenLevel, isLevelRoot = false }: EntryProps) {
  const isCurrentPage = activePath.at(-1)?.id === option.id
  const isHighlighted = isCurrentPage || (!isLevelRoot && activePath.some(({ id }) => id === option.id))
  const entryClass = cx(entry, isHighlighted && 'bg-accent-soft font-semibold text-accent')
  if (onOpenLevel && option.sub_menu.length > 0) {
    return (
      <li>
        <button
          type="button"
          onClick={onOpenLevel}
          {...(isHighlighted && { 'aria-current': true })}
          className={entryClass}
        >
          <span className="flex-1">{label}</span>
          <ChevronRightIcon aria-hidden className="size-4 text-muted" />
        </button>
      </li>
    )
  }
  return (
    <li>
      <Link
        to={mobileMenuLink(option)}
        onClick={onClose}
        {...(isCurrentPage && { 'aria-current': 'page' })}
        className={entryClass}
      >
        {label}
      </Link>
    </li>
  )
}
