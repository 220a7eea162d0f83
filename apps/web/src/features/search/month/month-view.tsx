import { useQueries } from '@tanstack/react-query'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { useMemo, useState } from 'react'
import { earliestToday } from '#web/features/search/query/event-filters.ts'
import { searchErrorText } from '#web/features/search/query/search-error.ts'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { useServerNow } from '#web/lib/hooks/use-server-now.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#web/ui/icons.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { DayEvents, type DayEventsProps } from './day-events.tsx'
import type { MonthAddress } from './month-address.ts'
import { addMonths, firstWeekdayOf, inMonth, monthOf, monthTitle, weeksOf } from './month-days.ts'
import { MonthGrid } from './month-grid.tsx'
import { weekQuery } from './month-queries.ts'
import { sourceOf, type MonthSubject } from './month-source.ts'

export interface MonthViewProps extends Pick<DayEventsProps, 'row' | 'note' | 'skeleton'> {
  /** A stable value. */
  subject: MonthSubject
  address: MonthAddress
  onAddressChange: (change: Pick<MonthAddress, 'month' | 'day'>) => void
  /** The months or days of some coming events, to start with one and to go on from an empty month. */
  knownDates: readonly string[]
}

/** A month of events with their number per day, and below it the events of the chosen day. */
export function MonthView({ subject, address, onAddressChange, knownDates, ...slots }: MonthViewProps) {
  const now = useServerNow()
  const source = useMemo(() => sourceOf(subject), [subject])
  const firstDay = new Date(earliestToday(now) * 1000).toISOString().slice(0, 10)
  const months = knownDates.map(monthOf).toSorted()
  const month = latest(address.month ?? months[0] ?? '', monthOf(firstDay))
  const firstWeekday = firstWeekdayOf(navigator.language)
  const weeks = weeksOf(month, firstWeekday)
  const searched = weeks
    .map((week) => week.filter((day) => monthOf(day) === month && day >= firstDay))
    .filter((week) => week.length > 0)
  const queries = useQueries({ queries: searched.map((week) => weekQuery(source, week)) })
  const summaries = new Map(
    queries.flatMap(({ data = [] }) => data.map((summary) => [summary.day, summary] as const)),
  )
  const inThisMonth = searched.flat().flatMap((each) => summaries.get(each) ?? [])
  const total = inThisMonth.reduce((sum, { count }) => sum + count, 0)
  const isLoading = queries.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData)
  const failed = queries.find(({ isError }) => isError)
  const chosenDay = address.day !== undefined && monthOf(address.day) === month ? address.day : undefined
  const day = chosenDay ?? inThisMonth.find(({ count }) => count > 0)?.day
  // The cell that Tab reaches; arrow keys move it.
  const [cursor, setCursor] = useState<string>()
  const currentCursor =
    cursor !== undefined && monthOf(cursor) === month ? cursor : (day ?? latest(`${month}-01`, firstDay))
  // The next one with events, otherwise the last one.
  const otherMonth = months.find((each) => each > month) ?? months.findLast((each) => each < month)

  useCommands('Search', [
    { id: 'search.days', title: 'Move between days', widgetKeys: ['←', '↑', '→', '↓'], run: null },
    { id: 'search.months', title: 'Move between months', widgetKeys: ['Page Up', 'Page Down'], run: null },
  ])

  function showMonth(shown: string) {
    const bounded = latest(shown, monthOf(firstDay))
    if (bounded !== month) onAddressChange({ month: bounded, day: undefined })
  }

  function moveCursor(target: string) {
    const bounded = latest(target, firstDay)
    setCursor(bounded)
    showMonth(monthOf(bounded))
  }

  return (
    <div className="space-y-4">
      <Panel className="overflow-hidden">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-2 sm:px-4">
          <h2 className="min-w-0 flex-1 text-base font-semibold">
            {monthTitle(month)}
            <span role="status" className="tabular ml-3 text-xs font-normal text-muted">
              {isLoading
                ? 'Searching…'
                : failed
                  ? ''
                  : total === 1
                    ? '1 event'
                    : `${formatCount(total)} events`}
            </span>
          </h2>
          {month !== monthOf(firstDay) && (
            <Button size="sm" tone="quiet" onPress={() => showMonth(monthOf(firstDay))}>
              This month
            </Button>
          )}
          <div className="flex">
            <IconButton
              label="Previous month"
              icon={<ChevronLeftIcon aria-hidden />}
              isDisabled={month === monthOf(firstDay)}
              onPress={() => showMonth(addMonths(month, -1))}
            />
            <IconButton
              label="Next month"
              icon={<ChevronRightIcon aria-hidden />}
              onPress={() => showMonth(addMonths(month, 1))}
            />
          </div>
        </div>
        {failed ? (
          <ErrorState
            title="Search failed"
            message={searchErrorText(failed.error)}
            onRetry={() => queries.forEach(({ isError, refetch }) => isError && void refetch())}
            isRetrying={queries.some(({ isFetching }) => isFetching)}
            isOffline={!navigator.onLine}
          />
        ) : (
          <div
            aria-busy={isLoading}
            className={cx('transition-opacity duration-150', isLoading && 'opacity-55')}
          >
            <MonthGrid
              month={month}
              firstWeekday={firstWeekday}
              weeks={weeks}
              summaries={summaries}
              firstDay={firstDay}
              day={day}
              cursor={currentCursor}
              target={cursor}
              onMove={moveCursor}
              onMoveMonth={(count) => moveCursor(inMonth(currentCursor, addMonths(month, count)))}
              onChoose={(chosen) => {
                setCursor(chosen)
                onAddressChange({ month, day: chosen })
              }}
            />
          </div>
        )}
        {!failed && !isLoading && total === 0 && (
          <p className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 text-sm text-muted">
            No events in {monthTitle(month)}.
            {otherMonth !== undefined && (
              <Button size="sm" onPress={() => showMonth(otherMonth)}>
                Go to {monthTitle(otherMonth)}
              </Button>
            )}
          </p>
        )}
      </Panel>
      {day !== undefined && !failed && <DayEvents source={source} day={day} {...slots} />}
    </div>
  )
}

const latest = (one: string, other: string): string => (one > other ? one : other)
