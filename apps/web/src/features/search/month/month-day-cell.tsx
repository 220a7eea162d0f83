import { formatCount } from '@terrace/domain/tickets/format-count'
import type { KeyboardEvent } from 'react'
import { cx } from '#web/ui/cx.ts'
import { dayTitle } from './month-days.ts'
import { namedPerDay, type DaySummary } from './month-queries.ts'

interface MonthDayCellProps {
  day: string
  /** `undefined` until it has loaded, and for days that are not searched. */
  summary: DaySummary | undefined
  isPast: boolean
  isChosen: boolean
  isCursor: boolean
  onChoose: (day: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: () => void
}

/** A day with its number of events and the first titles; on phones without titles. */
export function MonthDayCell({
  day,
  summary,
  isPast,
  isChosen,
  isCursor,
  onChoose,
  onKeyDown,
  onFocus,
}: MonthDayCellProps) {
  const { count = 0, events = [] } = summary ?? {}
  // A line says how many more there are, unless all fit.
  const named = count > namedPerDay ? events.slice(0, namedPerDay - 1) : events
  const isToday = day === today()
  return (
    <div
      role="gridcell"
      data-day={day}
      tabIndex={isCursor ? 0 : -1}
      aria-selected={isChosen}
      {...(isToday && { 'aria-current': 'date' })}
      onClick={() => onChoose(day)}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      className={cx(
        'relative h-12 min-w-0 cursor-pointer -outline-offset-2 transition-colors duration-150 ease-out sm:h-25',
        isChosen ? 'bg-accent-soft' : isPast ? 'bg-sunken' : 'hover:bg-sunken',
      )}
    >
      {/* What screen readers hear of the cell; choosing the day lists its events. */}
      <span className="sr-only">
        {`${dayTitle(day)}, ${count === 1 ? '1 event' : `${count === 0 ? 'no' : formatCount(count)} events`}`}
      </span>
      <div aria-hidden className="flex h-full flex-col px-2 py-1.5 max-sm:items-center max-sm:px-0">
        <div className="flex w-full items-baseline justify-between gap-1 max-sm:flex-col max-sm:items-center max-sm:gap-0">
          <span
            className={cx(
              'text-xs',
              isToday ? 'font-semibold text-accent' : count === 0 && 'text-muted',
              count > 0 && 'font-semibold',
            )}
          >
            {Number(day.slice(8))}
          </span>
          {count > 0 && <span className="text-2xs text-muted">{formatCount(count)}</span>}
        </div>
        <div className="mt-1 w-full max-sm:hidden">
          {named.map(({ id, title, time }) => (
            <p key={id} title={title} className="truncate text-2xs leading-4.5">
              {time !== null && <span className="text-muted">{time} </span>}
              {title}
            </p>
          ))}
          {count > named.length && (
            <p className="text-2xs leading-4.5 text-muted">+{formatCount(count - named.length)} more</p>
          )}
        </div>
      </div>
    </div>
  )
}

/** The viewer's current day. */
function today(): string {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}
