import { Link } from '@tanstack/react-router'
import type { WireMenuOption } from '@terrace/contracts/catalogue'
import { useEffect, useRef, useState, type HTMLAttributes, type KeyboardEvent, type ReactNode } from 'react'
import { TwoToneDisc } from '#web/ui/data-display/art.tsx'
import { cx } from '#web/ui/cx.ts'
import { ChevronRightIcon } from '#web/ui/icons.ts'
import type { BarEntry } from './bar-entries.ts'
import { flattenDescendants, megaMenuLink } from './menu-links.ts'
import { useMenuHover } from './use-menu-hover.ts'

interface MegaMenuPanelProps {
  id: string
  entry: BarEntry
  activePath: readonly WireMenuOption[]
  /** Opened by key: the first entry has the focus. */
  isEntering: boolean
  onClose: () => void
  /** Called on the up arrow in the first row. */
  onExitTop: () => void
}

type PointerHandlers = Pick<HTMLAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave' | 'onFocus'>

const row =
  'flex min-h-9 items-center gap-2.5 rounded px-3 py-1.5 leading-5 transition-colors duration-150 ease-out'

/** Second level on the left; the third level on the right for the hovered or focused entry. */
export function MegaMenuPanel({ id, entry, activePath, isEntering, onClose, onExitTop }: MegaMenuPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isEntering) panel.current?.querySelector<HTMLElement>('[data-column] a')?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the panel appears
  }, [])
  const { entries } = entry
  const isOnActivePath = (option: WireMenuOption) => activePath.some(({ id: active }) => active === option.id)
  const [shownId, setShown] = useState((entries.find(isOnActivePath) ?? entries[0])?.id ?? null)
  const hover = useMenuHover<number>((hoveredId) => hoveredId !== null && setShown(hoveredId))
  const shown = entries.find(({ id: candidate }) => candidate === shownId)
  const thirdLevel = shown ? flattenDescendants(shown) : []

  function item(
    option: WireMenuOption,
    children: ReactNode,
    className?: string,
    handlers: PointerHandlers = {},
  ) {
    const isCurrentPage = activePath.at(-1)?.id === option.id
    return (
      <Link
        to={megaMenuLink(option)}
        onClick={onClose}
        {...handlers}
        {...(isCurrentPage && { 'aria-current': 'page' })}
        className={cx(
          row,
          isOnActivePath(option) ? 'font-semibold text-accent' : 'text-ink',
          'hover:bg-ink/6',
          className,
        )}
      >
        {children}
      </Link>
    )
  }

  return (
    <div
      ref={panel}
      id={id}
      role="presentation"
      onKeyDown={(event) => handlePanelKeys(event, onExitTop)}
      className="absolute inset-x-0 top-full animate-rise border-y border-line bg-raised shadow"
    >
      <div className="flex max-h-[min(32rem,calc(100dvh-6rem))] px-5">
        <ul data-column className="thin-scroll w-64 shrink-0 overflow-y-auto border-r border-line py-5 pr-5">
          {entry.option && <li>{item(entry.option, `All ${entry.option.title}`, 'font-semibold')}</li>}
          {entries.map((option) => (
            <li key={option.id} {...(shown?.id === option.id && { 'data-shown': true })}>
              {item(
                option,
                <>
                  <span className="flex-1">{option.title}</span>
                  {option.sub_menu.length > 0 && (
                    <ChevronRightIcon aria-hidden className="size-4 shrink-0 text-muted" />
                  )}
                </>,
                shown?.id === option.id && thirdLevel.length > 0 ? 'bg-ink/6' : undefined,
                {
                  onPointerEnter: hover.enter(option.id),
                  onPointerLeave: hover.cancel,
                  onFocus: () => setShown(option.id),
                },
              )}
            </li>
          ))}
        </ul>
        {shown && thirdLevel.length > 0 && (
          <div className="thin-scroll min-w-0 flex-1 overflow-y-auto py-5 pl-5">
            <ul
              key={shown.id}
              data-column
              aria-label={shown.title}
              className="columns-3 gap-x-4 xl:columns-4 [&>li]:break-inside-avoid"
            >
              {thirdLevel.map((option) => (
                <li key={option.id}>
                  {item(
                    option,
                    <>
                      {option.type === 'performer' && (
                        <TwoToneDisc
                          name={option.title}
                          colours={option.colours}
                          className="!size-4 shrink-0"
                        />
                      )}
                      <span className="min-w-0">{option.title}</span>
                    </>,
                    option.sub_menu.length > 0 ? 'font-semibold' : undefined,
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </div>
  )
}

/** Up and down move within a column, left and right between columns. */
function handlePanelKeys(event: KeyboardEvent<HTMLElement>, onExitTop: () => void): void {
  const columns = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-column]')]
  const columnIndex = columns.findIndex(
    (column) => event.target instanceof Node && column.contains(event.target),
  )
  const linksOf = (index: number) => [...(columns[index]?.querySelectorAll<HTMLElement>('a') ?? [])]
  const links = linksOf(columnIndex)
  const linkIndex = links.findIndex((link) => link === event.target)
  if (linkIndex === -1) return
  const targets: Record<string, () => HTMLElement | undefined> = {
    ArrowDown: () => links[linkIndex + 1] ?? links[0],
    ArrowUp: () => links[linkIndex - 1],
    ArrowRight: () => linksOf(columnIndex + 1)[0],
    ArrowLeft: () => columns[columnIndex - 1]?.querySelector<HTMLElement>('[data-shown] a') ?? undefined,
    Home: () => links[0],
    End: () => links.at(-1),
  }
  const find = targets[event.key]
  if (!find) return
  event.preventDefault()
  if (event.key === 'ArrowUp' && linkIndex === 0 && columnIndex === 0) onExitTop()
  else find()?.focus()
}
