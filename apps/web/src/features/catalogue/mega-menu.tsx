import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { cx } from '#web/ui/cx.ts'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { barEntries } from './bar-entries.ts'
import { MegaMenuPanel } from './mega-menu-panel.tsx'
import { activeTrail } from './menu-links.ts'
import { headerMenuQuery } from './queries.ts'
import { useMenuHover } from './use-menu-hover.ts'

/**
 * The menu of the header from 1024 px on: sports in a bar, below each a panel with up to two columns more. Opens on
 * resting the mouse, on a press, and on the down arrow; arrows move in it, Esc closes it.
 */
export function MegaMenu() {
  const { data } = useQuery(headerMenuQuery())
  const pathname = useLocation({ select: (location) => location.pathname })
  const bar = useMemo(() => barEntries(data ?? []), [data])
  const trail = useMemo(() => activeTrail(data ?? [], pathname), [data, pathname])
  const [openId, setOpen] = useState<number | null>(null)
  const nav = useRef<HTMLDivElement>(null)
  const hover = useMenuHover(setOpen)
  const panelId = useId()
  const open = bar.find(({ id }) => id === openId)

  function close() {
    hover.stay()
    setOpen(null)
  }

  function press(event: MouseEvent, id: number) {
    hover.stay()
    // A mouse has opened it by resting there; its press must not take it away again.
    const isMouse = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'mouse'
    setOpen(openId === id && !isMouse ? null : id)
  }

  function onKeyDown(event: KeyboardEvent) {
    const triggers = [...(nav.current?.querySelectorAll<HTMLElement>('[data-trigger]') ?? [])]
    if (event.key === 'Escape' && open) {
      event.stopPropagation()
      close()
      triggers[bar.indexOf(open)]?.focus()
      return
    }
    const place = triggers.findIndex((trigger) => trigger === event.target)
    const entry = bar[place]
    if (!entry) return
    const goTo: Record<string, number> = {
      ArrowRight: (place + 1) % bar.length,
      ArrowLeft: (place - 1 + bar.length) % bar.length,
      Home: 0,
      End: bar.length - 1,
    }
    const next = goTo[event.key]
    if (next !== undefined) {
      event.preventDefault()
      triggers[next]?.focus()
      if (open) setOpen(bar[next]?.id ?? null)
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      flushSync(() => setOpen(entry.id))
      nav.current?.querySelector<HTMLElement>('[data-column] a')?.focus()
    }
  }

  return (
    <nav aria-label="Events" className="mr-auto self-stretch max-lg:hidden">
      {/* Hears what happens to its buttons and links; it is no control itself. */}
      <div
        ref={nav}
        role="presentation"
        className="flex h-full"
        onPointerLeave={hover.leave}
        onPointerEnter={hover.stay}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) close()
        }}
        onKeyDown={onKeyDown}
      >
        {bar.map(({ id, title }) => {
          const isOpen = openId === id
          const isActive = trail[0]?.id === id
          return (
            <button
              key={id}
              type="button"
              data-trigger
              aria-expanded={isOpen}
              {...(isOpen && { 'aria-controls': panelId })}
              onPointerEnter={hover.enter(id)}
              onClick={(event) => press(event, id)}
              className={cx(
                'relative inline-flex h-full items-center gap-1.5 px-2.5 font-medium xl:px-3 whitespace-nowrap -outline-offset-2 transition-colors duration-150 ease-out',
                isOpen || isActive ? 'text-accent' : 'text-ink hover:text-accent',
                (isOpen || isActive) &&
                  'after:absolute after:inset-x-2.5 xl:after:inset-x-3 after:-bottom-px after:h-0.5 after:bg-accent',
              )}
            >
              {title}
              <ChevronDownIcon
                aria-hidden
                className={cx(
                  'size-3.5 text-muted max-xl:hidden transition-transform duration-150 ease-out',
                  isOpen && 'rotate-180',
                )}
              />
            </button>
          )
        })}
        {open && (
          <MegaMenuPanel
            key={open.id}
            id={panelId}
            entry={open}
            trail={trail}
            onClose={close}
            onLeaveUp={() =>
              nav.current?.querySelectorAll<HTMLElement>('[data-trigger]')[bar.indexOf(open)]?.focus()
            }
          />
        )}
      </div>
    </nav>
  )
}
