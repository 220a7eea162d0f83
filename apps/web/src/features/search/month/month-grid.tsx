import { useEffect, useRef, type KeyboardEvent } from 'react'
import { cx } from '#web/ui/cx.ts'
import { addDays, monthOf, monthTitle, weekdayNames } from './month-days.ts'
import { MonthDayCell } from './month-day-cell.tsx'
import type { DaySummary } from './month-queries.ts'

interface MonthGridProps {
  month: string
  /** 0 is Sunday. */
  firstWeekday: number
  weeks: readonly (readonly string[])[]
  summaries: ReadonlyMap<string, DaySummary>
  /** The earliest day that is today somewhere; days before it have passed. */
  firstDay: string
  /** The day whose events are listed. */
  day: string | undefined
  /** The cell that Tab reaches. */
  cursor: string
  /** Where the last key moved to. */
  target: string | undefined
  onMove: (day: string) => void
  onMoveMonth: (count: number) => void
  onChoose: (day: string) => void
}

/**
 * The grid of a month (the pattern "date grid" of the ARIA practices): arrows move by day and week, Home and End
 * within the week, Page Up and Page Down by month, with Shift by year; Enter chooses the day.
 */
export function MonthGrid({
  month,
  firstWeekday,
  weeks,
  summaries,
  cursor,
  target,
  ...props
}: MonthGridProps) {
  const { onMove, onMoveMonth, onChoose } = props
  const grid = useRef<HTMLDivElement>(null)
  const isMoving = useRef(false)
  // A day of another month is there only once the address has changed.
  useEffect(() => {
    if (!isMoving.current || target === undefined || monthOf(target) !== month) return
    isMoving.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${target}"]`)?.focus()
  }, [target, month])

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const week = weeks.find((days) => days.includes(cursor))?.filter((day) => monthOf(day) === month) ?? []
    const months = event.shiftKey ? 12 : 1
    const actions: Record<string, () => void> = {
      ArrowLeft: () => onMove(addDays(cursor, -1)),
      ArrowRight: () => onMove(addDays(cursor, 1)),
      ArrowUp: () => onMove(addDays(cursor, -7)),
      ArrowDown: () => onMove(addDays(cursor, 7)),
      Home: () => onMove(week[0] ?? cursor),
      End: () => onMove(week.at(-1) ?? cursor),
      PageUp: () => onMoveMonth(-months),
      PageDown: () => onMoveMonth(months),
    }
    const action = actions[event.key]
    if (action) {
      isMoving.current = true
      action()
    } else if (event.key === 'Enter' || event.key === ' ') onChoose(cursor)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div ref={grid} role="grid" aria-label={monthTitle(month)} className="tabular divide-y divide-line">
      <div role="row" className={rowClass}>
        {weekdayNames(firstWeekday).map((name) => (
          <span
            key={name}
            role="columnheader"
            aria-label={name}
            className="px-2 py-1.5 text-2xs font-medium text-muted max-sm:px-0 max-sm:text-center"
          >
            {name.slice(0, 3)}
          </span>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]} role="row" className={cx(rowClass, 'divide-x divide-line')}>
          {week.map((day) =>
            monthOf(day) === month ? (
              <MonthDayCell
                key={day}
                day={day}
                summary={summaries.get(day)}
                isPast={day < props.firstDay}
                isChosen={day === props.day}
                isCursor={day === cursor}
                onChoose={onChoose}
                onKeyDown={onKeyDown}
                // The cell that Tab reaches may change while another one has the focus.
                onFocus={() => day !== cursor && onMove(day)}
              />
            ) : (
              <span key={day} role="gridcell" aria-disabled className="bg-sunken" />
            ),
          )}
        </div>
      ))}
    </div>
  )
}

const rowClass = 'grid grid-cols-7'
