import { Link } from '@tanstack/react-router'
import type { WireMenuOption } from '@terrace/contracts/catalogue'
import { useState, type HTMLAttributes, type KeyboardEvent, type ReactNode } from 'react'
import { TwoToneDisc } from '#web/ui/art.tsx'
import { cx } from '#web/ui/cx.ts'
import { ChevronRightIcon } from '#web/ui/icons.ts'
import type { BarEntry } from './bar-entries.ts'
import { foldedBelow, megaMenuLink } from './menu-links.ts'
import { coloursOf } from './team-colours.ts'
import { useMenuHover } from './use-menu-hover.ts'

interface MegaMenuPanelProps {
  id: string
  entry: BarEntry
  /** The entries that the page on screen is about. */
  trail: readonly WireMenuOption[]
  onClose: () => void
  /** The up arrow in the first line. */
  onLeaveUp: () => void
}

type Hears = Pick<HTMLAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave' | 'onFocus'>

const row =
  'flex min-h-9 items-center gap-2.5 rounded px-3 py-1.5 leading-5 transition-colors duration-150 ease-out'

/** Second level on the left, the third beside it for whatever is pointed at or has the focus. */
export function MegaMenuPanel({ id, entry, trail, onClose, onLeaveUp }: MegaMenuPanelProps) {
  const { entries } = entry
  const onTrail = (option: WireMenuOption) => trail.some(({ id: active }) => active === option.id)
  const [shownId, setShown] = useState((entries.find(onTrail) ?? entries[0])?.id ?? null)
  const hover = useMenuHover<number>((next) => next !== null && setShown(next))
  const shown = entries.find(({ id: candidate }) => candidate === shownId)
  const third = shown ? foldedBelow(shown) : []

  function item(option: WireMenuOption, children: ReactNode, className?: string, hears: Hears = {}) {
    const isHere = trail.at(-1)?.id === option.id
    return (
      <Link
        to={megaMenuLink(option)}
        onClick={onClose}
        {...hears}
        {...(isHere && { 'aria-current': 'page' })}
        className={cx(
          row,
          onTrail(option) ? 'font-semibold text-accent' : 'text-ink',
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
      id={id}
      role="presentation"
      onKeyDown={(event) => moveInPanel(event, onLeaveUp)}
      className="absolute inset-x-0 top-full animate-rise border-y border-line bg-raised shadow"
    >
      <div className="flex max-h-[min(32rem,calc(100dvh-6rem))] px-7">
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
                shown?.id === option.id && third.length > 0 ? 'bg-ink/6' : undefined,
                {
                  onPointerEnter: hover.enter(option.id),
                  onPointerLeave: hover.stay,
                  onFocus: () => setShown(option.id),
                },
              )}
            </li>
          ))}
        </ul>
        {shown && third.length > 0 && (
          <div className="thin-scroll min-w-0 flex-1 overflow-y-auto py-5 pl-5">
            <ul
              key={shown.id}
              data-column
              aria-label={shown.title}
              className="columns-3 gap-x-4 xl:columns-4 [&>li]:break-inside-avoid"
            >
              {third.map((option) => (
                <li key={option.id}>
                  {item(
                    option,
                    <>
                      {option.type === 'performer' && (
                        <TwoToneDisc
                          name={option.title}
                          colours={coloursOf(option.title)}
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

/** Up and down walk a column, left and right change to the other one. */
function moveInPanel(event: KeyboardEvent<HTMLElement>, onLeaveUp: () => void): void {
  const columns = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-column]')]
  const at = columns.findIndex((column) => event.target instanceof Node && column.contains(event.target))
  const linksOf = (place: number) => [...(columns[place]?.querySelectorAll<HTMLElement>('a') ?? [])]
  const links = linksOf(at)
  const place = links.findIndex((link) => link === event.target)
  if (place === -1) return
  const goTo: Record<string, () => HTMLElement | undefined> = {
    ArrowDown: () => links[place + 1] ?? links[0],
    ArrowUp: () => links[place - 1],
    ArrowRight: () => linksOf(at + 1)[0],
    ArrowLeft: () => columns[at - 1]?.querySelector<HTMLElement>('[data-shown] a') ?? undefined,
    Home: () => links[0],
    End: () => links.at(-1),
  }
  const find = goTo[event.key]
  if (!find) return
  event.preventDefault()
  if (event.key === 'ArrowUp' && place === 0 && at === 0) onLeaveUp()
  else find()?.focus()
}
