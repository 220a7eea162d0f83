import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { useIdlePreload } from '#web/lib/hooks/use-idle-preload.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { cx } from '#web/ui/cx.ts'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { barEntries } from './bar-entries.ts'
import { findActivePath } from './menu-links.ts'
import { headerMenuQuery } from '#web/features/catalogue/queries.ts'
import { useMenuHover } from './use-menu-hover.ts'

const loadPanel = async () => ({ default: (await import('./mega-menu-panel.tsx')).MegaMenuPanel })

/**
 * Header menu from 1024 px: a bar of sports, each with a panel of up to two columns. Opens on hover, press and arrow
 * down; arrow keys move in it, Esc closes it. The panels' code loads when the page is idle.
 */
export function MegaMenu() {
  const { data } = useQuery(headerMenuQuery())
  const pathname = useLocation({ select: (location) => location.pathname })
  const bar = useMemo(() => barEntries(data ?? []), [data])
  const activePath = useMemo(() => findActivePath(data ?? [], pathname), [data, pathname])
  const [openId, setOpen] = useState<number | null>(null)
  // Whether the panel takes the focus once it has loaded.
  const [isEntering, setEntering] = useState(false)
  useIdlePreload(loadPanel)
  const nav = useRef<HTMLDivElement>(null)
  const hover = useMenuHover(setOpen)
  const panelId = useId()
  const open = bar.find(({ id }) => id === openId)

  function close() {
    hover.cancel()
    setOpen(null)
    setEntering(false)
  }

  function press(event: MouseEvent, id: number) {
    hover.cancel()
    // Hovering has already opened the menu; a mouse press must not close it.
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
    const index = triggers.findIndex((trigger) => trigger === event.target)
    const entry = bar[index]
    if (!entry) return
    const targets: Record<string, number> = {
      ArrowRight: (index + 1) % bar.length,
      ArrowLeft: (index - 1 + bar.length) % bar.length,
      Home: 0,
      End: bar.length - 1,
    }
    const nextIndex = targets[event.key]
    if (nextIndex !== undefined) {
      event.preventDefault()
      triggers[nextIndex]?.focus()
      if (open) setOpen(bar[nextIndex]?.id ?? null)
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      flushSync(() => {
        setOpen(entry.id)
        setEntering(true)
      })
      nav.current?.querySelector<HTMLElement>('[data-column] a')?.focus()
    }
  }

  return (
    <nav aria-label="Events" className="mr-auto self-stretch max-lg:hidden">
      {/* Handles bubbled events of its buttons and links; not a control itself. */}
      <div
        ref={nav}
        role="presentation"
        className="flex h-full"
        onPointerLeave={hover.leave}
        onPointerEnter={hover.cancel}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) close()
        }}
        onKeyDown={onKeyDown}
      >
        {bar.map(({ id, title }) => {
          const isOpen = openId === id
          const isActive = activePath[0]?.id === id
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
          <LazyPart
            key={open.id}
            load={loadPanel}
            props={{
              id: panelId,
              entry: open,
              activePath,
              isEntering,
              onClose: close,
              onExitTop: () =>
                nav.current?.querySelectorAll<HTMLElement>('[data-trigger]')[bar.indexOf(open)]?.focus(),
            }}
          />
        )}
      </div>
    </nav>
  )
}
