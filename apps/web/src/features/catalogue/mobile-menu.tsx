import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import type { WireMenuOption } from '@terrace/contracts/catalogue'
import { useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { SkeletonRegion, SkeletonRows } from '#web/ui/skeleton.tsx'
import { activeTrail, mobileMenuLink } from './menu-links.ts'
import { headerMenuQuery } from './queries.ts'

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

/** The menu below 1024 px: a drawer from the right, one level at a time (spec §2). */
export function MobileMenu({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const isLarge = useIsLarge()
  return (
    <Drawer title="Menu" isOpen={isOpen && !isLarge} onClose={onClose}>
      {/* New with each opening, so that it begins at the top again. */}
      <Levels onClose={onClose} />
    </Drawer>
  )
}

function Levels({ onClose }: { onClose: () => void }) {
  const query = useQuery(headerMenuQuery())
  const { data, error } = query
  const pathname = useLocation({ select: (location) => location.pathname })
  /** Entries gone into, from the top. */
  const [into, setInto] = useState<readonly WireMenuOption[]>([])
  const list = useRef<HTMLDivElement>(null)

  function move(next: readonly WireMenuOption[]) {
    flushSync(() => setInto(next))
    // The pressed button is gone with its level; the keyboard goes on at the new one's first entry.
    list.current?.querySelector<HTMLElement>('a, button')?.focus()
  }

  if (data === undefined) {
    return error ? (
      <LoadError title="The menu could not be loaded" query={query} />
    ) : (
      <SkeletonRegion label="The menu is loading">
        <SkeletonRows columns={[9]} />
      </SkeletonRegion>
    )
  }
  const trail = activeTrail(data, pathname)
  const current = into.at(-1)
  const options = current?.sub_menu ?? data
  return (
    <div ref={list} className="-m-2">
      {current && (
        <div className="mb-1 border-b border-line pb-1">
          <Button
            tone="quiet"
            icon={<ChevronLeftIcon aria-hidden className="size-4" />}
            onPress={() => move(into.slice(0, -1))}
            className="w-full !justify-start !px-3"
          >
            Back
          </Button>
        </div>
      )}
      <ul aria-label={current?.title ?? 'Menu'} key={current?.id ?? 'top'} className="animate-rise">
        {current && (
          <Entry option={current} label={`All ${current.title}`} trail={trail} onClose={onClose} isWhole />
        )}
        {options.map((option) => (
          <Entry
            key={option.id}
            option={option}
            label={option.title}
            trail={trail}
            onClose={onClose}
            onInto={() => move([...into, option])}
          />
        ))}
      </ul>
    </div>
  )
}

interface EntryProps {
  option: WireMenuOption
  label: string
  trail: readonly WireMenuOption[]
  onClose: () => void
  onInto?: () => void
  /** Stands for all of its level: marked only where the page is about it itself. */
  isWhole?: boolean
}

const entry =
  'flex min-h-12 w-full items-center gap-3 rounded px-3 py-2 text-left text-base transition-colors duration-150 ease-out hover:bg-ink/6'

/** A link; or, where there is something below, a button that leads there. */
function Entry({ option, label, trail, onClose, onInto, isWhole = false }: EntryProps) {
  const isHere = trail.at(-1)?.id === option.id
  const isMarked = isHere || (!isWhole && trail.some(({ id }) => id === option.id))
  const look = cx(entry, isMarked && 'bg-accent-soft font-semibold text-accent')
  if (onInto && option.sub_menu.length > 0) {
    return (
      <li>
        <button type="button" onClick={onInto} {...(isMarked && { 'aria-current': true })} className={look}>
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
        {...(isHere && { 'aria-current': 'page' })}
        className={look}
      >
        {label}
      </Link>
    </li>
  )
}
